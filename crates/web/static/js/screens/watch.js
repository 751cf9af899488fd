// @ts-check
/** Watch a search work: the board, the numbers, the tree, on a timeline; two methods side by side. */
import { catalog, post, stream } from '../api.js';
import { Board } from '../board.js';
import { download, field, h, plural, select, thousands, tried } from '../dom.js';
import { s } from '../graph.js';
import { methodPicker } from '../methods.js';

/** @returns {Promise<import('../main.js').Screen>} */
export async function show() {
  const { worlds } = await catalog();
  const puzzles = worlds.filter((/** @type {any} */ world) => world.kind === 'puzzle');
  const screen = new WatchScreen(puzzles);
  return { element: screen.element, title: 'Watch a search', leave: () => screen.leave(), key: (event) => screen.key(event) };
}

/** A cost as people count it: what lies below a step only breaks ties. @param {number} value */
const cost = (value) => (value === null || value === undefined ? '–' : Number(value.toFixed(1)));

/**
 * Reads a trace file: JSON, the head and then an event a line.
 * @param {string} name @param {string} text
 * @returns {{head: any, events: any[]}}
 */
function readTrace(name, text) {
  const lines = text.split('\n').filter((line) => line.trim());
  const [head, ...events] = lines.map((line, i) => {
    try {
      return JSON.parse(line);
    } catch {
      throw new Error(`${name} is not a trace: line ${i + 1} is not JSON.`);
    }
  });
  if (!head?.world || !head.level || !head.solved) throw new Error(`${name} is not a trace: its first line does not name a level and how the search ended. “plyground compare --trace” writes such files.`);
  return { head, events };
}

class WatchScreen {
  /** @param {any[]} worlds */
  constructor(worlds) {
    this.worlds = worlds;
    this.playing = 0;
    /** @type {Pane[]} */ this.panes = [];
    this.build();
    this.choose();
  }

  build() {
    this.worldMenu = select(this.worlds.map((world) => [world.id, world.name]), this.worlds[0].id, () => this.choose());
    this.pack = h('select', { onchange: () => this.chooseLevel() });
    this.level = h('input', { type: 'number', class: 'short', min: 1, value: 1, onchange: () => this.chooseLevel() });
    this.two = h('input', { type: 'checkbox', onchange: () => this.choose() });
    this.events = select([['2000', '2,000'], ['20000', '20,000'], ['100000', '100,000']], '20000');
    this.timeline = h('input', { type: 'range', min: 0, max: 1000, value: 0, 'aria-label': 'Timeline', oninput: () => { this.playing = 0; this.at(Number(this.timeline.value)); } });
    this.speed = h('input', { type: 'range', min: 1, max: 100, value: 25, 'aria-label': 'Speed' });
    this.playButton = h('button', { type: 'button', onclick: () => this.toggle(), disabled: true }, '▶ Play');
    this.back = h('button', { type: 'button', onclick: () => this.jump(-1), disabled: true, 'aria-label': 'One expansion back' }, '◀');
    this.on = h('button', { type: 'button', onclick: () => this.jump(1), disabled: true, 'aria-label': 'One expansion on' }, '▶|');
    this.panesElement = h('div', { class: 'panes' });
    this.file = h('input', { type: 'file', accept: '.jsonl', hidden: true, 'aria-label': 'Trace file', onchange: () => { this.open(this.file.files?.[0]); this.file.value = ''; } });
    this.saveButton = h('button', { type: 'button', disabled: true, onclick: () => this.panes.forEach((pane) => pane.save()) }, 'Save trace');
    this.element = h(
      'div',
      { class: 'page' },
      h('h1', null, 'Watch a search'),
      h('p', { class: 'quiet' }, 'Pick a level and a method. The search runs once and is then replayed: what it expands, what waits, and the tree it grows.'),
      h('div', { class: 'panel row' }, field('World', this.worldMenu), field('Pack', this.pack), field('Level', this.level), field('Events at most', this.events), h('label', { class: 'check' }, this.two, 'Two methods side by side'), h('button', { class: 'primary', type: 'button', onclick: () => this.record() }, 'Search'), this.saveButton, h('button', { type: 'button', onclick: () => this.file.click() }, 'Open trace …'), this.file),
      h('div', { class: 'panel stage' }, this.timeline, h('div', { class: 'row' }, this.back, this.playButton, this.on, field('Speed', this.speed))),
      this.panesElement,
    );
    this.element.addEventListener('dragover', (/** @type {DragEvent} */ event) => event.preventDefault());
    this.element.addEventListener('drop', (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      this.open(event.dataTransfer?.files[0]);
    });
  }

  /** Replays a recorded search. @param {File} [file] */
  open(file) {
    return tried(async () => {
      if (!file) return;
      const trace = readTrace(file.name, await file.text());
      if (!this.worlds.some((world) => world.id === trace.head.world)) throw new Error(`${file.name} is of a world that is not known here: ${trace.head.world}.`);
      this.worldMenu.value = trace.head.world;
      this.two.checked = false;
      await this.choose();
      const [pane] = this.panes;
      pane.picker.set(trace.head.solved.method);
      await pane.prepare({ text: trace.head.level });
      pane.take(trace);
      await this.replay();
    });
  }

