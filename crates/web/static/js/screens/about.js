// @ts-check
/** The rules of each world, with boards to try them on. */
import { catalog, post } from '../api.js';
import { Board } from '../board.js';
import { h, link, tried } from '../dom.js';

/** The arrows, from left to right. */
const ARROWS = [
  ['left', '←'],
  ['up', '↑'],
  ['down', '↓'],
  ['right', '→'],
];

/** @returns {Promise<import('../main.js').Screen>} */
export async function show() {
  const { worlds, version } = await catalog();
  const parts = worlds.map((/** @type {any} */ world) => section(world));
  const element = h(
    'div',
    { class: 'page' },
    h('h1', null, 'The worlds and their rules'),
    h('div', { class: 'worlds wide' }, parts),
    h(
      'p',
      { class: 'quiet' },
      `Plyground ${version}. The same worlds, methods and words are on the command line (plyground --help) and in the description of this server: `,
      h('a', { href: '/api/openapi.json' }, 'OpenAPI'),
      '.',
    ),
  );
  return { element, title: 'About' };
}

/** @param {any} world */
function section(world) {
  const status = h('p', { class: 'status', role: 'status' });
  const board = world.kind === 'puzzle' ? puzzleBoard(world, status) : gameBoard(world, status);
  return h(
    'section',
    { class: 'panel stage small-board' },
    h('h2', null, world.name),
    h(
      'ul',
      null,
      world.rules.text.map((/** @type {string} */ rule) => h('li', null, rule)),
    ),
    board,
    status,
    h('div', { class: 'row' }, link(`/${world.kind}/${world.id}`, 'Play', 'button primary')),
  );
}

/** @param {any} world @param {any} status */
function puzzleBoard(world, status) {
  /** @type {any} */ let view = null;
  const step = (/** @type {string} */ arrow) =>
    tried(async () => {
      const step = world.steps.find((/** @type {any} */ entry) => entry.arrow === arrow);
      if (!step || !view?.legal.some((/** @type {string} */ text) => text.toUpperCase() === step.text.toUpperCase())) return;
      view = { ...view, ...(await post(`/api/puzzle/${view.id}/play`, { moves: step.text })), svg: undefined };
      board.show(view);
      status.textContent = view.solved ? 'Solved!' : '';
    });
  const board = new Board({ swipe: step });
  const open = () =>
    tried(async () => board.show((view = await post('/api/puzzle', { world: world.id, level: { text: world.rules.trial } }))));
  open();
  const buttons = ARROWS.flatMap(([arrow, sign]) => {
    const known = world.steps.find((/** @type {any} */ entry) => entry.arrow === arrow);
    return known ? [h('button', { type: 'button', 'aria-label': `${world.name}: ${known.word}`, onclick: () => step(arrow) }, sign)] : [];
  });
  return h(
    'div',
    { class: 'stage' },
    board.element,
    h(
      'div',
      { class: 'row grow' },
      buttons,
      h('button', { type: 'button', 'aria-label': `${world.name}: start over`, onclick: open }, '⟲'),
    ),
  );
}

/** @param {any} world @param {any} status */
function gameBoard(world, status) {
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
      const fits = (/** @type {number[]} */ cells) =>
        view?.intents.some((/** @type {any} */ intent) => cells.length && cells.every((x) => intent.select.includes(x)));
      chosen = fits(grown) ? grown : fits([cell]) ? [cell] : [];
      board.clearOverlay();
      board.mark(chosen, 'selected');
      board.mark(
        (view?.intents ?? []).filter((/** @type {any} */ intent) => same(intent.select)).map((/** @type {any} */ intent) => intent.target),
        'target',
      );
    },
  });
  const open = () => tried(async () => board.show((view = await post('/api/game', { world: world.id, options: world.rules.trial }))));
  open();
  return h('div', { class: 'stage' }, board.element, h('button', { type: 'button', onclick: open }, '⟲ Start over'));
}
