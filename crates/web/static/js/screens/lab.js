// @ts-check
/** The lab: levels × methods × heuristics, with live progress, table and plots. */
import { catalog, get, post, puzzlesOf } from '../api.js';
import { field, h, plural, select, thousands, tried } from '../dom.js';
import { Earlier, LongWork, duration, labTabs } from '../lab.js';
import { splitSpecs } from '../methods.js';
import { collections } from '../puzzle/course.js';
import { SortableTable } from '../table.js';

/** Plots are drawn anew at most so often while runs come in. */
const PLOT_PAUSE = 2500;

/**
 * @param {string} [id] an experiment, or another part of the lab
 * @param {string} [tournament]
 * @returns {Promise<import('../main.js').Screen>}
 */
export async function show(id, tournament) {
  if (id === 'tournament') return (await import('./tournament.js')).show(tournament);
  if (id === 'expand') return (await import('./expand.js')).show();
  const { worlds } = await catalog();
  const puzzles = puzzlesOf(worlds);
  const screen = new LabScreen(puzzles, await get('/api/lab'));
  if (id) {
    /** @type {Api.ExperimentView} */
    const view = await get(`/api/lab/${encodeURIComponent(id)}`);
    await screen.fill({ ...usual(puzzles[0]), ...view.request });
    screen.entered(view);
    screen.work.goOn();
  } else await screen.fill(usual(puzzles[0]));
  return { element: screen.element, title: 'Lab', leave: () => screen.work.leave() };
}

/** What the form says. @typedef {Required<Api.ExperimentRequest>} Form */

/** What is asked where nobody has chosen. @param {import('../api.js').PuzzleWorld} world @returns {Form} */
const usual = (world) => ({
  world: world.id,
  packs: [{ pack: world.packs[0].name, levels: '1-5' }],
  own: [],
  methods: ['astar', 'greedy', 'bfs'],
  heuristics: [],
  repeats: 1,
  options: {},
  limits: { seconds: 10 },
});

/** @type {Record<string, string>} */
const ENDS = {
  solved: 'solved',
  unsolvable: 'unsolvable',
  not_found: 'none found',
  time_limit: 'out of time',
  state_limit: 'out of states',
  memory_limit: 'out of memory',
  cancelled: 'cancelled',
  failed: 'failed',
};

/** @type {import('../table.js').Column<Api.Row>[]} */
const COLUMNS = [
  { name: 'Level', value: (row) => row.level, text: (row) => `${row.level}. ${row.title}` },
  { name: 'Pack', value: (row) => row.file },
  { name: 'Method', value: (row) => row.method, text: (row) => h('code', null, row.method) },
  {
    name: 'Result',
    value: (row) => ENDS[row.status] ?? row.status,
    text: (row) => `${ENDS[row.status] ?? row.status}${row.optimal ? ', proven best' : ''}`,
  },
  { name: 'Moves', numeric: true, value: (row) => row.moves },
  { name: 'Pushes', numeric: true, value: (row) => row.pushes },
  { name: 'Expanded', numeric: true, value: (row) => row.stats.expanded, text: (row) => thousands(row.stats.expanded) },
  { name: 'Time', numeric: true, value: (row) => row.stats.seconds, text: (row) => took(row.stats.seconds) },
  { name: 'MB', numeric: true, value: (row) => row.stats.peak_bytes, text: (row) => (row.stats.peak_bytes / 1e6).toFixed(1) },
];

/** @type {Api.ExperimentView} */
const NOTHING = { id: '', plots: [], request: { methods: [], world: '' }, rows: [], summary: [], total: 0 };

class LabScreen {
  /** @param {import('../api.js').PuzzleWorld[]} worlds @param {Api.PresetView[]} presets */
  constructor(worlds, presets) {
    this.worlds = worlds;
    this.presets = presets;
    this.world = worlds[0];
    /** The collections of the world. @type {Api.CollectionView[]} */ this.packs = [];
    /** @type {Api.ExperimentView} */ this.view = NOTHING;
    this.plotted = 0;
    this.table = new SortableTable('Runs', COLUMNS);
    /** @type {LongWork<Api.ExperimentView, Api.ExperimentProgress>} */
    this.work = new LongWork({
      path: '/api/lab',
      noun: 'run',
      verb: 'done',
      told: (data) => this.told(data),
      ended: (view) => this.show(view),
    });
    this.earlier = new Earlier('lab', 'Earlier experiments', '/lab', 'run');
    this.build();
  }

