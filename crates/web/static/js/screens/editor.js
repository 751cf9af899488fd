// @ts-check
/** Make levels and set up positions. What is drawn is text in the world's own format; the server checks it. */
import { catalog, post, stream } from '../api.js';
import { Board } from '../board.js';
import { field, h, plural, select, thousands, toast, tried } from '../dom.js';
import { draft } from '../draft.js';
import { go } from '../main.js';

/** @returns {Promise<import('../main.js').Screen>} @param {string} [worldId] */
export async function show(worldId) {
  const { worlds } = await catalog();
  const world = worlds.find((/** @type {any} */ entry) => entry.id === (worldId ?? 'sokoban')) ?? worlds[0];
  const mine = draft.read(world.id);
  const menu = select(worlds.map((/** @type {any} */ entry) => [entry.id, entry.name]), world.id, (value) => go(`/editor/${value}`));
  const editor = world.kind === 'puzzle' ? new LevelEditor(world, mine) : new PositionEditor(world, mine);
  const element = h('div', { class: 'page' }, h('div', { class: 'title-row' }, h('h1', null, 'Editor'), field('World', menu)), h('p', null), editor.element);
  return { element, title: 'Editor', leave: () => editor.leave(), key: (event) => editor.key(event) };
}

/** The pieces one can paint, in the words of each world's text format. @type {Record<string, Array<{name: string, cell?: string, corner?: string}>>} */
const TOOLS = {
  sokoban: [
    { name: 'Wall', cell: '#' },
    { name: 'Floor', cell: ' ' },
    { name: 'Box', cell: '$' },
    { name: 'Goal', cell: '.' },
    { name: 'Box on goal', cell: '*' },
    { name: 'Player', cell: '@' },
    { name: 'Player on goal', cell: '+' },
  ],
  sokobond: [
    { name: 'Wall', cell: 'x' },
    { name: 'Floor', cell: '-' },
    { name: 'Hydrogen', cell: 'h' },
    { name: 'Oxygen', cell: 'o' },
    { name: 'Nitrogen', cell: 'n' },
    { name: 'Carbon', cell: 'c' },
    { name: 'Helium', cell: 'e' },
    { name: 'Hero: H', cell: 'H' },
    { name: 'Hero: O', cell: 'O' },
    { name: 'Hero: N', cell: 'N' },
    { name: 'Hero: C', cell: 'C' },
    { name: 'Cut (corner)', corner: '/' },
    { name: 'Double (corner)', corner: '+' },
    { name: 'Rotate (corner)', corner: '@' },
    { name: 'No modifier', corner: ' ' },
  ],
};
const EMPTY = {
  sokoban: ['#######', '#     #', '# .$  #', '#  @  #', '#     #', '#######'],
  sokobond: ['xxxxxxx', 'x-----x', 'x-H-o-x', 'x---h-x', 'x-----x', 'xxxxxxx'],
};

/** A level as a grid of letters, with corners between them. */
class Sheet {
  /** @param {string} world @param {string} [text] */
  constructor(world, text) {
    this.world = world;
    /** @type {string[][]} */ this.cells = [];
    /** @type {string[][]} */ this.corners = [];
    this.read(text);
  }

  /** @param {string} [text] */
  read(text) {
    const lines = (text ?? '').replace(/\r/g, '').split('\n');
    const rows = [];
    /** @type {string[][]} */
    const spots = [];
    if (this.world === 'sokobond' && /^v2/.test(lines[0] ?? '')) {
      for (let i = 1; i < lines.length && !/^\w+:/.test(lines[i]); i += 2) {
        if (!lines[i].trim()) break;
        rows.push([...lines[i]].filter((_, column) => column % 2 === 0));
        spots.push([...(lines[i + 1] ?? '')].filter((_, column) => column % 2 === 1));
      }
    } else {
      for (const line of lines) {
        if (!line.trim() || /^[A-Za-z ]+:/.test(line) || line.startsWith(';')) {
          if (rows.length) break;
          continue;
        }
        rows.push([...line]);
      }
    }
    const chosen = rows.length ? rows : EMPTY[/** @type {keyof typeof EMPTY} */ (this.world)].map((row) => [...row]);
    const width = Math.max(...chosen.map((row) => row.length));
    const blank = this.world === 'sokobond' ? 'x' : ' ';
    this.cells = chosen.map((row) => Array.from({ length: width }, (_, x) => row[x] ?? blank));
    this.corners = chosen.map((_, y) => Array.from({ length: width }, (_x, x) => spots[y]?.[x] ?? ' '));
  }

