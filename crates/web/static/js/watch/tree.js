// @ts-check
/** A search tree to look at: pan by dragging, zoom by wheel, pinch or buttons, a click on a node shows its position. */
import { h, thousands } from '../dom.js';
import { place } from './layout.js';

/** Why a branch was cut, in words, and its colour. @type {Record<string, [string, string]>} */
const CUTS = {
  dead: ['dead end', 'var(--pg-red)'],
  infeasible: ['no solution, says the heuristic', 'var(--pg-purple)'],
  bound: ['over the bound', 'var(--pg-blue)'],
  width: ['not among the best', 'var(--pg-teal)'],
  duplicate: ['reached before', 'var(--soft)'],
};
/** Branches to states that were reached before are drawn in trees of up to so many nodes, other cuts up to so many; beyond, they hide the tree. */
const [MOST_DUPLICATES, MOST_CUTS] = [250, 4000];
/** The width of a node at zoom 1, and the size of its dot. */
const [ACROSS, DOT] = [14, 4.5];
/** The most and the least between two generations, in pixels, where all of the tree is seen. */
const [TALLEST, FLATTEST] = [54, 3];

/**
 * @typedef {import('./layout.js').Leaf & {id: number, step: string, g: number, h: number, born: number, expanded: number, cut?: string}} TreeNode
 * `born` and `expanded` count expansions; `cut` says why the branch ends here.
 */

export class Tree {
  /** @param {(node: TreeNode) => void} chosen */
  constructor(chosen) {
    this.chosen = chosen;
    this.canvas = h('canvas', { class: 'tree', role: 'img', 'aria-label': 'The search tree' });
    this.legend = h('p', { class: 'legend quiet' });
    const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ act) =>
      h('button', { type: 'button', class: 'ghost', 'aria-label': label, title: label, onclick: act }, text);
    this.element = h(
      'div',
      { class: 'tree-frame', hidden: true },
      this.canvas,
      h(
        'div',
        { class: 'row tree-tools' },
        button('+', 'Zoom in', () => this.zoom(1.4)),
        button('−', 'Zoom out', () => this.zoom(1 / 1.4)),
        button('⤢', 'Show the whole tree', () => this.fit()),
      ),
      this.legend,
    );
    /** @type {TreeNode[]} In the order in which they appear. */ this.nodes = [];
    /** @type {Set<TreeNode>} */ this.lit = new Set();
    /** @type {TreeNode | null} */ this.current = null;
    this.step = 0;
    this.over = false;
    this.view = { x: 0, y: 0, scale: 1, down: 30 };
    this.waiting = false;
    this.listen();
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  /**
   * Takes a tree. @param {TreeNode} root @param {TreeNode[]} nodes @param {TreeNode[]} cuts @param {TreeNode[]} solution
   */
  take(root, nodes, cuts, solution) {
    const shown = (nodes.length + cuts.length <= MOST_DUPLICATES ? cuts : cuts.filter((cut) => cut.cut !== 'duplicate')).slice(
      0,
      MOST_CUTS,
    );
    for (const node of nodes) node.children = [];
    for (const node of [...nodes, ...shown]) node.parent?.children.push(node);
    place(root);
    this.nodes = [...nodes, ...shown].sort((a, b) => a.born - b.born);
    this.lit = new Set(solution);
    this.element.hidden = false;
    this.canvas.setAttribute(
      'aria-label',
      `The search tree: ${thousands(nodes.length)} states${cuts.length ? `, ${thousands(cuts.length)} cut branches` : ''}`,
    );
    this.describe(cuts, shown);
    this.fit();
  }

