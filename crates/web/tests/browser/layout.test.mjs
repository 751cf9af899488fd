// The places of a search tree's nodes, without a browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { place } from '../../static/js/watch/layout.js';

/** A tree of so many nodes, each under one that was there before. */
function grown(count, pick) {
  const nodes = [{ parent: null, children: [], x: 0, y: 0 }];
  for (let i = 1; i < count; i++) {
    const parent = nodes[Math.floor(pick(i) * nodes.length)];
    const node = { parent, children: [], x: 0, y: 0 };
    parent.children.push(node);
    nodes.push(node);
  }
  return nodes;
}

/** Numbers between 0 and 1 that are the same in every run. */
function numbers(seed) {
  let state = seed;
  return () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
}

test('parents stand over the middle of their children, and neighbours keep their distance and order', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const next = numbers(seed);
    const nodes = grown(2 + (seed % 60), next);
    place(nodes[0]);
    const rows = new Map();
    for (const node of nodes) {
      assert.equal(node.y, node.parent ? node.parent.y + 1 : 0);
      if (node.children.length) {
        const middle = (node.children[0].x + node.children[node.children.length - 1].x) / 2;
        assert.ok(Math.abs(node.x - middle) < 1e-6, `seed ${seed}`);
      }
      rows.set(node.y, [...(rows.get(node.y) ?? []), node]);
    }
    // Walk the tree in order: what comes later in a row stands to the right.
    const last = new Map();
    const walk = (node) => {
      if (last.has(node.y)) assert.ok(node.x - last.get(node.y) > 1 - 1e-6, `seed ${seed}, row ${node.y}`);
      last.set(node.y, node.x);
      node.children.forEach(walk);
    };
    walk(nodes[0]);
  }
});

test('equal subtrees are drawn equally', () => {
  const fork = (parent) => {
    const node = { parent, children: [], x: 0, y: 0 };
    node.children = [0, 1].map(() => ({ parent: node, children: [], x: 0, y: 0 }));
    return node;
  };
  const root = { parent: null, children: [], x: 0, y: 0 };
  root.children = [fork(root), { parent: root, children: [], x: 0, y: 0 }, fork(root)];
  place(root);
  const width = (node) => node.children[1].x - node.children[0].x;
  assert.equal(width(root.children[0]), width(root.children[2]));
  assert.equal(root.children[1].x - root.children[0].x, root.children[2].x - root.children[1].x);
});

test('a path of a hundred thousand states is placed without recursion', () => {
  const nodes = grown(100_000, () => 0.9999999);
  place(nodes[0]);
  assert.equal(nodes[nodes.length - 1].y, 99_999);
});
