// @ts-check
/** Tournaments: players, live standings, the cross table, the games. */
import { catalog, gamesOf, get, post } from '../api.js';
import { field, h, plural, select, tried } from '../dom.js';
import { Earlier, LongWork, labTabs } from '../lab.js';
import { go } from '../main.js';
import { splitSpecs, usualOptions } from '../methods.js';
import { SortableTable } from '../table.js';

/**
 * @param {string} [id]
 * @returns {Promise<import('../main.js').Screen>}
 */
export async function show(id) {
  const { worlds } = await catalog();
  const screen = new TournamentScreen(gamesOf(worlds));
  if (id) {
    /** @type {Api.TournamentView} */
    const view = await get(`/api/tournament/${encodeURIComponent(id)}`);
    screen.fill(view.request);
    screen.entered(view);
    screen.work.goOn();
  } else screen.fill(usual(screen.world));
  return { element: screen.element, title: 'Tournament', leave: () => screen.work.leave() };
}

/** What is asked where nobody has chosen. @param {import('../api.js').GameWorld} world @returns {Api.TournamentRequest} */
const usual = (world) => ({
  world: world.id,
  players: ['random', 'greedy', 'alphabeta(depth=2)'],
  rounds: 1,
  gauntlet: false,
  opening_turns: 2,
  milliseconds: 200,
  ratings: 'elo',
  seed: 1,
  options: world.sizes ? { size: String(Math.min(5, world.sizes.usual)) } : usualOptions(world),
});

/** @type {import('../table.js').Column<Api.Standing>[]} */
const COLUMNS = [
  { name: '#', numeric: true, value: (row) => row.rank },
  { name: 'Player', value: (row) => row.name, text: (row) => h('code', null, row.name) },
  { name: 'Rating', numeric: true, value: (row) => row.rating.elo, text: (row) => rating(row.rating) },
  { name: 'Points', numeric: true, value: (row) => row.points, text: (row) => `${row.points} / ${row.games}` },
  { name: 'Won', numeric: true, value: (row) => row.wins },
  { name: 'Drawn', numeric: true, value: (row) => row.draws },
  { name: 'Lost', numeric: true, value: (row) => row.losses },
  { name: 'Longest thought', numeric: true, value: (row) => row.longest, text: (row) => `${row.longest.toFixed(2)} s` },
];

/** @param {Api.Rating} entry */
const rating = (entry) =>
  `${entry.elo >= 0 ? '+' : '−'}${Math.abs(entry.elo).toFixed(0)}${Number.isFinite(entry.error) ? ` ± ${entry.error.toFixed(0)}` : ''}`;

class TournamentScreen {
  /** @param {import('../api.js').GameWorld[]} worlds */
  constructor(worlds) {
    this.worlds = worlds;
    this.world = worlds[0];
    /** @type {Api.TournamentView} */ this.view;
    this.table = new SortableTable('Standings', COLUMNS);
    /** @type {LongWork<Api.TournamentView, Api.TournamentProgress>} */
    this.work = new LongWork({
      path: '/api/tournament',
      noun: 'game',
      verb: 'played',
      told: (data) => this.told(data),
      ended: (view) => this.show(view),
    });
    this.earlier = new Earlier('tournaments', 'Earlier tournaments', '/lab/tournament', 'game');
    this.build();
  }

