// @ts-check
/** Levels in the making: strokes are sent, the world paints them, and whatever it is, it is drawn. */
import { post, stream } from '../api.js';
import { Board } from '../board.js';
import { field, h, plural, reasonOf, thousands, toast, tried } from '../dom.js';
import { draft } from '../draft.js';
import { go } from '../main.js';
import { Edges } from './edges.js';

/** @param {string} text @param {() => void} action @param {import('../dom.js').Attributes} [more] */
const button = (text, action, more = {}) => h('button', { type: 'button', onclick: action, ...more }, text);

export class LevelEditor {
  /** @param {import('../api.js').PuzzleWorld} world @param {{ text?: string, title?: string, own?: number | null } | null} kept */
  constructor(world, kept) {
    this.world = world;
    this.brush = world.brushes[0];
    /** The draft as the server wrote it last. */
    this.draft = kept?.text ?? '';
    this.size = [0, 0];
    /** Strokes that the server has not painted yet. @type {Array<{cell: number, brush: string}>} */
    this.strokes = [];
    this.busy = false;
    /** @type {string[]} */ this.past = [];
    /** @type {string[]} */ this.future = [];
    this.board = new Board();
    /** @type {AbortController | null} */ this.search = null;
    /** @type {number | null} */ this.own = kept?.own ?? null;
    const brushes = world.brushes.map((brush) => {
      const picture = brush.svg
        ? document.importNode(new DOMParser().parseFromString(brush.svg, 'image/svg+xml').documentElement, true)
        : null;
      picture?.setAttribute('aria-hidden', 'true');
      const pressed = { 'aria-pressed': String(brush === this.brush), title: brush.name };
      return h('button', { type: 'button', onclick: () => this.pick(brush), ...pressed }, picture, h('span', null, brush.name));
    });
    this.edges = new Edges(this.board, (edges) => this.change({ edges }));
    this.palette = h('div', { class: 'palette', role: 'toolbar', 'aria-label': 'What to paint' }, brushes);
    this.name = h('input', { value: kept?.title ?? 'My level', 'aria-label': 'Title', onchange: () => this.keep() });
    this.width = h('input', { type: 'number', min: 1, max: 60, onchange: () => this.resize() });
    this.height = h('input', { type: 'number', min: 1, max: 60, onchange: () => this.resize() });
    this.text = h('textarea', { 'aria-label': 'The level as text', spellcheck: false, onchange: () => this.typed() });
    this.dropButton = button('Delete', () => this.drop(), { hidden: this.own === null });
    this.status = h('p', { class: 'status', role: 'status' });
    this.solving = h('p', { class: 'status', role: 'status' });
    const panel = h(
      'div',
      { class: 'panel stage' },
      field('Title', this.name),
      h('div', { class: 'grid2' }, field('Width', this.width), field('Height', this.height)),
      h(
        'div',
        { class: 'row grow' },
        button('↶ Undo', () => this.undo()),
        button('↷ Redo', () => this.redo()),
        button('New', () => this.clear()),
      ),
      h(
        'div',
        { class: 'row grow' },
        button('⇋ Mirror', () => this.change({ transform: 'mirror' })),
        button('⟳ Rotate', () => this.change({ transform: 'rotate' })),
        button('✂ Trim', () => this.change({ transform: 'trim' })),
      ),
      h(
        'div',
        { class: 'row grow' },
        button('Save', () => this.save(), { class: 'primary' }),
        button('Play', () => this.play()),
        this.dropButton,
      ),
      this.status,
      this.solving,
    );
    this.element = h(
      'div',
      { class: 'play' },
      h('div', { class: 'stage' }, this.palette, this.edges.element),
      h('div', null, panel, h('details', { class: 'panel', open: true }, h('summary', null, 'As text'), this.text)),
    );
    this.listen();
    this.ask(this.draft ? { text: this.draft } : {});
  }

  leave() {
    this.search?.abort();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const brush = /^[1-9]$/.test(event.key) && this.world.brushes[Number(event.key) - 1];
    if (event.key === 'z') this.undo();
    else if (event.key === 'y') this.redo();
    else if (brush) this.pick(brush);
    else return false;
    return true;
  }

  listen() {
    let down = false;
    const paint = (/** @type {PointerEvent} */ event) => {
      const cell = this.cellAt(event);
      if (cell !== null && this.brush) this.stroke(cell);
    };
    this.board.element.addEventListener('pointerdown', (event) => {
      down = true;
      /** @type {number | null} */ this.last = null;
      this.remember();
      paint(event);
    });
    this.board.element.addEventListener('pointermove', (event) => down && !this.brush?.corners && paint(event));
    for (const name of ['pointerup', 'pointerleave', 'pointercancel']) this.board.element.addEventListener(name, () => (down = false));
  }

