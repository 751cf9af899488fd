// @ts-check
/** The turns of a game and of its variations, as the server tells them. */

export class Turns {
  constructor() {
    /** @type {Map<number, Api.NodeView>} */ this.nodes = new Map();
    /** Where somebody looks. */ this.cursor = 0;
    /** Where the game stands. */ this.tip = 0;
    /** The turns of the game itself. @type {Set<number>} */ this.game = new Set();
  }

  /** Takes in what a view tells. @param {Api.GameView} view */
  learn(view) {
    if (view.svg) this.nodes = new Map();
    for (const node of view.nodes) this.nodes.set(node.id, node);
    for (const id of view.dropped) this.nodes.delete(id);
    this.cursor = view.cursor;
    this.tip = view.tip;
    this.game = new Set(this.path(view.tip).map((node) => node.id));
  }

  /** @param {number} id @returns {Api.NodeView} */
  node(id) {
    const node = this.nodes.get(id);
    if (!node) throw new Error(`There is no turn ${id}.`);
    return node;
  }

  /** The turns that lead to a position. @param {number} id @returns {Api.NodeView[]} */
  path(id) {
    const path = [];
    for (let node = this.node(id); node.parent != null; node = this.node(node.parent)) path.push(node);
    return path.reverse();
  }

  /** The first way on from a position, to its end. @param {number} id @returns {Api.NodeView[]} */
  onward(id) {
    const line = [];
    for (let node = this.node(id); node.children.length; line.push(node)) node = this.node(node.children[0]);
    return line;
  }

  /** The line that is looked at: the way to the cursor, and on from there. */
  line() {
    return [...this.path(this.cursor), ...this.onward(this.cursor)];
  }

  /** Whether a turn is part of the game and not of a variation. @param {number} id */
  isGame(id) {
    return id === 0 || this.game.has(id);
  }

  /** Whether the cursor is where the game stands. */
  get live() {
    return this.cursor === this.tip;
  }

  /** The number of turns before it. @param {number} id */
  depth(id) {
    let depth = 0;
    for (let node = this.node(id); node.parent != null; node = this.node(node.parent)) depth += 1;
    return depth;
  }
}