  build() {
    this.worldMenu = select(
      this.worlds.map((world) => [world.id, world.name]),
      this.world.id,
      (value) => this.fill(usual(this.worlds.find((world) => world.id === value) ?? this.world)),
    );
    this.preset = select(
      [
        ['', 'My own choice'],
        ...this.presets.map((preset) => /** @type {[string, string]} */ ([preset.id, `${preset.id}: ${preset.summary}`])),
      ],
      '',
      (value) => value && this.fillPreset(value),
    );
    this.levels = h('div', { class: 'choices' });
    this.methods = h('div', { class: 'choices' });
    this.more = h('input', { placeholder: 'beam(width=450), wastar(w=2)', autocomplete: 'off', oninput: () => this.count() });
    this.heuristics = h('div', { class: 'choices' });
    this.seconds = h('input', { inputmode: 'decimal', oninput: () => this.count() });
    this.states = h('input', { inputmode: 'numeric', placeholder: 'no limit' });
    this.memory = h('input', { inputmode: 'numeric', placeholder: '2000' });
    this.repeats = h('input', { type: 'number', min: 1, max: 20, oninput: () => this.count() });
    this.metric = select(
      [
        ['', 'world’s default'],
        ['moves', 'moves'],
        ['pushes', 'pushes'],
      ],
      '',
    );
    this.metricField = field('Fewest', this.metric);
    this.size = h('p', { class: 'quiet', role: 'status' });
    this.startButton = h('button', { type: 'button', class: 'primary', onclick: () => this.start() }, 'Run');
    this.form = h(
      'div',
      { class: 'panel stage' },
      h('div', { class: 'grid2' }, field('World', this.worldMenu), field('Begin with', this.preset)),
      h('fieldset', null, h('legend', null, 'Levels'), this.levels),
      h('fieldset', null, h('legend', null, 'Methods'), this.methods, field('More, with their options', this.more)),
      h('fieldset', null, h('legend', null, 'Heuristics, for the methods that take one'), this.heuristics),
      h(
        'fieldset',
        null,
        h('legend', null, 'Each run'),
        h(
          'div',
          { class: 'grid-fit' },
          field('Seconds at most', this.seconds),
          field('States at most', this.states),
          field('Megabytes at most', this.memory),
          field('Repeats', this.repeats),
          this.metricField,
        ),
      ),
      this.size,
      h('div', { class: 'row' }, this.startButton),
    );
    this.csv = h('a', { class: 'button', download: '' }, 'Download CSV');
    this.report = h('a', { class: 'button', download: '' }, 'Download report');
    this.summary = h('ul');
    this.plots = h('div', { class: 'plots' });
    this.results = h(
      'div',
      { class: 'stage', hidden: true },
      h(
        'section',
        { class: 'panel stage' },
        h('h2', null, 'Runs'),
        this.work.bar,
        this.work.status,
        h('div', { class: 'row' }, this.work.cancelButton, this.work.goOnButton, this.csv, this.report),
        this.summary,
        this.table.element,
      ),
      h('section', { class: 'panel stage' }, h('h2', null, 'Plots'), this.plots),
    );
    this.element = h(
      'div',
      { class: 'page' },
      h('h1', null, 'Lab'),
      labTabs('/lab'),
      h(
        'p',
        { class: 'quiet' },
        'Compare methods and heuristics: every chosen level with every chosen method, one run after the other so that times are comparable. What is done is kept; come back and it goes on.',
      ),
      h('div', { class: 'lab' }, h('div', null, this.form, this.earlier.element), this.results),
    );
  }

