// @ts-check
/** The rules of each world, with boards to try them on. */
import { catalog, post } from '../api.js';
import { Board } from '../board.js';
import { h, link, tried } from '../dom.js';

/** @type {Record<string, {rules: string[], level?: string, position?: string, options?: any}>} */
const RULES = {
  sokoban: {
    rules: [
      'You walk up, down, left and right on floor. Walking into a box pushes it one square, if the square behind it is free.',
      'You never pull, and never push two boxes at once. A box in a corner that is no goal is lost: undo.',
      'The level is solved when every box is on a goal. Fewer moves, or fewer pushes, are better.',
    ],
    level: '#######\n#     #\n#@$ . #\n#     #\n#######',
  },
  sokobond: {
    rules: [
      'You steer one atom. Every atom has free electrons (the dots): hydrogen 1, oxygen 2, nitrogen 3, carbon 4.',
      'Atoms that touch bond at once where both have a free electron. Bonded atoms move together, and push others.',
      'Red cuts a bond that passes over it, green doubles it, blue rotates it.',
      'Solved: no atom has a free electron left.',
    ],
    level: 'xxxxxxx\nx-----x\nxH-o--x\nx---h-x\nx-----x\nxxxxxxx',
  },
  abalone: {
    rules: [
      'Move one, two or three of your marbles that touch in a line, one step in any of six directions.',
      'In line, more push fewer: two push one, three push one or two, if the place behind is free or off the board.',
      'Side-steps need free places. You never push your own marbles off.',
      'Whoever pushes six opposing marbles off the board wins.',
    ],
    options: { setup: 'belgian-daisy' },
  },
  dropper: {
    rules: [
      'The first stone goes anywhere. After that a turn has two parts.',
      'Drop: choose an opposing stone and a free square beside it (also diagonally). That stone moves there, and yours takes its place.',
      'Free: put a stone on a square all of whose neighbours are free. Where there is none, the turn ends.',
      'Who cannot move ends the game. Largest group wins; equal groups are compared down the list.',
    ],
    options: { size: '6' },
  },
};

/** @returns {Promise<import('../main.js').Screen>} */
export async function show() {
  const { worlds, version } = await catalog();
  const parts = worlds.map((/** @type {any} */ world) => section(world));
  const element = h(
    'div',
    { class: 'page' },
    h('h1', null, 'The worlds and their rules'),
    h('div', { class: 'worlds wide' }, parts),
    h('p', { class: 'quiet' }, `Plyground ${version}. The same worlds, methods and words are on the command line (plyground --help) and in the description of this server: `, h('a', { href: '/api/openapi.json' }, 'OpenAPI'), '.'),
  );
  return { element, title: 'About' };
}

/** @param {any} world */
function section(world) {
  const known = RULES[world.id] ?? { rules: [] };
  const status = h('p', { class: 'status', role: 'status' });
  const board = world.kind === 'puzzle' ? puzzleBoard(world, known.level, status) : gameBoard(world, known.options, status);
  return h('section', { class: 'panel stage small-board' }, h('h2', null, world.name), h('ul', null, known.rules.map((rule) => h('li', null, rule))), board, status, h('div', { class: 'row' }, link(`/${world.kind}/${world.id}`, 'Play', 'button primary')));
}

/** @param {any} world @param {string | undefined} level @param {any} status */
function puzzleBoard(world, level, status) {
  /** @type {any} */ let view = null;
  const step = (/** @type {string} */ direction) =>
    tried(async () => {
      if (!view?.legal.some((/** @type {string} */ text) => text.toUpperCase() === direction)) return;
      view = { ...view, ...(await post(`/api/puzzle/${view.id}/play`, { moves: direction })), svg: undefined };
      board.show(view);
      status.textContent = view.solved ? 'Solved!' : '';
    });
  const board = new Board({ swipe: step });
  const open = () => tried(async () => board.show((view = await post('/api/puzzle', { world: world.id, level: { text: level } }))));
  open();
  const button = (/** @type {string} */ text, /** @type {string} */ direction, /** @type {string} */ label) => h('button', { type: 'button', 'aria-label': `${world.name}: ${label}`, onclick: () => step(direction) }, text);
  return h('div', { class: 'stage' }, board.element, h('div', { class: 'row grow' }, button('←', 'L', 'left'), button('↑', 'U', 'up'), button('↓', 'D', 'down'), button('→', 'R', 'right'), h('button', { type: 'button', 'aria-label': `${world.name}: start over`, onclick: open }, '⟲')));
}

/** @param {any} world @param {any} options @param {any} status */
function gameBoard(world, options, status) {
  /** @type {any} */ let view = null;
  /** @type {number[]} */ let chosen = [];
  const board = new Board({
    tap: (cell) => {
      const same = (/** @type {number[]} */ a) => a.length === chosen.length && a.every((x) => chosen.includes(x));
      const move = view?.intents.find((/** @type {any} */ intent) => intent.target === cell && same(intent.select));
      if (move && !chosen.includes(cell)) {
        tried(async () => {
          view = { ...view, ...(await post(`/api/game/${view.id}/play`, { turn: move.text })), svg: undefined };
          chosen = [];
          board.show(view);
          status.textContent = `${move.text}. ${view.ending ? view.ending.reason : `${world.sides[view.side === 'first' ? 0 : 1]} to move.`}`;
        });
        return;
      }
      const grown = chosen.includes(cell) ? chosen.filter((x) => x !== cell) : [...chosen, cell];
      const fits = (/** @type {number[]} */ cells) => view?.intents.some((/** @type {any} */ intent) => cells.length && cells.every((x) => intent.select.includes(x)));
      chosen = fits(grown) ? grown : fits([cell]) ? [cell] : [];
      board.clearOverlay();
      board.mark(chosen, 'selected');
      board.mark((view?.intents ?? []).filter((/** @type {any} */ intent) => same(intent.select)).map((/** @type {any} */ intent) => intent.target), 'target');
    },
  });
  const open = () => tried(async () => board.show((view = await post('/api/game', { world: world.id, options }))));
  open();
  return h('div', { class: 'stage' }, board.element, h('button', { type: 'button', onclick: open }, '⟲ Start over'));
}