  build() {
    this.worldMenu = select(
      this.worlds.map((world) => [world.id, world.name]),
      this.world.id,
      (value) => this.fill(usual(this.worlds.find((world) => world.id === value) ?? this.worlds[0])),
    );
    this.players = h('div', { class: 'choices' });
    this.more = h('input', { placeholder: 'mcts(playouts=500), alphabeta(depth=3)', autocomplete: 'off', oninput: () => this.count() });
    this.place = h('div');
    this.rounds = h('input', { type: 'number', min: 1, max: 500, oninput: () => this.count() });
    this.opening = h('input', { type: 'number', min: 0, max: 40 });
    this.milliseconds = h('input', { type: 'number', min: 1, max: 300000 });
    this.seed = h('input', { type: 'number', min: 0 });
    this.form = select(
      [
        ['', 'everybody meets everybody'],
        ['gauntlet', 'the first meets the others'],
      ],
      '',
      () => this.count(),
    );
    this.ratings = select(
      [
        ['elo', 'Elo'],
        ['bayes', 'Bayes'],
      ],
      'elo',
    );
    this.size = h('p', { class: 'quiet', role: 'status' });
    this.startButton = h('button', { type: 'button', class: 'primary', onclick: () => this.start() }, 'Play');
    const form = h(
      'div',
      { class: 'panel stage' },
      h('div', { class: 'grid2' }, field('World', this.worldMenu), this.place),
      h('fieldset', null, h('legend', null, 'Players'), this.players, field('More, with their options', this.more)),
      h(
        'fieldset',
        null,
        h('legend', null, 'Games'),
        h(
          'div',
          { class: 'grid-fit' },
          field('Rounds', this.rounds),
          field('Random turns first', this.opening),
          field('Milliseconds a move', this.milliseconds),
          field('Seed', this.seed),
          field('Who meets whom', this.form),
          field('Ratings', this.ratings),
        ),
      ),
      this.size,
      h('div', { class: 'row' }, this.startButton),
    );
    this.file = h('a', { class: 'button', download: '' }, 'Download games');
    this.cross = h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Cross table' });
    this.games = h('div', { class: 'moves', tabindex: 0, role: 'region', 'aria-label': 'Games' });
    this.results = h(
      'div',
      { class: 'stage', hidden: true },
      h(
        'section',
        { class: 'panel stage' },
        h('h2', null, 'Standings'),
        this.work.bar,
        this.work.status,
        h('div', { class: 'row' }, this.work.cancelButton, this.work.goOnButton, this.file),
        this.table.element,
      ),
      h(
        'section',
        { class: 'panel stage' },
        h('h2', null, 'Cross table'),
        h('p', { class: 'quiet' }, 'Points of the player of the row against the player of the column, and of how many games.'),
        this.cross,
      ),
      h('section', { class: 'panel stage' }, h('h2', null, 'Games'), this.games),
    );
    this.element = h(
      'div',
      { class: 'page' },
      h('h1', null, 'Lab'),
      labTabs('/lab/tournament'),
      h(
        'p',
        { class: 'quiet' },
        'Let methods play each other. In a round every pair plays one opening twice, with swapped sides. What is played is kept; come back and it goes on.',
      ),
      h('div', { class: 'lab' }, h('div', null, form, this.earlier.element), this.results),
    );
  }

  /** Sets the form. @param {Api.TournamentRequest} request */
  fill(request) {
    const world = (this.world = this.worlds.find((entry) => entry.id === request.world) ?? this.worlds[0]);
    this.worldMenu.value = world.id;
    const known = world.players.map((player) => player.id);
    this.players.replaceChildren(
      ...known.map((spec) => {
        const box = h('input', { type: 'checkbox', 'data-choice': spec, onchange: () => this.count() });
        box.checked = request.players.includes(spec);
        return h('label', { class: 'check' }, box, spec);
      }),
    );
    this.more.value = request.players.filter((spec) => !known.includes(spec)).join(', ');
    const { sizes } = world;
    const options = request.options ?? {};
    this.setup = sizes
      ? select(
          Array.from({ length: sizes.to - sizes.from + 1 }, (_, i) => [String(sizes.from + i), `${sizes.from + i} × ${sizes.from + i}`]),
          options.size ?? String(sizes.usual),
        )
      : world.setups.length
        ? select(
            world.setups.map((entry) => [entry.id, entry.name]),
            options.setup ?? '',
          )
        : null;
    this.place.replaceChildren(...(this.setup ? [field(sizes ? 'Size' : 'Layout', this.setup)] : []));
    this.rounds.value = String(request.rounds);
    this.opening.value = String(request.opening_turns);
    this.milliseconds.value = String(request.milliseconds ?? 200);
    this.seed.value = String(request.seed);
    this.form.value = request.gauntlet ? 'gauntlet' : '';
    this.ratings.value = request.ratings || 'elo';
    this.count();
  }

