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
  const parts = worlds.map((world) => section(world));
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

/** @param {Api.WorldView} world */
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
      world.rules.text.map((rule) => h('li', null, rule)),
    ),
    board,
    status,
    h('div', { class: 'row' }, link(`/${world.kind}/${world.id}`, 'Play', 'button primary')),
  );
}

/** @param {import('../api.js').PuzzleWorld} world @param {HTMLElement} status */
function puzzleBoard(world, status) {
  /** @type {Api.PuzzleView | null} */ let view = null;
  const step = (/** @type {string} */ arrow) =>
    tried(async () => {
      const before = view;
      const step = world.steps.find((entry) => entry.arrow === arrow);
      if (!step || !before?.legal.some((text) => text.toUpperCase() === step.text.toUpperCase())) return;
      /** @type {Api.PuzzleView} */ const played = await post(`/api/puzzle/${before.id}/play`, { moves: step.text });
      const now = (view = { ...before, ...played, svg: undefined });
      board.show(now);
      status.textContent = now.solved ? 'Solved!' : '';
    });
  const board = new Board({ swipe: step });
  const open = () =>
    tried(async () => board.show((view = await post('/api/puzzle', { world: world.id, level: { text: world.rules.trial } }))));
  open();
  const buttons = ARROWS.flatMap(([arrow, sign]) => {
    const known = world.steps.find((entry) => entry.arrow === arrow);
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

/** @param {import('../api.js').GameWorld} world @param {HTMLElement} status */
function gameBoard(world, status) {
  /** @type {Api.GameView | null} */ let view = null;
  /** @type {number[]} */ let chosen = [];
  const board = new Board({
    tap: (cell) => {
      const same = (/** @type {number[]} */ a) => a.length === chosen.length && a.every((x) => chosen.includes(x));
      const move = view?.intents.find((intent) => intent.target === cell && same(intent.select));
      const before = view;
      if (before && move && !chosen.includes(cell)) {
        tried(async () => {
          /** @type {Api.GameView} */ const played = await post(`/api/game/${before.id}/play`, { turn: move.text });
          const now = (view = { ...before, ...played, svg: undefined });
          chosen = [];
          board.show(now);
          status.textContent = `${move.text}. ${now.ending ? now.ending.reason : `${world.sides[now.side === 'first' ? 0 : 1]} to move.`}`;
        });
        return;
      }
      const grown = chosen.includes(cell) ? chosen.filter((x) => x !== cell) : [...chosen, cell];
      const fits = (/** @type {number[]} */ cells) =>
        view?.intents.some((intent) => cells.length && cells.every((x) => intent.select.includes(x)));
      chosen = fits(grown) ? grown : fits([cell]) ? [cell] : [];
      board.clearOverlay();
      board.mark(chosen, 'selected');
      board.mark(
        (view?.intents ?? []).filter((intent) => same(intent.select)).map((intent) => intent.target),
        'target',
      );
    },
  });
  const open = () => tried(async () => board.show((view = await post('/api/game', { world: world.id, options: world.rules.trial }))));
  open();
  return h('div', { class: 'stage' }, board.element, h('button', { type: 'button', onclick: open }, '⟲ Start over'));
}
