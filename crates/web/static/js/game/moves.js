// @ts-check
/** The list of moves: the game in two columns, variations below the turn they replace. */
import { h } from '../dom.js';
import { MARKS } from './judgement.js';

/** @typedef {import('./turns.js').Turns} Turns */

export class MoveList {
  /** @param {{chosen: (id: number) => void}} hands */
  constructor({ chosen }) {
    this.chosen = chosen;
    this.element = h('div', { class: 'moves', tabindex: 0, role: 'region', 'aria-label': 'Moves' });
  }

  /**
   * @param {Turns} turns @param {string | null | undefined} part the half of a turn that was played at the cursor
   * @param {Map<number, string>} marks what a review says of turns
   */
  draw(turns, part, marks) {
    this.turns = turns;
    this.marks = marks;
    this.part = part;
    /** Variations that are still to be written. @type {Array<{id: number, into: HTMLElement}>} */
    this.waiting = [];
    const rows = this.gameRows();
    for (let next = this.waiting.pop(); next; next = this.waiting.pop()) this.writeVariation(next.id, next.into);
    this.element.replaceChildren(rows.length ? h('table', null, h('tbody', null, rows)) : h('p', { class: 'quiet' }, 'No moves yet.'));
    this.reveal();
  }

  /** Whether the second side begins. */
  get offset() {
    const first = this.turns?.node(0).children[0];
    return first !== undefined && this.turns?.node(first).side === 'second' ? 1 : 0;
  }

  gameRows() {
    const turns = /** @type {Turns} */ (this.turns);
    const rows = [];
    /** @type {any} */ let row = null;
    let place = this.offset;
    const open = (/** @type {number} */ number) => (row = h('tr', null, h('td', null, `${number}.`)));
    const start = turns.node(0);
    rows.push(...this.remarks(start, []));
    const path = turns.path(turns.tip);
    path.forEach((node, index) => {
      const second = place % 2 === 1;
      if (!row) {
        rows.push(open(Math.floor(place / 2) + 1));
        if (second) row.append(h('td', { class: 'quiet' }, '…'));
      }
      row.append(h('td', null, this.turn(node, true)));
      const others = turns.node(node.parent ?? 0).children.filter((id) => id !== node.id);
      const said = this.remarks(node, others);
      rows.push(...said);
      if (index === path.length - 1) this.pending(row, !second);
      if (second || said.length) row = null;
      place += 1;
    });
    if (!path.length && turns.live && this.part) {
      rows.push(open(1));
      this.pending(row, true);
    }
    // What was taken back, or tried beyond the end of the game.
    if (turns.node(turns.tip).children.length) rows.push(...this.remarks(null, turns.node(turns.tip).children));
    return rows;
  }

  /** Shows half a turn at the end of the game. @param {any} row @param {boolean} room whether it has room in the row */
  pending(row, room) {
    if (this.turns?.live && this.part && room) row.append(h('td', { class: 'quiet' }, `${this.part} …`));
  }

  /** What is said below a turn: its comment, and what else was played there. @param {Api.NodeView | null} node @param {number[]} others */
  remarks(node, others) {
    if (!node?.comment && !others.length) return [];
    const cell = h('td', { colspan: 3 }, node?.comment && h('p', { class: 'comment' }, node.comment));
    for (const id of others) {
      const into = h('div', { class: 'variation' });
      cell.append(into);
      this.waiting?.push({ id, into });
    }
    return [h('tr', { class: 'remarks' }, cell)];
  }

  /** @param {number} id @param {HTMLElement} into */
  writeVariation(id, into) {
    const turns = /** @type {Turns} */ (this.turns);
    let place = turns.depth(id) - 1 + this.offset;
    let named = false;
    for (const node of [turns.node(id), ...turns.onward(id)]) {
      const second = place % 2 === 1;
      if (!second || !named) into.append(h('span', { class: 'number' }, `${Math.floor(place / 2) + 1}${second ? '…' : '.'}`));
      named = true;
      into.append(this.turn(node, false));
      const others = node.id === id ? [] : turns.node(node.parent ?? 0).children.slice(1);
      if (node.comment) into.append(h('span', { class: 'comment' }, node.comment));
      for (const other of others) {
        const inner = h('div', { class: 'variation' });
        into.append(inner);
        this.waiting?.push({ id: other, into: inner });
      }
      named = !node.comment && !others.length;
      place += 1;
    }
  }

  /** @param {Api.NodeView} node @param {boolean} main */
  turn(node, main) {
    const mark = node.mark ?? this.marks?.get(node.id) ?? '';
    return h(
      'button',
      {
        type: 'button',
        class: main ? 'main' : null,
        'data-turn': node.id,
        'aria-current': node.id === this.turns?.cursor ? 'true' : null,
        onclick: () => this.chosen(node.id),
      },
      node.text,
      mark && h('b', { class: 'mark', 'data-mark': mark, title: MARKS[mark] }, mark),
      main && node.seconds ? h('small', null, `${node.seconds.toFixed(1)} s`) : null,
    );
  }

  /** Scrolls the turn that is looked at into sight, and nothing but the list. */
  reveal() {
    const current = this.element.querySelector('[aria-current]');
    if (!current) {
      this.element.scrollTop = 0;
      return;
    }
    const [box, frame] = [current.getBoundingClientRect(), this.element.getBoundingClientRect()];
    if (box.bottom > frame.bottom) this.element.scrollTop += box.bottom - frame.bottom + 6;
    if (box.top < frame.top) this.element.scrollTop -= frame.top - box.top + 6;
  }
}
