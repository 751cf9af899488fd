// @ts-check
/** The keys of a puzzle, and what they mean. */
import { dialog, h } from '../dom.js';

const KEYS = [
  ['Arrows or W A S D', 'move'],
  ['Z / Y', 'undo / redo'],
  ['R', 'restart (can be undone)'],
  ['H', 'hint'],
  ['L', 'levels'],
  ['N / P', 'next / previous level'],
  ['1 … 9', 'solve with a method'],
  ['Space', 'play or pause a solution'],
  ['M', 'back to the menu'],
  ['?', 'this help'],
];
/** The arrow that a key means. @type {Record<string, string>} */
export const ARROWS = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  w: 'up',
  s: 'down',
  a: 'left',
  d: 'right',
};
/** The buttons of the pad, row by row. @type {Array<[string, string] | null>} */
const PAD = [null, ['up', '↑'], null, ['left', '←'], ['down', '↓'], ['right', '→']];

/** The step of a world that an arrow makes. @param {import('../api.js').PuzzleWorld} world @param {string} arrow */
export const stepOf = (world, arrow) => world.steps.find((step) => step.arrow === arrow);

/** Buttons for thumbs. @param {import('../api.js').PuzzleWorld} world @param {(arrow: string) => void} step */
export function pad(world, step) {
  const buttons = PAD.map((entry) => {
    const meant = entry && stepOf(world, entry[0]);
    if (!meant) return h('span');
    const label = meant.word[0].toUpperCase() + meant.word.slice(1);
    return h('button', { type: 'button', 'aria-label': label, onclick: () => step(entry[0]) }, entry[1]);
  });
  return h('div', { class: 'pad', 'aria-label': 'Move' }, buttons);
}

/** @param {import('../api.js').PuzzleWorld} world */
export function showKeys(world) {
  const methods = world.quick_methods.map((/** @type {string} */ id, /** @type {number} */ i) => [
    h('kbd', null, i + 1),
    h('span', null, `${id}: ${world.methods.find((method) => method.id === id)?.summary}`),
  ]);
  dialog('Keys', [
    h(
      'div',
      { class: 'keys' },
      KEYS.map(([keys, words]) => [h('kbd', null, keys), h('span', null, words)]),
    ),
    h('h3', null, 'Methods'),
    h('div', { class: 'keys' }, methods),
  ]);
}
