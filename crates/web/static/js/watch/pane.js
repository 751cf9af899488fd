// @ts-check
/** One search that is watched: its board with the heat of visited squares, its numbers and its tree. */
import { post, stream } from '../api.js';
import { Board } from '../board.js';
import { download, h, plural, thousands, tried } from '../dom.js';
import { methodPicker } from '../methods.js';
import { Tree } from './tree.js';

/** @typedef {import('./tree.js').TreeNode & {cell?: number | null}} Node */
/** @typedef {{head: Api.TraceHead, events: Api.TraceEvent[]}} Trace */
/** @typedef {Extract<Api.TraceEvent, {event: 'expanded'}>} Expanded */

/** A cost as people count it: what lies below a step only breaks ties. @param {number | null | undefined} value */
const cost = (value) => (value === null || value === undefined ? '–' : Number(value.toFixed(1)));
/** Where a step leads the piece that is steered, in cells. @type {Record<string, [number, number]>} */
const STEPS = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };
/** The distance of two cells in a drawing. */
const CELL = 100;

export class Pane {
  /** @param {import('../api.js').PuzzleWorld} world @param {string} spec */
  constructor(world, spec) {
    this.world = world;
    this.board = new Board();
    const general = world.methods.filter((method) => method.id !== world.default_method);
    this.picker = methodPicker({
      methods: general,
      heuristics: world.heuristics,
      value: spec && general.some((method) => spec.startsWith(method.id)) ? spec : general[0].id,
    });
    this.facts = h('p', { class: 'status mono', role: 'status' }, ' ');
    this.tree = new Tree((node) => this.look(/** @type {Node} */ (node)));
    this.element = h(
      'section',
      { class: 'panel stage small-board' },
      this.picker.element,
      this.board.element,
      this.facts,
      this.tree.element,
    );
    /** @type {AbortController | null} */ this.search = null;
    /** @type {(Expanded & {generated: number})[]} */ this.expanded = [];
    /** @type {Map<number, Node>} */ this.nodes = new Map();
    /** How often each cell was visited up to `heated` expansions. @type {Map<number, number>} */ this.visits = new Map();
    this.heated = 0;
    this.drawing = false;
    /** @type {Trace | undefined} */ this.trace = undefined;
    /** The moves of the position that is to be shown. @type {string | undefined} */ this.wanted = undefined;
  }

  /** @param {Api.LevelRef} level */
  prepare(level) {
    this.level = level;
    this.expanded = [];
    this.trace = undefined;
    this.tree.clear();
    this.facts.textContent = ' ';
    return tried(async () => this.board.draw(await post(`/api/position/${this.world.id}`, { level, whole: true })));
  }

  /** @param {Api.LevelRef} level @param {number} events */
  async record(level, events) {
    this.level = level;
    this.search?.abort();
    this.search = new AbortController();
    this.facts.textContent = 'Searching …';
    const trace = await stream(
      `/api/watch/${this.world.id}`,
      { level, method: this.picker.value(), events, limits: { seconds: 20 } },
      () => undefined,
      this.search.signal,
    );
    this.board.draw(await post(`/api/position/${this.world.id}`, { level, whole: true }));
    this.take(trace);
  }

  /** Takes a recorded search. @param {Trace} trace */
  take(trace) {
    this.trace = trace;
    this.expanded = [];
    this.nodes = new Map();
    this.visits = new Map();
    this.heated = 0;
    /** @type {Node[]} */
    const cuts = [];
    let generated = 0;
    const node = (/** @type {{id: number, step?: string, g: number, h: number}} */ event, /** @type {Node | null} */ parent) =>
      /** @type {Node} */ ({
        id: event.id,
        step: event.step ?? '',
        g: event.g,
        h: event.h,
        parent,
        children: [],
        x: 0,
        y: 0,
        born: this.expanded.length,
        expanded: Infinity,
      });
    for (const event of trace.events) {
      if (event.event === 'generated') {
        generated += 1;
        const parent = this.nodes.get(event.parent) ?? null;
        const known = this.nodes.get(event.id);
        if (!known) this.nodes.set(event.id, node(event, parent));
        else if (parent && !below(parent, known)) Object.assign(known, { parent, step: event.step, g: event.g, h: event.h });
      } else if (event.event === 'expanded') {
        if (!this.nodes.has(event.id)) this.nodes.set(event.id, node(event, null));
        const known = /** @type {Node} */ (this.nodes.get(event.id));
        known.expanded = Math.min(known.expanded, this.expanded.length);
        this.expanded.push({ ...event, generated });
      } else if (event.event === 'pruned' && this.nodes.has(event.parent)) {
        cuts.push({ ...node({ step: event.step, id: -1, g: NaN, h: NaN }, this.nodes.get(event.parent) ?? null), cut: event.why });
      }
    }
    const [root, ...others] = [...this.nodes.values()].filter((entry) => !entry.parent);
    if (!root) return;
    // A search that starts over may begin again from states that were not generated; they hang from the first.
    for (const other of others) other.parent = root;
    this.locate(root);
    this.tree.take(root, [...this.nodes.values()], cuts, this.solutionPath(root));
  }

