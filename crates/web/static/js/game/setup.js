// @ts-check
/** The dialog of a new game: layout, who plays, clocks, rules. */
import { post } from '../api.js';
import { Board } from '../board.js';
import { dialog, field, h, select, tried } from '../dom.js';
import { methodPicker, optionControl, optionValue, usualOpponent, usualOptions } from '../methods.js';

/** Clocks that people know: seconds for the game, added a turn, for a turn. @type {Array<[string, string]>} */
const CLOCKS = [
  ['0+0/0', 'No clock'],
  ['60+1/0', '1 min + 1 s a turn'],
  ['180+2/0', '3 min + 2 s a turn'],
  ['300+5/0', '5 min + 5 s a turn'],
  ['600+0/0', '10 min'],
  ['900+10/0', '15 min + 10 s a turn'],
  ['1800+0/0', '30 min'],
  ['0+0/10', '10 s for each turn'],
  ['0+0/60', '1 min for each turn'],
  ['custom', 'Your own …'],
];

/** @param {import('../api.js').GameWorld} world @param {{ options?: Record<string, string> } | null} shown the game on the board @param {(request: Partial<Api.OpenRequest2>) => Promise<void>} begin */
export function showSetup(world, shown, begin) {
  /** @type {Record<string, string>} */
  const options = {};
  const preview = new Board();
  const draw = () => tried(async () => preview.show(await post(`/api/board/${world.id}`, { options })));
  const choose = (/** @type {string} */ name, /** @type {HTMLSelectElement} */ menu) => {
    options[name] = menu.value;
    menu.addEventListener('change', () => {
      options[name] = menu.value;
      draw();
    });
    return menu;
  };
  const setups =
    world.setups.length > 1 &&
    choose(
      'setup',
      select(
        world.setups.map((entry) => [entry.id, entry.name]),
        shown?.options?.setup ?? usualOptions(world).setup,
      ),
    );
  const sizes = world.sizes && choose('size', sizeMenu(world.sizes, shown?.options?.size));
  const who = [0, 1].map((i) => playerField(world, i));
  const rules = world.options.map((option) => ({ option, control: optionControl(option, option.default) }));
  const clock = clockFields();
  const start = () =>
    tried(async () => {
      for (const { option, control } of rules) {
        const value = optionValue(control);
        if (value && value !== option.default) options[option.id] = value;
      }
      await begin({ options, players: [who[0].value(), who[1].value()], clock: clock.value() });
      window.close();
    });
  const window = dialog(`New game of ${world.name}`, [
    h(
      'div',
      { class: 'setup' },
      h(
        'div',
        { class: 'stage' },
        setups && field('Layout', setups),
        sizes && field('Size', sizes),
        ...who.map((entry) => entry.element),
        clock.element,
      ),
      h('div', { class: 'small-board' }, preview.element),
    ),
    ladder(world),
    rules.length > 0 &&
      h(
        'details',
        null,
        h('summary', null, 'Rules'),
        h(
          'div',
          { class: 'grid2' },
          rules.map(({ option, control }) => field(option.summary || option.id, control)),
        ),
      ),
    h('div', { class: 'row' }, h('button', { class: 'primary', type: 'button', onclick: start }, 'Start the game')),
  ]);
  draw();
}

/** @param {{from: number, to: number, usual: number}} sizes @param {string} [now] */
function sizeMenu({ from, to, usual }, now) {
  const all = Array.from({ length: to - from + 1 }, (_, i) => String(from + i));
  return select(
    all.map((size) => [size, `${size} × ${size}`]),
    now ?? String(usual),
  );
}

/** Who plays a side. @param {import('../api.js').GameWorld} world @param {number} i */
function playerField(world, i) {
  const custom = methodPicker({ methods: world.players, evaluations: world.evaluations, label: 'Method' });
  custom.element.hidden = true;
  const rated = (/** @type {Api.Opponent} */ one) => (one.rating == null ? one.name : `${one.name} (${one.rating})`);
  const menu = select(
    [
      ['', i ? 'A person' : 'You'],
      ...world.opponents.map((one) => /** @type {[string, string]} */ ([one.spec, rated(one)])),
      ['custom', 'A method of your choice …'],
    ],
    i ? usualOpponent(world) : '',
    (value) => (custom.element.hidden = value !== 'custom'),
  );
  return {
    element: h('div', { class: 'stage' }, field(world.sides[i], menu), custom.element),
    value: () => (menu.value === 'custom' ? custom.value() : menu.value || null),
  };
}

/** The strengths of all opponents. @param {import('../api.js').GameWorld} world */
function ladder(world) {
  if (!world.opponents.some((one) => one.rating != null)) return null;
  return h(
    'details',
    null,
    h('summary', null, 'How strong they are'),
    h(
      'table',
      { class: 'data ladder' },
      h('thead', null, h('tr', null, h('th', null, 'Opponent'), h('th', { class: 'n' }, 'Rating'), h('th', null, 'What it does'))),
      h(
        'tbody',
        null,
        world.opponents.map((one) =>
          h('tr', null, h('td', null, one.name), h('td', { class: 'n' }, one.rating ?? ''), h('td', { class: 'mono' }, one.spec)),
        ),
      ),
    ),
    h('p', { class: 'quiet' }, 'Estimated in a tournament of all against all; 1000 is who moves at random.'),
  );
}

/** Minutes and seconds, from a list or one's own. */
function clockFields() {
  const number = () => h('input', { value: '0', inputmode: 'decimal' });
  const [game, increment, turn] = [number(), number(), number()];
  const own = h(
    'div',
    { class: 'grid2', hidden: true },
    field('Minutes a side (0: no limit)', game),
    field('Seconds added a turn', increment),
    field('Seconds a turn (0: no limit)', turn),
  );
  const menu = select(CLOCKS, CLOCKS[0][0], (value) => (own.hidden = value !== 'custom'));
  return {
    element: h('div', { class: 'stage' }, field('Clock', menu), own),
    value() {
      if (menu.value === 'custom')
        return { game: Number(game.value) * 60 || 0, increment: Number(increment.value) || 0, turn: Number(turn.value) || 0 };
      const [all, added, each] = menu.value.split(/[+/]/).map(Number);
      return { game: all, increment: added, turn: each };
    },
  };
}
