// @ts-check
/** What a person likes: kept in this browser, and put to use at once. */
import { get } from './api.js';
import { dialog, h, select } from './dom.js';
import { sound } from './sound.js';

/** @typedef {{ coordinates: boolean, speed: string, sound: boolean, skin: string, dead: boolean, reach: boolean, flip: boolean }} Settings */
/** The names of switches. @typedef {'coordinates' | 'sound' | 'dead' | 'reach' | 'flip'} Switch */
/** @type {Settings} */
const USUAL = { coordinates: true, speed: 'normal', sound: false, skin: 'paper', dead: false, reach: true, flip: false };
/** How long a piece takes from cell to cell, in milliseconds. @type {Record<string, number>} */
export const SPEEDS = { off: 0, fast: 80, normal: 150, slow: 380 };
const KEY = 'settings';

/** @returns {Settings} */
function read() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return { ...USUAL };
  }
}

/** The settings in force. */
export const settings = read();
/** @type {Set<() => void>} */
const listeners = new Set();

/** Calls when a setting changes; gives how to end that. @param {() => void} changed */
export function onSettings(changed) {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}

/** @param {Partial<Settings>} change */
export function set(change) {
  Object.assign(settings, change);
  localStorage.setItem(KEY, JSON.stringify(settings));
  apply();
  for (const listener of listeners) listener();
}

/** Puts to use what style sheets can do. */
export function apply() {
  const { dataset, style } = document.documentElement;
  dataset.skin = settings.skin;
  dataset.coordinates = settings.coordinates ? 'on' : 'off';
  dataset.speed = settings.speed;
  style.setProperty('--speed', `${SPEEDS[settings.speed] ?? SPEEDS.normal}ms`);
}

/** A switch. @param {Switch} name @param {string} words @param {() => void} [also] */
export function toggle(name, words, also) {
  const input = h('input', {
    type: 'checkbox',
    role: 'switch',
    onchange: () => {
      set({ [name]: input.checked });
      also?.();
    },
  });
  input.checked = settings[name];
  return h('label', { class: 'check switch' }, input, words);
}

/** Bytes in words. @param {number} bytes */
const size = (bytes) => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

/** What the server keeps, and how much it may keep. */
function storage() {
  const words = h('ul', { class: 'quiet storage', 'aria-live': 'polite' }, h('li', null, 'Asking the server…'));
  const show = async () => {
    /** @type {Api.StorageView} */
    const kept = await get('/api/storage');
    const line = (/** @type {string} */ what, /** @type {Api.Share} */ share) =>
      `${share.kept.toLocaleString('en')} of at most ${share.most.toLocaleString('en')} ${what}, each up to ${size(share.largest)}`;
    const lines = [
      line('own levels', kept.levels),
      line('saved games', kept.games),
      `The last ${kept.most_rooms.toLocaleString('en')} games and puzzles that were begun`,
      `${size(kept.bytes)} in all; one request holds up to ${size(kept.largest_request)}`,
      ...kept.remarks,
    ];
    words.replaceChildren(...lines.map((text) => h('li', null, text)));
  };
  show().catch((/** @type {Error} */ problem) => words.replaceChildren(h('li', null, problem.message)));
  return words;
}

/** The dialog with all settings. */
export function showSettings() {
  const menu = (/** @type {'skin' | 'speed'} */ name, /** @type {string} */ words, /** @type {Array<[string, string]>} */ options) =>
    h(
      'label',
      { class: 'field' },
      h('span', null, words),
      select(options, settings[name], (value) => set({ [name]: value })),
    );
  dialog('Settings', [
    h('p', { class: 'quiet' }, 'Kept in this browser.'),
    h(
      'div',
      { class: 'settings' },
      h(
        'fieldset',
        null,
        h('legend', null, 'Board'),
        menu('skin', 'Look', [
          ['paper', 'Paper'],
          ['forest', 'Forest'],
          ['night', 'Midnight'],
        ]),
        menu('speed', 'Pieces move', [
          ['off', 'at once'],
          ['fast', 'fast'],
          ['normal', 'normally'],
          ['slow', 'slowly'],
        ]),
        toggle('coordinates', 'Coordinates'),
        toggle('flip', 'Seen from the other side'),
      ),
      h(
        'fieldset',
        null,
        h('legend', null, 'Help and sound'),
        toggle('reach', 'Show where a piece can go when pointing at it'),
        toggle('dead', 'Shade squares that are dead ends'),
        toggle('sound', 'Soft sounds', () => sound('move')),
        h(
          'button',
          {
            type: 'button',
            onclick: () => {
              for (const key of Object.keys(localStorage)) if (key.startsWith('lesson ')) localStorage.removeItem(key);
              for (const listener of listeners) listener();
            },
          },
          'Show the first lessons again',
        ),
      ),
      h('fieldset', null, h('legend', null, 'What is kept on the server'), storage()),
    ),
  ]);
}