  /** @param {TreeNode[]} cuts @param {TreeNode[]} shown */
  describe(cuts, shown) {
    const dot = (/** @type {string} */ colour, /** @type {string} */ text, /** @type {string} */ mark = '●') => {
      const sign = h('b', { 'aria-hidden': 'true' }, mark);
      sign.style.color = colour;
      return h('span', null, sign, ` ${text}`);
    };
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const { cut } of cuts) counts.set(cut ?? '', (counts.get(cut ?? '') ?? 0) + 1);
    const drawn = new Set(shown.map(({ cut }) => cut));
    this.legend.replaceChildren(
      dot('var(--pg-orange)', 'now'),
      dot('var(--accent)', 'expanded'),
      dot('var(--pg-gold)', 'waiting'),
      ...(this.lit.size ? [dot('var(--good)', 'the way to the solution', '━')] : []),
      ...[...counts].map(([why, count]) =>
        dot(CUTS[why]?.[1] ?? 'var(--soft)', `${CUTS[why]?.[0] ?? why}: ${thousands(count)}${drawn.has(why) ? '' : ' (not drawn)'}`, '×'),
      ),
    );
  }

  clear() {
    this.nodes = [];
    this.element.hidden = true;
  }

  /** Shows the tree after so many expansions. @param {number} step @param {TreeNode | null} current @param {boolean} over */
  at(step, current, over) {
    [this.step, this.current, this.over] = [step, current, over];
    this.draw();
  }

  /** Zooms so that all of it is seen. */
  fit() {
    if (!this.nodes.length) return;
    const box = { left: Infinity, right: -Infinity, deep: 0 };
    for (const node of this.nodes) {
      box.left = Math.min(box.left, node.x);
      box.right = Math.max(box.right, node.x);
      box.deep = Math.max(box.deep, node.y);
    }
    const { clientWidth: width, clientHeight: height } = this.canvas;
    // Trees are wide or deep: the two directions have scales of their own.
    const scale = Math.min(2, (width - 24) / ((box.right - box.left + 1) * ACROSS));
    const down = Math.min(TALLEST, Math.max(FLATTEST, (height - 36) / Math.max(1, box.deep)));
    this.view = { scale, down, x: width / 2 - ((box.left + box.right) / 2) * ACROSS * scale, y: 18 };
    this.draw();
  }

  /** @param {number} by @param {number} [x] @param {number} [y] */
  zoom(by, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    const scale = Math.min(6, Math.max(0.0005, this.view.scale * by));
    const ratio = scale / this.view.scale;
    this.view = { scale, down: this.view.down * ratio, x: x - (x - this.view.x) * ratio, y: y - (y - this.view.y) * ratio };
    this.draw();
  }

  /** Draws at the next frame, once. */
  draw() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.paint();
    });
  }

  /** How many nodes have appeared. */
  appeared() {
    let [low, high] = [0, this.nodes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.nodes[middle].born <= this.step) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  paint() {
    const canvas = /** @type {HTMLCanvasElement} */ (this.canvas);
    const context = canvas.getContext('2d');
    const { clientWidth: width, clientHeight: height } = canvas;
    if (!context || !width) return;
    const sharp = devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * sharp)) canvas.width = Math.round(width * sharp);
    if (canvas.height !== Math.round(height * sharp)) canvas.height = Math.round(height * sharp);
    context.setTransform(sharp, 0, 0, sharp, 0, 0);
    context.clearRect(0, 0, width, height);
    const style = getComputedStyle(canvas);
    const colour = (/** @type {string} */ name) => style.getPropertyValue(name.replace(/^var\((.*)\)$/, '$1')).trim() || 'gray';
    const nodes = this.nodes.slice(0, this.appeared());
    const seen = (/** @type {TreeNode} */ node) => {
      const [x, y] = this.spot(node);
      return x > -40 && x < width + 40 && y > -40 - this.view.down && y < height + 40 + this.view.down;
    };
    const inside = nodes.filter(seen);
    this.paintEdges(context, inside, colour);
    this.paintDots(context, inside, colour);
  }

  /** @param {CanvasRenderingContext2D} context @param {TreeNode[]} nodes @param {(name: string) => string} colour */
  paintEdges(context, nodes, colour) {
    const lines = (/** @type {TreeNode[]} */ some, /** @type {string} */ stroke, /** @type {number} */ wide) => {
      context.beginPath();
      for (const node of some) {
        if (!node.parent) continue;
        context.moveTo(...this.spot(/** @type {TreeNode} */ (node.parent)));
        context.lineTo(...this.spot(node));
      }
      context.strokeStyle = stroke;
      context.lineWidth = wide;
      context.stroke();
    };
    context.globalAlpha = 0.45;
    lines(
      nodes.filter((node) => !this.over || !this.lit.has(node)),
      colour('--soft'),
      Math.min(1.2, Math.max(0.5, this.view.scale)),
    );
    context.globalAlpha = 1;
    if (this.over)
      lines(
        nodes.filter((node) => this.lit.has(node)),
        colour('--good'),
        Math.max(2, 2.6 * this.view.scale),
      );
  }

  /** @param {CanvasRenderingContext2D} context @param {TreeNode[]} nodes @param {(name: string) => string} colour */
  paintDots(context, nodes, colour) {
    const radius = Math.min(7, Math.max(1.3, DOT * this.view.scale), Math.max(1.3, this.view.down * 0.4));
    /** @type {Map<string, TreeNode[]>} */
    const groups = new Map();
    for (const node of nodes) {
      const name = node.cut
        ? (CUTS[node.cut]?.[1] ?? 'var(--soft)')
        : this.over && this.lit.has(node)
          ? '--good'
          : node.expanded <= this.step
            ? '--accent'
            : '--pg-gold';
      const group = groups.get(name);
      if (group) group.push(node);
      else groups.set(name, [node]);
    }
    for (const [name, some] of groups) {
      context.beginPath();
      for (const node of some) {
        const [x, y] = this.spot(node);
        if (node.cut) {
          const arm = radius * 0.7;
          context.moveTo(x - arm, y - arm);
          context.lineTo(x + arm, y + arm);
          context.moveTo(x + arm, y - arm);
          context.lineTo(x - arm, y + arm);
        } else {
          context.moveTo(x + radius, y);
          context.arc(x, y, radius, 0, 2 * Math.PI);
        }
      }
      context.lineWidth = Math.max(1, radius * 0.4);
      context.strokeStyle = context.fillStyle = colour(name);
      if (some[0].cut) context.stroke();
      else context.fill();
    }
    if (!this.current || this.current.born > this.step) return;
    const [x, y] = this.spot(this.current);
    context.beginPath();
    context.arc(x, y, Math.max(4.5, radius * 1.5), 0, 2 * Math.PI);
    context.fillStyle = colour('--pg-orange');
    context.fill();
  }

  /** Where a node is on the canvas. @param {TreeNode} node @returns {[number, number]} */
  spot(node) {
    return [this.view.x + node.x * ACROSS * this.view.scale, this.view.y + node.y * this.view.down];
  }

  /** The node nearest to a point, if one is near. @param {number} x @param {number} y */
  near(x, y) {
    let [best, least] = [/** @type {TreeNode | null} */ (null), 18 ** 2];
    for (const node of this.nodes.slice(0, this.appeared())) {
      const [nx, ny] = this.spot(node);
      const distance = (nx - x) ** 2 + (ny - y) ** 2;
      if (distance < least) [best, least] = [node, distance];
    }
    return best;
  }

  listen() {
    const canvas = /** @type {HTMLCanvasElement} */ (this.canvas);
    /** @type {Map<number, {x: number, y: number}>} */
    const fingers = new Map();
    let travelled = 0;
    const inside = (/** @type {MouseEvent} */ event) => {
      const box = canvas.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    canvas.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        const { x, y } = inside(event);
        this.zoom(Math.exp(-event.deltaY / 400), x, y);
      },
      { passive: false },
    );
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      if (!fingers.size) travelled = 0;
      fingers.set(event.pointerId, inside(event));
    });
    canvas.addEventListener('pointermove', (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const now = inside(event);
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const spread = (/** @type {{x: number, y: number}} */ a) => Math.hypot(a.x - other.x, a.y - other.y) || 1;
        this.zoom(spread(now) / spread(before), other.x, other.y);
      } else {
        this.view.x += now.x - before.x;
        this.view.y += now.y - before.y;
      }
      travelled += Math.hypot(now.x - before.x, now.y - before.y);
      fingers.set(event.pointerId, now);
      this.draw();
    });
    canvas.addEventListener('pointerup', (event) => {
      fingers.delete(event.pointerId);
      const { x, y } = inside(event);
      const node = travelled < 6 && !fingers.size ? this.near(x, y) : null;
      if (node) this.chosen(node);
    });
    canvas.addEventListener('pointercancel', (event) => fingers.delete(event.pointerId));
  }
}
