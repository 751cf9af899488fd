// @ts-check
/** Positions in the making. */
import { post } from '../api.js';
import { Board } from '../board.js';
import { field, h, reasonOf, select } from '../dom.js';
import { draft } from '../draft.js';
import { go } from '../main.js';

/** @param {string} text @param {() => void} action @param {import('../dom.js').Attributes} [more] */
const button = (text, action, more = {}) => h('button', { type: 'button', onclick: action, ...more }, text);

/** Positions of games: click a cell to change what stands on it. */
export class PositionEditor {
  /** @param {import('../api.js').GameWorld} world @param {{ position?: string, options?: Record<string, string> } | null} kept */
  constructor(world, kept) {
    this.world = world;
    this.board = new Board({ tap: (cell) => this.edit({ cell }) });
    this.text = h('textarea', {
      'aria-label': 'The position as text',
      spellcheck: false,
      onchange: () => this.ask({ options: { position: this.text.value.trim() } }),
    });
    this.status = h('p', { class: 'status', role: 'status' });
    const [first, second] = world.sides;
    this.side = select(
      [
        ['first', `${first} to move`],
        ['second', `${second} to move`],
      ],
      'first',
      (turn) => this.edit({ turn: /** @type {Api.Turn} */ (turn) }),
    );
    const begin = this.beginnings();
    const panel = h(
      'div',
      { class: 'panel stage' },
      begin && field('Begin with', begin),
      field('Side', this.side),
      h(
        'div',
        { class: 'row grow' },
        button('Clear', () => this.edit({ clear: true })),
        button('↶ Undo', () => this.undo()),
      ),
      h(
        'div',
        { class: 'row grow' },
        button('Play and analyse', () => this.play(), { class: 'primary' }),
      ),
    );
    this.element = h(
      'div',
      { class: 'play' },
      h(
        'div',
        { class: 'stage' },
        h('p', { class: 'quiet' }, `Click a place: empty, ${first}, ${second}, empty …`),
        this.board.element,
        this.status,
      ),
      h('div', null, panel, h('details', { class: 'panel', open: true }, h('summary', null, 'As text'), this.text)),
    );
    /** @type {string[]} */ this.past = [];
    this.ask({ options: kept?.position ? { position: kept.position } : {} });
  }

  /** A menu of the layouts or sizes to begin with. */
  beginnings() {
    const { setups, sizes } = this.world;
    if (setups.length > 1)
      return select(
        setups.map((entry) => [entry.id, entry.name]),
        setups[0].id,
        (setup) => this.ask({ options: { setup } }),
      );
    if (!sizes) return null;
    const all = Array.from({ length: sizes.to - sizes.from + 1 }, (_, i) => String(sizes.from + i));
    return select(
      all.map((size) => [size, `${size} × ${size}`]),
      String(sizes.usual),
      (size) => this.ask({ options: { size } }),
    );
  }

  leave() {}

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== 'z') return false;
    this.undo();
    return true;
  }

  /** Changes the position. @param {Partial<Api.SetupRequest>} change */
  edit(change) {
    return this.ask({ options: { position: this.text.value.trim() }, ...change });
  }

  /** Asks the server for a position, and shows it. @param {Partial<Api.SetupRequest>} request @param {boolean} [remember] */
  async ask(request, remember = true) {
    try {
      const answer = await post(`/api/setup/${this.world.id}`, request);
      if (remember && this.text.value) this.past.push(this.text.value);
      this.board.draw(answer);
      this.text.value = answer.position;
      this.side.value = answer.side;
      draft.keep(this.world.id, { position: answer.position });
      this.status.className = 'status';
      this.status.textContent = answer.ending ? `The game would be over: ${answer.ending.reason}.` : 'The position is valid.';
    } catch (error) {
      this.status.className = 'status warn';
      this.status.textContent = reasonOf(error);
    }
  }

  undo() {
    const position = this.past.pop();
    if (position) this.ask({ options: { position } }, false);
  }

  play() {
    go(`/game/${this.world.id}#${new URLSearchParams({ position: this.text.value })}`);
  }
}