  leave() {
    this.playing = 0;
    for (const pane of this.panes) pane.search?.abort();
  }

  world() {
    return this.worlds.find((world) => world.id === this.worldMenu.value);
  }

  choose() {
    const world = this.world();
    this.pack.replaceChildren(...world.packs.map((/** @type {any} */ pack) => h('option', { value: pack.name }, pack.name)));
    const specs = ['astar', 'bfs'];
    this.panes = (this.two.checked ? specs : specs.slice(0, 1)).map((spec) => new Pane(world, spec));
    this.panesElement.replaceChildren(...this.panes.map((pane) => pane.element));
    return this.chooseLevel();
  }

  address() {
    return { pack: this.pack.value, level: Number(this.level.value) || 1 };
  }

  chooseLevel() {
    this.playing = 0;
    for (const button of [this.playButton, this.back, this.on, this.saveButton]) button.disabled = true;
    return Promise.all(this.panes.map((pane) => pane.prepare(this.address())));
  }

  record() {
    return tried(async () => {
      this.playing = 0;
      await Promise.all(this.panes.map((pane) => pane.record(this.address(), Number(this.events.value))));
      await this.replay();
    });
  }

  async replay() {
    this.timeline.max = String(Math.max(...this.panes.map((pane) => pane.expanded.length), 1));
    for (const button of [this.playButton, this.back, this.on, this.saveButton]) button.disabled = false;
    await this.at(0);
    this.toggle();
  }

  /** @param {number} step */
  at(step) {
    this.timeline.value = String(step);
    return Promise.all(this.panes.map((pane) => pane.at(step)));
  }

  /** @param {number} by */
  jump(by) {
    this.playing = 0;
    return this.at(Math.max(0, Math.min(Number(this.timeline.max), Number(this.timeline.value) + by)));
  }

  async toggle() {
    if (this.playing) {
      this.playing = 0;
      this.playButton.textContent = '▶ Play';
      return;
    }
    const run = (this.playing = Date.now());
    this.playButton.textContent = '❚❚ Pause';
    while (this.playing === run && Number(this.timeline.value) < Number(this.timeline.max)) {
      const speed = Number(this.speed.value);
      const stride = Math.max(1, Math.round((speed / 25) ** 3 * (Number(this.timeline.max) / 400)));
      await this.at(Math.min(Number(this.timeline.max), Number(this.timeline.value) + stride));
      await new Promise((done) => setTimeout(done, speed < 25 ? 900 - speed * 32 : 60));
    }
    if (this.playing === run) this.playing = 0;
    this.playButton.textContent = '▶ Play';
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === ' ') this.toggle();
    else if (event.key === 'ArrowRight') this.jump(1);
    else if (event.key === 'ArrowLeft') this.jump(-1);
    else return false;
    return true;
  }
}

/** One search: its board, numbers and tree. */
class Pane {
  /** @param {any} world @param {string} spec */
  constructor(world, spec) {
    this.world = world;
    this.board = new Board();
    const general = world.methods.filter((/** @type {any} */ method) => method.id !== world.default_method);
    this.picker = methodPicker({ methods: general, heuristics: world.heuristics, value: general.some((/** @type {any} */ method) => method.id === spec) ? spec : general[0].id });
    this.facts = h('p', { class: 'status mono', role: 'status' }, ' ');
    this.treeFrame = h('div', { class: 'tree' });
    this.element = h('section', { class: 'panel stage small-board' }, this.picker.element, this.board.element, this.facts, this.treeFrame);
    /** @type {AbortController | null} */ this.search = null;
    /** @type {any[]} */ this.expanded = [];
    /** @type {Map<number, any>} */ this.nodes = new Map();
    this.drawing = false;
    /** @type {{head: any, events: any[]} | undefined} */ this.trace = undefined;
    /** The moves of the position that is to be shown. @type {string | undefined} */ this.wanted = undefined;
  }

  /** @param {any} level */
  prepare(level) {
    this.level = level;
    this.expanded = [];
    this.treeFrame.replaceChildren();
    this.facts.textContent = ' ';
    return tried(async () => this.board.draw(await post(`/api/position/${this.world.id}`, { level, whole: true })));
  }

  /** @param {any} level @param {number} events */
  async record(level, events) {
    this.level = level;
    this.search?.abort();
    this.search = new AbortController();
    this.facts.textContent = 'Searching …';
    this.take(await stream(`/api/watch/${this.world.id}`, { level, method: this.picker.value(), events, limits: { seconds: 20 } }, () => undefined, this.search.signal));
  }

