// @ts-check
/**
 * Places the nodes of a tree: children under their parents, parents over the middle of their children, subtrees as
 * close as they fit, equal subtrees drawn equally. Walker's algorithm in linear time (after Buchheim, Jünger and
 * Leipert), without recursion: a depth-first search may be thousands of steps deep.
 */

/**
 * @typedef {object} Leaf What is placed. `x` and `y` count in widths of a node and in generations.
 * @property {Leaf | null} parent
 * @property {Leaf[]} children
 * @property {number} x
 * @property {number} y
 */
/** @typedef {{prelim: number, mod: number, shift: number, change: number, number: number, thread: Leaf | null, ancestor: Leaf}} Place */

/** Sets `x` and `y` of every node of a tree. @param {Leaf} root */
export function place(root) {
  const order = postOrder(root);
  /** @type {Map<Leaf, Place>} */
  const places = new Map();
  for (const node of order) places.set(node, { prelim: 0, mod: 0, shift: 0, change: 0, number: 0, thread: null, ancestor: node });
  const at = (/** @type {Leaf} */ node) => /** @type {Place} */ (places.get(node));
  for (const node of order) node.children.forEach((child, i) => (at(child).number = i));
  /** The default ancestor of each node's children. @type {Map<Leaf, Leaf>} */
  const usual = new Map();
  for (const node of order) {
    const left = node.parent ? node.parent.children[at(node).number - 1] : undefined;
    settle(node, left, at);
    if (!node.parent) continue;
    const first = usual.get(node.parent) ?? node.parent.children[0];
    usual.set(node.parent, left ? apart(node, left, first, at) : first);
  }
  // From the root down: what the ancestors were moved by.
  /** @type {Map<Leaf, number>} */
  const moved = new Map([[root, -at(root).prelim]]);
  for (let i = order.length - 1; i >= 0; i--) {
    const node = order[i];
    const by = moved.get(node) ?? 0;
    node.x = at(node).prelim + by;
    node.y = node.parent ? node.parent.y + 1 : 0;
    for (const child of node.children) moved.set(child, by + at(node).mod);
    moved.delete(node);
  }
}

/** Children before their parents, left before right. @param {Leaf} root @returns {Leaf[]} */
function postOrder(root) {
  const order = [];
  const stack = [root];
  while (stack.length) {
    const node = /** @type {Leaf} */ (stack.pop());
    order.push(node);
    stack.push(...node.children);
  }
  return order.reverse();
}

/** A node beside its left neighbour and over its children. @param {Leaf} node @param {Leaf | undefined} left @param {(node: Leaf) => Place} at */
function settle(node, left, at) {
  const here = at(node);
  const beside = left ? at(left).prelim + 1 : 0;
  if (!node.children.length) {
    here.prelim = beside;
    return;
  }
  let [shift, change] = [0, 0];
  for (let i = node.children.length - 1; i >= 0; i--) {
    const child = at(node.children[i]);
    child.prelim += shift;
    child.mod += shift;
    change += child.change;
    shift += child.shift + change;
  }
  const middle = (at(node.children[0]).prelim + at(node.children[node.children.length - 1]).prelim) / 2;
  here.prelim = left ? beside : middle;
  here.mod = left ? beside - middle : 0;
}

/** Moves a subtree to the right until it is clear of those to its left. @param {Leaf} node @param {Leaf} left @param {Leaf} usual @param {(node: Leaf) => Place} at */
function apart(node, left, usual, at) {
  const nextLeft = (/** @type {Leaf} */ v) => v.children[0] ?? at(v).thread;
  const nextRight = (/** @type {Leaf} */ v) => v.children[v.children.length - 1] ?? at(v).thread;
  const parent = /** @type {Leaf} */ (node.parent);
  let [innerRight, outerRight, innerLeft, outerLeft] = [node, node, left, parent.children[0]];
  let [sir, sor, sil, sol] = [at(innerRight).mod, at(outerRight).mod, at(innerLeft).mod, at(outerLeft).mod];
  while (nextRight(innerLeft) && nextLeft(innerRight)) {
    innerLeft = /** @type {Leaf} */ (nextRight(innerLeft));
    innerRight = /** @type {Leaf} */ (nextLeft(innerRight));
    outerLeft = /** @type {Leaf} */ (nextLeft(outerLeft));
    outerRight = /** @type {Leaf} */ (nextRight(outerRight));
    at(outerRight).ancestor = node;
    const shift = at(innerLeft).prelim + sil - (at(innerRight).prelim + sir) + 1;
    if (shift > 0) {
      const ancestor = at(innerLeft).ancestor;
      move(ancestor.parent === parent ? ancestor : usual, node, shift, at);
      sir += shift;
      sor += shift;
    }
    sil += at(innerLeft).mod;
    sir += at(innerRight).mod;
    sol += at(outerLeft).mod;
    sor += at(outerRight).mod;
  }
  if (nextRight(innerLeft) && !nextRight(outerRight)) {
    at(outerRight).thread = nextRight(innerLeft);
    at(outerRight).mod += sil - sor;
  }
  if (nextLeft(innerRight) && !nextLeft(outerLeft)) {
    at(outerLeft).thread = nextLeft(innerRight);
    at(outerLeft).mod += sir - sol;
    return node;
  }
  return usual;
}

/** @param {Leaf} from @param {Leaf} to @param {number} shift @param {(node: Leaf) => Place} at */
function move(from, to, shift, at) {
  const [a, b] = [at(from), at(to)];
  const each = shift / (b.number - a.number);
  b.change -= each;
  b.shift += shift;
  a.change += each;
  b.prelim += shift;
  b.mod += shift;
}