  /** Sets the form. @param {Form} request */
  async fill(request) {
    this.world = this.worlds.find((world) => world.id === request.world) ?? this.worlds[0];
    this.worldMenu.value = this.world.id;
    const check = (/** @type {string} */ name, /** @type {string} */ label, /** @type {boolean} */ on, /** @type {string} */ title) => {
      const box = h('input', { type: 'checkbox', 'data-choice': name, onchange: () => this.count() });
      box.checked = on;
      return h('label', { class: 'check', title }, box, label);
    };
    this.packs = await collections(this.world.id);
    this.levels.replaceChildren(
      ...this.packs.map((pack) => {
        const chosen = request.packs.find((entry) => entry.pack === pack.name);
        const range = h('input', {
          'data-pack': pack.name,
          'aria-label': `Levels of ${pack.name}`,
          placeholder: `all ${pack.levels}`,
          value: chosen?.levels ?? '',
          oninput: () => this.count(),
        });
        return h('div', { class: 'pack-row' }, check(pack.name, pack.name, Boolean(chosen), `${pack.levels} levels`), range);
      }),
    );
    const known = new Set(this.world.methods.map((method) => method.id));
    this.methods.replaceChildren(
      ...this.world.methods.map((method) => check(method.id, method.id, request.methods.includes(method.id), method.summary)),
    );
    this.more.value = request.methods.filter((/** @type {string} */ spec) => !known.has(spec)).join(', ');
    this.heuristics.replaceChildren(
      ...this.world.heuristics.map((entry) => check(entry.id, entry.id, request.heuristics.includes(entry.id), entry.summary)),
    );
    this.seconds.value = String(request.limits.seconds ?? 10);
    this.states.value = String(request.limits.states ?? '');
    this.memory.value = request.limits.memory ? String(request.limits.memory / 1e6) : '';
    this.repeats.value = String(request.repeats || 1);
    this.metricField.hidden = !this.world.options.some((option) => option.id === 'metric');
    this.metric.value = request.options.metric ?? '';
    this.count();
  }

  /** @param {string} id */
  fillPreset(id) {
    const preset = this.presets.find((entry) => entry.id === id);
    const world = this.worlds.find((entry) => entry.id === preset?.world);
    if (!preset || !world) return undefined;
    const [first, last] = preset.levels.split('-').map(Number);
    let before = 0;
    const packs = [];
    for (const pack of world.packs) {
      const [from, to] = [Math.max(first - before, 1), Math.min(last - before, pack.levels)];
      if (from <= to) packs.push({ pack: pack.name, levels: from === 1 && to === pack.levels ? '' : `${from}-${to}` });
      before += pack.levels;
    }
    return this.fill({ ...usual(world), packs, methods: preset.methods, limits: { seconds: preset.seconds } });
  }

  /** The boxes that are ticked. @param {HTMLElement} inside @returns {string[]} */
  ticked(inside) {
    /** @type {NodeListOf<HTMLInputElement>} */
    const boxes = inside.querySelectorAll('input[type="checkbox"]');
    return [...boxes].filter((box) => box.checked).map((box) => box.dataset.choice ?? '');
  }

  /** What the form asks for. */
  request() {
    const ticked = this.ticked(this.levels);
    const names = this.packs.map((pack) => pack.name);
    /** @type {NodeListOf<HTMLInputElement>} */
    const ranges = this.levels.querySelectorAll('[data-pack]');
    const range = (/** @type {string} */ pack) => [...ranges].find((input) => input.dataset.pack === pack)?.value.trim() ?? '';
    const number = (/** @type {HTMLInputElement} */ input) => (Number(input.value) > 0 ? Number(input.value) : undefined);
    const memory = number(this.memory);
    return {
      world: this.world.id,
      packs: ticked.filter((name) => names.includes(name)).map((pack) => ({ pack, levels: range(pack) })),
      own: ticked.filter((name) => !names.includes(name)).map(Number),
      methods: [...this.ticked(this.methods), ...splitSpecs(this.more.value)],
      heuristics: this.ticked(this.heuristics),
      repeats: number(this.repeats) ?? 1,
      options: this.metric.value && !this.metricField.hidden ? { metric: this.metric.value } : {},
      limits: { seconds: number(this.seconds) ?? 10, states: number(this.states), memory: memory && Math.round(memory * 1e6) },
    };
  }

