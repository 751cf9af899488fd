// @ts-check
/** State-space files: a position comes in, all its moves and the boards they give go out, and are seen on a board. */
import { catalog, gamesOf, post } from '../api.js';
import { Board } from '../board.js';
import { download, field, h, plural, select } from '../dom.js';
import { labTabs } from '../lab.js';

/** What was expanded last is found again after a reload. */
const KEPT = 'expand';

/** @returns {Promise<import('../main.js').Screen>} */
export async function show() {
  const { worlds } = await catalog();
  const able = gamesOf(worlds).filter((world) => world.state_space);
  if (!able.length) throw new Error('No world here has state-space files.');
  const screen = new ExpandScreen(able);
  await screen.begin();
  return { element: screen.element, title: 'State space', key: (event) => screen.key(event) };
}

class ExpandScreen {
  /** @param {import('../api.js').GameWorld[]} worlds */
  constructor(worlds) {
    this.worlds = worlds;
    this.world = worlds[0];
    this.board = new Board();
    /** What the input gave. @type {Api.ExpandView | null} */ this.found = null;
    /** The move that is shown; -1 for the input itself. */ this.at = -1;
    /** The name of the file, without its ending. */ this.name = '';
    this.build();
  }

  build() {
    const button = (/** @type {string} */ text, /** @type {() => void} */ action, /** @type {any} */ more = {}) =>
      h('button', { type: 'button', onclick: action, ...more }, text);
    this.menu = select(
      this.worlds.map((world) => [world.id, world.name]),
      this.world.id,
      (id) => this.choose(id),
    );
    this.input = h('textarea', { class: 'short-text', 'aria-label': 'The input', spellcheck: false });
    this.file = h('input', { type: 'file', accept: '.input,.txt,text/plain', 'aria-label': 'Input file', onchange: () => this.load() });
    this.status = h('p', { class: 'status', role: 'status' });
    this.line = h('p', { class: 'status', role: 'status' });
    this.list = h('div', { class: 'legal tall', role: 'group', 'aria-label': 'Moves' });
    this.boardLine = h('p', { class: 'mono wrap' });
    this.saveMoves = button('Download .move', () => this.save('move', this.found?.moves ?? ''));
    this.saveBoards = button('Download .board', () => this.save('board', this.found?.boards ?? ''));
    this.files = h(
      'div',
      { class: 'panel stage' },
      h('h2', null, 'Moves and boards'),
      this.list,
      h('div', { class: 'row grow' }, this.saveMoves, this.saveBoards),
    );
    const stage = h(
      'div',
      { class: 'stage' },
      this.line,
      this.board.element,
      h(
        'div',
        { class: 'row grow' },
        button('|◀', () => this.look(-1), { 'aria-label': 'Back to the input' }),
        button('◀', () => this.look(this.at - 1), { 'aria-label': 'The move before' }),
        button('▶', () => this.look(this.at + 1), { 'aria-label': 'The next move' }),
      ),
      this.boardLine,
    );
    const given = h(
      'div',
      { class: 'panel stage' },
      this.worlds.length > 1 && field('World', this.menu),
      h('label', { class: 'field' }, h('span', null, `The input: paste it, or drop a file anywhere on this page`), this.input),
      this.file,
      h(
        'div',
        { class: 'row' },
        button('Expand', () => this.expand(), { class: 'primary' }),
        button('An example', () => this.take(this.world.state_space ?? '', '')),
      ),
      this.status,
    );
    this.element = h(
      'div',
      { class: 'page' },
      h('h1', null, 'Lab'),
      labTabs('/lab/expand'),
      h('p', { class: 'quiet' }, 'A position in; all its moves and the boards they give out, as files and on the board.'),
      h('div', { class: 'play' }, stage, h('div', null, given, this.files)),
    );
    this.element.addEventListener('dragover', (/** @type {DragEvent} */ event) => event.preventDefault());
    this.element.addEventListener('drop', (/** @type {DragEvent} */ event) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      this.open(file);
    });
  }

  /** What was here last, or the world's example. */
  begin() {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? 'null');
    this.world = this.worlds.find((world) => world.id === kept?.world) ?? this.world;
    this.menu.value = this.world.id;
    return this.take(kept?.input ?? this.world.state_space ?? '', kept?.name ?? '');
  }

  /** @param {string} id */
  choose(id) {
    this.world = this.worlds.find((world) => world.id === id) ?? this.world;
    return this.take(this.world.state_space ?? '', '');
  }

  load() {
    const file = this.file.files?.[0];
    if (file) this.open(file);
  }

  /** @param {File} file */
  async open(file) {
    await this.take(await file.text(), file.name.replace(/\.[^.]*$/, ''));
    this.file.value = '';
  }

  /** @param {string} input @param {string} name */
  take(input, name) {
    this.input.value = input;
    this.name = name;
    return this.expand();
  }

  async expand() {
    const input = this.input.value;
    try {
      const name = this.name && `${this.name}.input`;
      /** @type {Api.ExpandView} */ const found = await post(`/api/expand/${this.world.id}`, { input, name });
      this.found = found;
      this.asked = input;
      localStorage.setItem(KEPT, JSON.stringify({ world: this.world.id, input, name: this.name }));
      this.status.className = 'status good';
      this.status.textContent = `${this.name ? `${this.name}.input: ` : ''}${plural(found.intents.length, 'move')}.`;
      this.files.hidden = false;
      this.list.replaceChildren(...found.intents.map((move, i) => this.entry(move, i)));
      this.board.show(found);
      await this.look(-1);
    } catch (error) {
      this.status.className = 'status warn';
      this.status.textContent = error instanceof Error ? error.message : String(error);
      this.files.hidden = !this.found;
    }
  }

  /** A move of the list: pointing at it shows its arrow, choosing it its board. @param {Api.Intent} move @param {number} i */
  entry(move, i) {
    return h(
      'button',
      {
        type: 'button',
        class: 'mono',
        onmouseenter: () => this.at < 0 && this.point(move),
        onmouseleave: () => this.at < 0 && this.board.clearOverlay(),
        onclick: () => this.look(i),
      },
      move.text,
    );
  }

  /** Shows what moves, and where to. @param {Api.Intent} move */
  point(move) {
    this.board.clearOverlay();
    this.board.mark(move.select, 'selected');
    if (move.select.length) this.board.arrow(move.select[0], move.target);
    else this.board.mark([move.target], 'hint');
  }

  /** Shows the board after a move; that of the input for -1. @param {number} i */
  async look(i) {
    const found = this.found;
    if (!found || i >= found.intents.length || i < -1) return;
    this.at = i;
    const move = found.intents[i];
    const path = `/api/expand/${this.world.id}`;
    const view = move ? await post(path, { input: this.asked, after: i }) : found;
    if (this.at !== i || this.found !== found) return;
    this.board.show(view).then((shown) => shown && move?.select.length && this.board.arrow(move.select[0], move.target, 'second'));
    this.line.textContent = move ? `Move ${i + 1} of ${found.intents.length}: ${move.text}` : 'The input. Choose a move to see its board.';
    this.boardLine.textContent = move ? (found.boards.split('\n')[i] ?? '') : '';
    [...this.list.children].forEach((entry, n) =>
      n === i ? entry.setAttribute('aria-current', 'true') : entry.removeAttribute('aria-current'),
    );
    // The list alone follows: the board stays where it is.
    const entry = /** @type {HTMLElement | undefined} */ (this.list.children[i]);
    if (entry) this.list.scrollTop = entry.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
  }

  /** @param {string} ending @param {string} text */
  save(ending, text) {
    download(`${this.name || 'position'}.${ending}`, text);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: -1 }[event.key];
    if (to === undefined) return false;
    this.look(to);
    return true;
  }
}