  /** What the form asks for. */
  request() {
    const ticked = [...this.players.querySelectorAll('input')].filter((box) => box.checked).map((box) => box.dataset.choice);
    return {
      world: this.world.id,
      players: [...ticked, ...splitSpecs(this.more.value)],
      rounds: Number(this.rounds.value) || 1,
      gauntlet: this.form.value === 'gauntlet',
      opening_turns: Number(this.opening.value) || 0,
      milliseconds: Number(this.milliseconds.value) || 200,
      ratings: this.ratings.value,
      seed: Number(this.seed.value) || 0,
      options: this.setup ? { [this.world.sizes ? 'size' : 'setup']: this.setup.value } : {},
    };
  }

  /** Says how much the form asks for. */
  count() {
    const { players, rounds, gauntlet } = this.request();
    const pairs = gauntlet ? players.length - 1 : (players.length * (players.length - 1)) / 2;
    this.startButton.disabled = players.length < 2;
    this.size.textContent =
      players.length < 2 ? 'Choose two players at least.' : `${plural(players.length, 'player')}: ${plural(pairs * rounds * 2, 'game')}.`;
  }

  start() {
    return tried(async () => {
      this.work.leave();
      const view = await post('/api/tournament', this.request());
      this.entered(view);
      history.pushState(null, '', `/lab/tournament/${view.id}`);
      this.earlier.add(view.id, `${this.world.name}: ${view.request.players.join(', ')}`, view.result.scheduled);
      this.work.run();
      this.work.seen();
    });
  }

  /** @param {Api.TournamentView} view */
  entered(view) {
    this.results.hidden = false;
    this.file.href = `/api/tournament/${view.id}/games.txt`;
    this.show(view);
  }

  /** @param {Api.TournamentView} view */
  show(view) {
    this.view = view;
    this.drawResult();
    this.games.replaceChildren(
      h(
        'table',
        null,
        h(
          'tbody',
          null,
          view.result.games.map((game) => this.gameRow(game)),
        ),
      ),
    );
    this.file.hidden = !view.result.games.length;
    this.work.enter(view.id, view.result.games.length, view.result.scheduled);
  }

  drawResult() {
    const { standings, cross_table: table, players } = this.view.result;
    this.table.show(standings);
    const order = standings.map((entry) => entry.player);
    const cell = (/** @type {number} */ a, /** @type {number} */ b) => {
      if (a === b) return h('td', { class: 'n self' }, '·');
      const { wins, draws, losses } = table[a][b];
      const games = wins + draws + losses;
      return h(
        'td',
        { class: 'n', title: `${players[a]} against ${players[b]}: ${wins} won, ${draws} drawn, ${losses} lost` },
        games ? `${wins + draws / 2} / ${games}` : '–',
      );
    };
    this.cross.replaceChildren(
      h(
        'table',
        { class: 'data' },
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            h('th', { scope: 'col' }, 'Player'),
            order.map((/** @type {number} */ b, /** @type {number} */ i) =>
              h('th', { scope: 'col', class: 'n', title: players[b] }, i + 1),
            ),
          ),
        ),
        h(
          'tbody',
          null,
          order.map((/** @type {number} */ a, /** @type {number} */ i) =>
            h(
              'tr',
              null,
              h('th', { scope: 'row' }, `${i + 1}. `, h('code', null, players[a])),
              order.map((/** @type {number} */ b) => cell(a, b)),
            ),
          ),
        ),
      ),
    );
  }

  /** @param {Api.Game} game */
  gameRow(game) {
    const { players } = this.view.result;
    const open = () => tried(async () => go(`/game/${this.world.id}/${(await post('/api/game/read', { record: game.record })).id}`));
    return h(
      'tr',
      null,
      h('td', null, `${game.number}.`),
      h(
        'td',
        null,
        h(
          'button',
          { type: 'button', onclick: open, title: 'Open and analyse' },
          `${players[game.players[0]]} – ${players[game.players[1]]}`,
        ),
      ),
      h('td', { class: 'n' }, game.outcome),
      h('td', { class: 'quiet' }, game.reason),
    );
  }

  /** @param {Api.TournamentProgress} data */
  told(data) {
    if (!data.game) return;
    const result = this.view.result;
    result.games.push(data.game);
    Object.assign(result, { standings: data.standings, cross_table: data.cross_table });
    this.file.hidden = false;
    this.drawResult();
    this.games.querySelector('tbody')?.append(this.gameRow(data.game));
  }
}