  /** Says how much the form asks for. */
  count() {
    const { packs, own, methods, heuristics, repeats, limits } = this.request();
    const size = (/** @type {Api.PackLevels} */ { pack, levels }) =>
      levels
        ? levels.split(',').reduce((/** @type {number} */ sum, /** @type {string} */ part) => {
            const [from, to] = part.split(/[-–]/).map(Number);
            return sum + (part.trim() ? Math.max(0, (to ?? from) - from + 1) || 0 : 0);
          }, 0)
        : (this.packs.find((entry) => entry.name === pack)?.levels ?? 0);
    const levels = packs.reduce((sum, entry) => sum + size(entry), own.length);
    const takes = (/** @type {string} */ spec) =>
      !/[(,]\s*h=/.test(spec) &&
      this.world.methods.some((method) => method.id === spec.replace(/\(.*/, '') && method.options.some((option) => option.id === 'h'));
    const crossed = methods.reduce((sum, spec) => sum + (takes(spec) ? Math.max(1, heuristics.length) : 1), 0);
    const runs = levels * crossed * repeats;
    this.startButton.disabled = !runs;
    this.size.textContent = runs
      ? `${plural(levels, 'level')} × ${plural(crossed, 'method')}${repeats > 1 ? ` × ${repeats} repeats` : ''} = ${plural(runs, 'run')}, at most ${duration(runs * limits.seconds)}.`
      : 'Choose a level and a method at least.';
  }

  start() {
    return tried(async () => {
      this.work.leave();
      const view = await post('/api/lab', this.request());
      this.entered(view);
      history.pushState(null, '', `/lab/${view.id}`);
      this.earlier.add(view.id, `${this.world.name}: ${view.request.methods.join(', ')}`, view.total);
      this.work.run();
      this.work.seen();
    });
  }

  /** @param {Api.ExperimentView} view */
  entered(view) {
    this.results.hidden = false;
    this.csv.href = `/api/lab/${view.id}/runs.csv`;
    this.report.href = `/api/lab/${view.id}/report.html`;
    this.show(view);
  }

  /** @param {Api.ExperimentView} view */
  show(view) {
    this.view = view;
    this.summary.replaceChildren(...view.summary.map((/** @type {string} */ sentence) => h('li', null, sentence)));
    this.drawPlots();
    this.table.show(view.rows);
    for (const file of [this.csv, this.report]) file.hidden = !view.rows.length;
    this.work.enter(view.id, view.rows.length, view.total);
  }

  /** The lab's pictures carry their own colours; on the page they take the page's. */
  drawPlots() {
    this.plotted = Date.now();
    const empty = h('p', { class: 'quiet' }, 'The plots appear with the first runs.');
    this.plots.replaceChildren(
      ...(this.view.plots.length
        ? this.view.plots.map((plot) => {
            const picture = new DOMParser().parseFromString(plot.svg.replace(/<style>.*?<\/style>/s, ''), 'image/svg+xml').documentElement;
            return h('figure', { tabindex: 0 }, document.importNode(picture, true));
          })
        : [empty]),
    );
  }

  /** @param {Api.ExperimentProgress} data */
  told(data) {
    const rows = data.rows ?? [];
    this.view.rows.push(...rows);
    if (rows.length) this.table.show(this.view.rows);
    if (rows.length && Date.now() - this.plotted > PLOT_PAUSE) this.refreshPlots();
  }

  async refreshPlots() {
    this.plotted = Date.now();
    const id = this.view.id;
    const view = await get(`/api/lab/${id}`).catch(() => null);
    if (!view || this.view.id !== id || !this.work.running) return;
    this.view.plots = view.plots;
    this.summary.replaceChildren(...view.summary.map((/** @type {string} */ sentence) => h('li', null, sentence)));
    for (const file of [this.csv, this.report]) file.hidden = false;
    this.drawPlots();
  }
}

/** The time of a run; quick ones differ too. @param {number} seconds */
function took(seconds) {
  if (seconds < 0.001) return `${Math.max(1, Math.round(seconds * 1e6))} µs`;
  if (seconds < 1) return `${(seconds * 1000).toPrecision(3)} ms`;
  return `${seconds.toFixed(2)} s`;
}