  text() {
    if (this.world !== 'sokobond') return this.cells.map((row) => row.join('').trimEnd()).join('\n');
    const lines = ['v2'];
    this.cells.forEach((row, y) => {
      lines.push(row.join(' '));
      lines.push(this.corners[y].map((corner) => ` ${corner}`).join('').trimEnd());
    });
    return lines.join('\n').replace(/\n+$/, '\n');
  }

  /** @param {number} width @param {number} height */
  resize(width, height) {
    const wall = this.world === 'sokobond' ? 'x' : '#';
    this.cells = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_x, x) => this.cells[y]?.[x] ?? wall));
    this.corners = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_x, x) => this.corners[y]?.[x] ?? ' '));
  }
}

class LevelEditor {
  /** @param {any} world @param {any} kept */
  constructor(world, kept) {
    this.world = world;
    this.tools = TOOLS[world.id] ?? [];
    this.tool = this.tools[0];
    this.sheet = new Sheet(world.id, kept?.text);
    /** @type {string[]} */ this.past = [];
    /** @type {string[]} */ this.future = [];
    this.board = new Board();
    /** @type {AbortController | null} */ this.search = null;
    /** @type {number | null} */ this.own = kept?.own ?? null;
    const button = (/** @type {string} */ text, /** @type {() => void} */ action, /** @type {any} */ more = {}) => h('button', { type: 'button', onclick: action, ...more }, text);
    this.palette = h('div', { class: 'palette', role: 'toolbar', 'aria-label': 'What to paint' }, this.tools.map((tool) => button(tool.name, () => this.pick(tool), { 'aria-pressed': String(tool === this.tool) })));
    this.name = h('input', { value: kept?.title ?? 'My level', 'aria-label': 'Title', onchange: () => this.keep() });
    this.width = h('input', { type: 'number', min: 3, max: 40, onchange: () => this.resize() });
    this.height = h('input', { type: 'number', min: 3, max: 40, onchange: () => this.resize() });
    this.text = h('textarea', { 'aria-label': 'The level as text', spellcheck: false, onchange: () => this.typed() });
    this.dropButton = button('Delete', () => this.drop(), { hidden: this.own === null });
    this.status = h('p', { class: 'status', role: 'status' });
    this.solving = h('p', { class: 'status', role: 'status' });
    this.element = h(
      'div',
      { class: 'play' },
      h('div', { class: 'stage' }, this.palette, this.board.element),
      h('div', null, h('div', { class: 'panel stage' }, field('Title', this.name), h('div', { class: 'grid2' }, field('Width', this.width), field('Height', this.height)), h('div', { class: 'row grow' }, button('↶ Undo', () => this.undo()), button('↷ Redo', () => this.redo()), button('New', () => this.clear())), h('div', { class: 'row grow' }, button('Save', () => this.save(), { class: 'primary' }), button('Play', () => this.play()), this.dropButton), this.status, this.solving), h('details', { class: 'panel', open: true }, h('summary', null, 'As text'), this.text)),
    );
    this.listen();
    this.refresh();
  }