  /** Where the piece that is steered stands in each state, as far as steps say so. @param {Node} root */
  locate(root) {
    const start = this.board.svg?.querySelector('.piece.steered')?.getAttribute('data-at');
    if (start === null || start === undefined) return;
    /** @type {Map<string, number>} */
    const cells = new Map();
    const key = (/** @type {{x: number, y: number}} */ { x, y }) => `${Math.round(x / CELL - 0.5)} ${Math.round(y / CELL - 0.5)}`;
    for (const element of this.board.svg?.querySelectorAll('[data-cell]') ?? []) {
      const cell = Number(/** @type {SVGElement} */ (element).dataset.cell);
      const centre = this.board.centre(cell);
      if (centre) cells.set(key(centre), cell);
    }
    const move = (/** @type {number | null} */ cell, /** @type {string} */ steps) => {
      const at = cell === null ? null : this.board.centre(cell);
      if (!at) return null;
      for (const letter of steps.toUpperCase()) {
        const [dx, dy] = STEPS[letter] ?? [NaN, NaN];
        at.x += dx * CELL;
        at.y += dy * CELL;
      }
      return cells.get(key(at)) ?? null;
    };
    root.cell = Number(start);
    for (const entry of this.nodes.values())
      entry.cell = entry === root ? root.cell : move(/** @type {Node | null} */ (entry.parent)?.cell ?? null, entry.step);
  }

  /** The states on the way to the solution. @param {Node} root @returns {Node[]} */
  solutionPath(root) {
    const solution = this.trace?.head.solved.solution;
    if (!solution) return [];
    /** @type {Map<Node, Node[]>} */
    const children = new Map();
    for (const entry of this.nodes.values())
      if (entry.parent)
        children.set(/** @type {Node} */ (entry.parent), [...(children.get(/** @type {Node} */ (entry.parent)) ?? []), entry]);
    /** @type {Array<{node: Node, rest: string, path: Node[]}>} */
    const open = [{ node: root, rest: solution, path: [root] }];
    let longest = open[0].path;
    while (open.length) {
      const { node, rest, path } = /** @type {{node: Node, rest: string, path: Node[]}} */ (open.pop());
      if (path.length > longest.length) longest = path;
      if (!rest) return path;
      for (const child of children.get(node) ?? [])
        if (child.step && rest.startsWith(child.step))
          open.push({ node: child, rest: rest.slice(child.step.length), path: [...path, child] });
    }
    return longest;
  }

  save() {
    if (!this.trace) return;
    const { head, events } = this.trace;
    download(
      `${head.title || head.world}-${head.solved.method}.jsonl`,
      [head, ...events].map((line) => `${JSON.stringify(line)}\n`).join(''),
    );
  }

  /** The moves from the start to a state. @param {Node | undefined} node */
  path(node) {
    const steps = [];
    for (let at = node; at?.parent && steps.length < 20000; at = /** @type {Node} */ (at.parent)) steps.push(at.step);
    return steps.reverse().join('');
  }

  /** Shows the search after so many expansions. @param {number} step */
  async at(step) {
    if (!this.expanded.length) return;
    const index = Math.min(step, this.expanded.length - 1);
    const event = this.expanded[index];
    const { solved, cut } = /** @type {Trace} */ (this.trace).head;
    const over = step >= this.expanded.length && solved.solution;
    this.tree.at(index, this.nodes.get(event.id) ?? null, Boolean(over));
    this.facts.textContent = over
      ? `${solved.status}: ${plural(solved.moves ?? 0, 'move')}, ${thousands(solved.stats.expanded)} expanded`
      : `${index + 1}. expansion  f=${cost(event.f)} g=${cost(event.g)} h=${cost(event.h)}  waiting ${thousands(event.frontier)}  generated ${thousands(event.generated)}${cut && index === this.expanded.length - 1 ? '  (recording ends here)' : ''}`;
    this.warmTo(index);
    await this.showAfter(over || this.path(this.nodes.get(event.id)));
  }

  /** Counts the visits up to an expansion. @param {number} index */
  warmTo(index) {
    const add = (/** @type {number} */ at, /** @type {number} */ by) => {
      const cell = this.nodes.get(this.expanded[at].id)?.cell;
      if (cell !== null && cell !== undefined) this.visits.set(cell, (this.visits.get(cell) ?? 0) + by);
    };
    while (this.heated <= index) add(this.heated++, 1);
    while (this.heated > index + 1) add(--this.heated, -1);
    const most = Math.max(1, ...this.visits.values());
    this.board.heat(new Map([...this.visits].map(([cell, count]) => [cell, (count / most) ** 0.7])));
  }

  /** Shows the position of a state that was chosen in the tree. @param {Node} node */
  look(node) {
    const moves = this.path(node);
    const words = node.cut ? `cut: ${node.cut}` : `f=${cost(node.g + node.h)} g=${cost(node.g)} h=${cost(node.h)}`;
    this.facts.textContent = `${words}  ${moves ? `after ${moves.length > 60 ? `…${moves.slice(-60)}` : moves}` : 'the start'}`;
    this.tree.at(this.tree.step, node, this.tree.over);
    return tried(() => this.showAfter(moves));
  }

  /** Draws the board after these moves; while one drawing is under way, only the newest wish is kept. @param {string} moves */
  async showAfter(moves) {
    this.wanted = moves;
    if (this.drawing) return;
    this.drawing = true;
    try {
      for (let shown; shown !== this.wanted;) {
        shown = this.wanted;
        this.board.show(
          await post(`/api/position/${this.world.id}`, { level: this.level, moves: shown, options: this.trace?.head.options }),
        );
      }
    } finally {
      this.drawing = false;
    }
  }
}

/** Whether a node hangs from another: a cheaper way may come from its own descendants where a search starts over. @param {import('./layout.js').Leaf | null} node @param {Node} above */
function below(node, above) {
  for (let at = node; at; at = at.parent) if (at === above) return true;
  return false;
}