  /** Takes a recorded search. @param {{head: any, events: any[]}} trace */
  take(trace) {
    this.trace = trace;
    this.expanded = [];
    this.nodes = new Map();
    let generated = 0;
    for (const event of trace.events) {
      if (event.event === 'generated') {
        generated += 1;
        const parent = this.nodes.get(event.parent);
        const first = !this.nodes.has(event.id);
        this.nodes.set(event.id, { id: event.id, parent: event.parent, step: event.step, g: event.g, h: event.h, depth: (parent?.depth ?? 0) + 1, born: first ? this.expanded.length : this.nodes.get(event.id).born, order: first ? this.nodes.size : this.nodes.get(event.id).order });
      } else if (event.event === 'expanded') {
        if (!this.nodes.has(event.id)) this.nodes.set(event.id, { id: event.id, parent: null, step: '', g: event.g, h: event.h, depth: 0, born: 0, order: 0 });
        this.expanded.push({ ...event, generated });
      }
    }
    this.layout();
  }

  save() {
    if (!this.trace) return;
    const { head, events } = this.trace;
    download(`${head.title || head.world}-${head.solved.method}.jsonl`, [head, ...events].map((line) => `${JSON.stringify(line)}\n`).join(''));
  }

  /** Places the nodes: depth downwards, order across; large trees are sampled. */
  layout() {
    const nodes = [...this.nodes.values()];
    const most = 2000;
    const kept = nodes.length <= most ? nodes : nodes.filter((_, i) => i % Math.ceil(nodes.length / most) === 0 || i < 50);
    const deepest = Math.max(1, ...kept.map((node) => node.depth));
    /** @type {Map<number, any[]>} */
    const rows = new Map();
    for (const node of kept) rows.set(node.depth, [...(rows.get(node.depth) ?? []), node]);
    for (const row of rows.values()) row.forEach((node, i) => { node.x = ((i + 0.5) / row.length) * 600; node.y = 12 + (node.depth / deepest) * 296; });
    const picture = s('svg', { viewBox: '0 0 600 320', preserveAspectRatio: 'none', class: 'tree', role: 'img', 'aria-label': `The search tree: ${nodes.length} states, depth ${deepest}${kept.length < nodes.length ? ', a sample of it' : ''}` });
    for (const node of kept) {
      const parent = this.nodes.get(node.parent);
      if (parent?.x !== undefined) node.edge = s('path', { d: `M${parent.x} ${parent.y}L${node.x} ${node.y}`, stroke: 'var(--line)', 'stroke-width': 1 });
      node.dot = s('circle', { cx: node.x, cy: node.y, r: kept.length > 300 ? 2 : 3.5, fill: 'var(--soft)' });
      if (node.edge) picture.append(node.edge);
    }
    for (const node of kept) picture.append(node.dot);
    this.kept = kept;
    this.treeFrame.replaceChildren(picture);
  }

  /** @param {any} node */
  path(node) {
    const steps = [];
    for (let at = node; at && at.parent !== null && steps.length < 20000; at = this.nodes.get(at.parent)) steps.push(at.step);
    return steps.reverse().join('');
  }

  /** Shows the search after so many expansions. @param {number} step */
  async at(step) {
    if (!this.expanded.length) return;
    const index = Math.min(step, this.expanded.length - 1);
    const event = this.expanded[index];
    const over = step >= this.expanded.length && this.trace?.head.solved.solution;
    const done = new Set(this.expanded.slice(0, index + 1).map((entry) => entry.id));
    for (const node of this.kept ?? []) {
      const there = node.born <= index;
      node.dot.style.display = there ? '' : 'none';
      if (node.edge) node.edge.style.display = there ? '' : 'none';
      node.dot.style.fill = node.id === event.id ? 'var(--pg-orange)' : done.has(node.id) ? 'var(--accent)' : 'var(--pg-gold)';
      node.dot.setAttribute('r', node.id === event.id ? '7' : (this.kept ?? []).length > 300 ? '2' : '3.5');
    }
    const { solved, cut } = /** @type {any} */ (this.trace).head;
    this.facts.textContent = over
      ? `${solved.status}: ${plural(solved.measures.moves, 'move')}, ${thousands(solved.stats.expanded)} expanded`
      : `${index + 1}. expansion  f=${cost(event.f)} g=${cost(event.g)} h=${cost(event.h)}  waiting ${thousands(event.frontier)}  generated ${thousands(event.generated)}${cut && index === this.expanded.length - 1 ? '  (recording ends here)' : ''}`;
    await this.showAfter(over ? solved.solution : this.path(this.nodes.get(event.id)));
  }

  /** Draws the board after these moves; while one drawing is under way, only the newest wish is kept. @param {string} moves */
  async showAfter(moves) {
    this.wanted = moves;
    if (this.drawing) return;
    this.drawing = true;
    try {
      for (let shown; shown !== this.wanted; ) {
        shown = this.wanted;
        this.board.show(await post(`/api/position/${this.world.id}`, { level: this.level, moves: shown, options: this.trace?.head.options }));
      }
    } finally {
      this.drawing = false;
    }
  }
}