  leave() {
    this.search?.abort();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === 'z') this.undo();
    else if (event.key === 'y') this.redo();
    else return false;
    return true;
  }

  listen() {
    let down = false;
    const paint = (/** @type {PointerEvent} */ event) => {
      const point = this.point(event);
      if (point) this.paint(point);
    };
    this.board.element.addEventListener('pointerdown', (event) => {
      down = true;
      this.remember();
      paint(event);
    });
    this.board.element.addEventListener('pointermove', (event) => down && this.tool.cell !== undefined && paint(event));
    for (const name of ['pointerup', 'pointerleave', 'pointercancel']) this.board.element.addEventListener(name, () => (down = false));
  }

  /** Where a pointer is, in cells. @param {PointerEvent} event */
  point(event) {
    const svg = this.board.svg;
    const matrix = svg?.getScreenCTM();
    if (!svg || !matrix) return null;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x: at.x / 100, y: at.y / 100 };
  }

  /** @param {{x: number, y: number}} at */
  paint(at) {
    const grid = this.tool.corner !== undefined ? this.sheet.corners : this.sheet.cells;
    const shift = this.tool.corner !== undefined ? -1 : -0.5;
    const [x, y] = [Math.round(at.x + shift), Math.round(at.y + shift)];
    const value = this.tool.corner ?? this.tool.cell ?? ' ';
    if (grid[y]?.[x] === undefined || grid[y][x] === value) return;
    grid[y][x] = value;
    this.refresh();
  }

  /** @param {any} tool */
  pick(tool) {
    this.tool = tool;
    [...this.palette.children].forEach((button, i) => button.setAttribute('aria-pressed', String(this.tools[i] === tool)));
  }

  remember() {
    const text = this.sheet.text();
    if (this.past.at(-1) !== text) this.past.push(text);
    this.future = [];
  }

  undo() {
    let text = this.past.pop();
    if (text === this.sheet.text()) text = this.past.pop();
    if (text === undefined) return;
    this.future.push(this.sheet.text());
    this.sheet.read(text);
    this.refresh();
  }

  redo() {
    const text = this.future.pop();
    if (text === undefined) return;
    this.past.push(this.sheet.text());
    this.sheet.read(text);
    this.refresh();
  }

  /** Begins anew; undo brings the old level back. */
  clear() {
    this.remember();
    this.own = null;
    this.dropButton.hidden = true;
    this.name.value = 'My level';
    this.sheet.read('');
    this.refresh();
  }

  /** Keeps the level as it is now, so that a reload loses nothing. */
  keep() {
    draft.keep(this.world.id, { text: this.sheet.text(), title: this.name.value, own: this.own });
  }

  typed() {
    this.remember();
    this.sheet.read(this.text.value);
    this.refresh();
  }

  resize() {
    this.remember();
    const clamp = (/** @type {any} */ input) => Math.max(3, Math.min(40, Number(input.value) || 3));
    this.sheet.resize(clamp(this.width), clamp(this.height));
    this.refresh();
  }

  refresh() {
    this.text.value = this.sheet.text();
    this.keep();
    this.width.value = String(this.sheet.cells[0].length);
    this.height.value = String(this.sheet.cells.length);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), 60);
  }

  async check() {
    this.search?.abort();
    const text = this.sheet.text();
    try {
      const read = await post(`/api/levels/${this.world.id}/read`, { text });
      if (text !== this.sheet.text()) return;
      this.board.draw(read);
      this.valid = true;
      this.status.className = 'status';
      this.status.textContent = 'The level is valid.';
      this.solve(text);
    } catch (error) {
      this.valid = false;
      this.status.className = 'status warn';
      this.status.textContent = /** @type {any} */ (error).message;
      this.solving.textContent = '';
      this.sketch();
    }
  }

  /** Draws a level that is not yet valid, so that one can go on painting. */
  sketch() {
    const { cells, corners } = this.sheet;
    const [width, height] = [cells[0].length * 100, cells.length * 100];
    /** @type {string[]} */
    const parts = [];
    const wall = this.world.id === 'sokobond' ? /x/i : /#/;
    cells.forEach((row, y) => row.forEach((letter, x) => {
      parts.push(`<rect data-cell="${y * row.length + x}" x="${x * 100}" y="${y * 100}" width="100" height="100" fill="${wall.test(letter) && letter !== 'X ' ? 'var(--pg-wall)' : 'var(--pg-floor)'}" stroke="var(--line)"/>`);
      if (!wall.test(letter) && !/[ -]/.test(letter)) parts.push(`<text x="${x * 100 + 50}" y="${y * 100 + 68}" font-size="56" text-anchor="middle" fill="var(--pg-ink)">${letter.replace('<', '').replace('&', '')}</text>`);
    }));
    corners.forEach((row, y) => row.forEach((letter, x) => letter.trim() && parts.push(`<circle cx="${x * 100 + 100}" cy="${y * 100 + 100}" r="18" fill="var(--pg-red)"/>`)));
    this.board.draw({ svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Level being edited">${parts.join('')}</svg>`, caption: '' });
  }

  /** @param {string} text */
  solve(text) {
    const search = (this.search = new AbortController());
    this.solving.className = 'status';
    this.solving.textContent = 'Is it solvable? …';
    stream(`/api/solve/${this.world.id}`, { level: { text }, limits: { seconds: 10 } }, () => undefined, search.signal)
      .then((solved) => {
        const words = solved.solution ? `Solvable: ${plural(solved.measures.moves, 'move')}${solved.measures.pushes !== undefined ? `, ${plural(solved.measures.pushes, 'push')}` : ''}${solved.optimal ? ' (proven best)' : ''}.` : solved.status === 'unsolvable' ? 'Not solvable.' : `No solution found in 10 s (${thousands(solved.stats.expanded)} states).`;
        this.solving.className = solved.solution ? 'status good' : 'status warn';
        this.solving.textContent = words;
      })
      .catch((error) => !search.signal.aborted && (this.solving.textContent = error.message));
  }

  save() {
    return tried(async () => {
      const saved = await post(`/api/levels/${this.world.id}/save`, { id: this.own, title: this.name.value, text: this.sheet.text() });
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
      const room = await post('/api/puzzle', { world: this.world.id, level: { text: this.sheet.text() } });
      await go(`/puzzle/${this.world.id}/room/${room.id}`);
    });
  }
}

/** Positions of games: click a cell to change what stands on it. */
class PositionEditor {
  /** @param {any} world @param {any} kept */
  constructor(world, kept) {
    this.world = world;
    this.board = new Board({ tap: (cell) => this.change(cell) });
    this.text = h('textarea', { 'aria-label': 'The position as text', spellcheck: false, onchange: () => this.load({ position: this.text.value.trim() }) });
    this.status = h('p', { class: 'status', role: 'status' });
    this.side = select([['0', `${world.sides[0]} to move`], ['1', `${world.sides[1]} to move`]], '0', () => this.rewrite());
    const begin = world.setups.length > 1 ? select(world.setups.map((/** @type {any} */ entry) => [entry.id, entry.name]), world.setups[0].id, (value) => this.load({ setup: value })) : select(Array.from({ length: 11 }, (_, i) => [String(i + 2), `${i + 2} × ${i + 2}`]), '8', (value) => this.load({ size: value }));
    const button = (/** @type {string} */ text, /** @type {() => void} */ action, /** @type {any} */ more = {}) => h('button', { type: 'button', onclick: action, ...more }, text);
    this.element = h(
      'div',
      { class: 'play' },
      h('div', { class: 'stage' }, h('p', { class: 'quiet' }, `Click a place: empty, ${world.sides[0]}, ${world.sides[1]}, empty …`), this.board.element, this.status),
      h('div', null, h('div', { class: 'panel stage' }, field('Begin with', begin), field('Side', this.side), h('div', { class: 'row grow' }, button('Clear', () => this.clear()), button('↶ Undo', () => this.undo())), h('div', { class: 'row grow' }, button('Play and analyse', () => this.play(), { class: 'primary' }))), h('details', { class: 'panel', open: true }, h('summary', null, 'As text'), this.text)),
    );
    /** @type {string[]} */ this.past = [];
    /** @type {Map<string, number>} */ this.stones = new Map();
    this.load(kept?.position ? { position: kept.position } : {});
  }

  leave() {}

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== 'z') return false;
    this.undo();
    return true;
  }

  /** @param {any} options @param {boolean} [remember] */
  async load(options, remember = true) {
    try {
      const answer = await post(`/api/board/${this.world.id}`, { options });
      if (remember && this.text.value) this.past.push(this.text.value);
      this.board.draw(answer);
      this.text.value = answer.position;
      draft.keep(this.world.id, { position: answer.position });
      this.status.className = 'status';
      this.status.textContent = answer.ending ? `The game would be over: ${answer.ending.reason}.` : 'The position is valid.';
      this.readStones();
    } catch (error) {
      this.status.className = 'status warn';
      this.status.textContent = /** @type {any} */ (error).message;
    }
  }

  readStones() {
    this.names = [...(this.board.svg?.querySelectorAll('[data-cell]') ?? [])].map((cell) => /** @type {any} */ (cell).dataset.name);
    this.stones = new Map();
    if (this.world.id === 'abalone') {
      for (const [, name, colour] of this.text.value.matchAll(/([A-I]\d)([bw])/gi)) this.stones.set(name.toUpperCase(), colour.toLowerCase() === 'b' ? 0 : 1);
      this.side.value = /^\s*w/i.test(this.text.value) ? '1' : '0';
      return;
    }
    const [rows, side] = this.text.value.split(' ');
    const lines = rows.split('/');
    lines.forEach((/** @type {string} */ line, /** @type {number} */ i) => [...line].forEach((letter, x) => letter !== '.' && this.stones.set(`${String.fromCharCode(65 + x)}${lines.length - i}`, letter === 'X' ? 0 : 1)));
    this.side.value = side?.toUpperCase() === 'O' ? '1' : '0';
  }

  /** @param {number} cell */
  change(cell) {
    const name = this.names?.[cell];
    if (!name) return;
    const now = this.stones.get(name);
    if (now === undefined) this.stones.set(name, 0);
    else if (now === 0) this.stones.set(name, 1);
    else this.stones.delete(name);
    this.rewrite();
  }

  rewrite() {
    const second = this.side.value === '1';
    if (this.world.id === 'abalone') {
      const tokens = [...this.stones].map(([name, side]) => `${name}${side ? 'w' : 'b'}`);
      return this.load({ position: `${second ? 'w' : 'b'} ${tokens.join(',')}`.trim() });
    }
    const size = Math.round(Math.sqrt(this.names?.length ?? 64));
    const rows = Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_x, x) => { const stone = this.stones.get(`${String.fromCharCode(65 + x)}${size - i}`); return stone === undefined ? '.' : stone ? 'O' : 'X'; }).join(''));
    return this.load({ position: `${rows.join('/')} ${second ? 'O' : 'X'}` });
  }

  clear() {
    this.stones.clear();
    this.rewrite();
  }

  undo() {
    const text = this.past.pop();
    if (text) this.load({ position: text }, false);
  }

  play() {
    go(`/game/${this.world.id}#${new URLSearchParams({ position: this.text.value })}`);
  }
}
