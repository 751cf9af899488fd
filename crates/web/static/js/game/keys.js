// @ts-check
/** The keys of a game, and what they mean. */
import { dialog, h } from '../dom.js';
import { showRules } from '../rules.js';

const KEYS = [
  ['Click', 'select, then the target'],
  ['Drag', 'from a piece to its target'],
  ['← → or wheel', 'step through the game'],
  ['Home / End', 'to the start, to the end'],
  ['Tab to the board', 'arrows move over it, Enter chooses'],
  ['U', 'take the last turn back'],
  ['A', 'analyse'],
  ['F', 'turn the board round'],
  ['Space', 'start or pause'],
  ['N', 'new game'],
  ['M', 'back to the menu'],
  ['?', 'this help'],
];

/** @param {any} world */
export function showKeys(world) {
  dialog('Keys', [
    h(
      'div',
      { class: 'keys' },
      KEYS.map(([keys, words]) => [h('kbd', null, keys), h('span', null, words)]),
    ),
    h('button', { type: 'button', onclick: () => showRules(world) }, 'Rules, and how moves are written'),
  ]);
}