  /** The cell that a pointer means; for corners, the one above and left of the nearest. @param {PointerEvent} event */
  cellAt(event) {
    if (!this.brush?.corners) return this.board.cellAt(event.clientX, event.clientY);
    const matrix = this.board.svg?.getScreenCTM();
    if (!matrix) return null;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const [x, y] = [Math.round(at.x / 100) - 1, Math.round(at.y / 100) - 1];
    const inside = x >= 0 && y >= 0 && x < this.size[0] && y < this.size[1];
    return inside ? y * this.size[0] + x : null;
  }

  /** @param {number} cell */
  stroke(cell) {
    if (cell === this.last) return;
    this.last = cell;
    this.strokes.push({ cell, brush: this.brush.name });
    this.paint();
  }

  /** Has the strokes painted, those that come meanwhile together afterwards. */
  async paint() {
    if (this.busy) return;
    this.busy = true;
    while (this.strokes.length) {
      const strokes = this.strokes.splice(0);
      await this.ask({ text: this.draft, strokes });
    }
    this.busy = false;
  }

  /** Asks the server for a draft, and shows it. @param {Partial<Api.DraftRequest>} request */
  async ask(request) {
    this.search?.abort();
    try {
      const answer = await post(`/api/draft/${this.world.id}`, request);
      this.draft = answer.text;
      this.size = answer.size;
      this.board.draw(answer);
      requestAnimationFrame(() => this.edges.place());
      this.text.value = answer.text;
      this.width.value = String(answer.size[0]);
      this.height.value = String(answer.size[1]);
      this.status.className = answer.error ? 'status warn' : 'status';
      this.status.textContent = answer.error ?? 'The level is valid.';
      this.solving.textContent = '';
      this.keep();
      if (!answer.error) this.solve();
    } catch (error) {
      this.status.className = 'status warn';
      this.status.textContent = reasonOf(error);
    }
  }

  /** @param {Api.BrushView} brush */
  pick(brush) {
    this.brush = brush;
    [...this.palette.children].forEach((child, i) => child.setAttribute('aria-pressed', String(this.world.brushes[i] === brush)));
  }

  remember() {
    if (this.past.at(-1) !== this.draft) this.past.push(this.draft);
    this.future = [];
  }

  undo() {
    let text = this.past.pop();
    if (text === this.draft) text = this.past.pop();
    if (text === undefined) return;
    this.future.push(this.draft);
    this.ask({ text });
  }

  redo() {
    const text = this.future.pop();
    if (text === undefined) return;
    this.past.push(this.draft);
    this.ask({ text });
  }

  /** Begins anew; undo brings the old level back. */
  clear() {
    this.remember();
    this.own = null;
    this.dropButton.hidden = true;
    this.name.value = 'My level';
    this.ask({});
  }

  /** Keeps the level as it is now, so that a reload loses nothing. */
  keep() {
    draft.keep(this.world.id, { text: this.draft, title: this.name.value, own: this.own });
  }

  typed() {
    this.remember();
    this.ask({ text: this.text.value });
  }

  resize() {
    return this.change({ size: [Number(this.width.value) || 1, Number(this.height.value) || 1] });
  }

  /** Changes the whole of it; undo brings it back. @param {Partial<Api.DraftRequest>} request */
  change(request) {
    this.remember();
    return this.ask({ text: this.draft, ...request });
  }

  /** Says whether the level can be solved. */
  solve() {
    const search = (this.search = new AbortController());
    this.solving.className = 'status';
    this.solving.textContent = 'Is it solvable? …';
    stream(`/api/solve/${this.world.id}`, { level: { text: this.draft }, limits: { seconds: 10 } }, () => undefined, search.signal)
      .then((solved) => {
        const { moves, pushes, status, stats } = solved;
        const found = typeof solved.solution === 'string';
        const took = found && [plural(moves, 'move'), pushes !== undefined && plural(pushes, 'push')].filter(Boolean).join(', ');
        const none = status === 'unsolvable' ? 'Not solvable.' : `No solution found in 10 s (${thousands(stats.expanded)} states).`;
        this.solving.className = found ? 'status good' : 'status warn';
        this.solving.textContent = found ? `Solvable: ${took}${solved.optimal ? ' (proven best)' : ''}.` : none;
      })
      .catch((error) => !search.signal.aborted && (this.solving.textContent = error.message));
  }

  save() {
    return tried(async () => {
      const saved = await post(`/api/levels/${this.world.id}/save`, { id: this.own, title: this.name.value, text: this.draft });
      this.own = saved.id;
      this.dropButton.hidden = false;
      this.keep();
      toast(`“${saved.title}” is in “My levels”.`);
    });
  }

  /** Takes the level out of “My levels”; it stays here to be saved again. */
  drop() {
    return tried(async () => {
      await post(`/api/levels/${this.world.id}/drop`, { id: this.own });
      this.own = null;
      this.dropButton.hidden = true;
      this.keep();
      toast(`“${this.name.value}” is no longer in “My levels”.`);
    });
  }

  play() {
    return tried(async () => {
      const room = await post('/api/puzzle', { world: this.world.id, level: { text: this.draft } });
      await go(`/puzzle/${this.world.id}/room/${room.id}`);
    });
  }
}
