// @ts-check
/** Watch a search work: the board, the numbers, the tree, on a timeline; two methods side by side. */
import { catalog, puzzlesOf } from '../api.js';
import { field, h, select, thousands, toast, tried } from '../dom.js';
import { collections } from '../puzzle/course.js';
import { Pane } from '../watch/pane.js';

/** @returns {Promise<import('../main.js').Screen>} */
export async function show() {
  const { worlds } = await catalog();
  const puzzles = puzzlesOf(worlds);
  const screen = new WatchScreen(puzzles);
  await screen.start(new URLSearchParams(location.search));
  return { element: screen.element, title: 'Watch a search', leave: () => screen.leave(), key: (event) => screen.key(event) };
}

/**
 * Reads a trace file: JSON, the head and then an event a line.
 * @param {string} name @param {string} text
 * @returns {import('../watch/pane.js').Trace}
 */
function readTrace(name, text) {
  const lines = text.split('\n').filter((line) => line.trim());
  const [head, ...events] = lines.map((line, i) => {
    try {
      return JSON.parse(line);
    } catch {
      throw new Error(`${name} is not a trace: line ${i + 1} is not JSON.`);
    }
  });
  if (!head?.world || !head.level || !head.solved)
    throw new Error(
      `${name} is not a trace: its first line does not name a level and how the search ended. “plyground compare --trace” writes such files.`,
    );
  return { head, events };
}

class WatchScreen {
  /** @param {import('../api.js').PuzzleWorld[]} worlds */
  constructor(worlds) {
    this.worlds = worlds;
    this.playing = 0;
    /** @type {Promise<unknown>} */ this.ready = Promise.resolve();
    /** @type {Pane[]} */ this.panes = [];
    this.build();
  }

  /**
   * Opens what an address names: `?world=…&pack=…&level=…&with=astar&with=bfs` searches at once.
   * @param {URLSearchParams} wanted
   */
  async start(wanted) {
    if (this.worlds.some((world) => world.id === wanted.get('world'))) this.worldMenu.value = wanted.get('world');
    const specs = wanted.getAll('with').slice(0, 2);
    this.two.checked = specs.length > 1;
    await this.choose(specs);
    const place = wanted.get('own') ? `own ${wanted.get('own')}` : wanted.get('pack');
    if (place && [...this.pack.options].some((option) => option.value === place)) this.pack.value = place;
    this.level.value = wanted.get('level') ?? this.level.value;
    if (wanted.get('events')) this.events.value = wanted.get('events');
    await this.chooseLevel();
    if (specs.length) this.record();
  }

  build() {
    this.worldMenu = select(
      this.worlds.map((world) => [world.id, world.name]),
      this.worlds[0].id,
      () => this.choose(),
    );
    this.pack = h('select', { onchange: () => this.chooseLevel() });
    this.level = h('input', { type: 'number', class: 'short', min: 1, value: 1, onchange: () => this.chooseLevel() });
    this.two = h('input', { type: 'checkbox', onchange: () => this.choose(this.panes.map((pane) => pane.picker.value())) });
    this.events = select(
      [
        ['2000', '2,000'],
        ['20000', '20,000'],
        ['100000', '100,000'],
      ],
      '20000',
    );
    this.timeline = h('input', {
      type: 'range',
      min: 0,
      max: 1000,
      value: 0,
      'aria-label': 'Timeline',
      oninput: () => {
        this.playing = 0;
        this.at(Number(this.timeline.value));
      },
    });
    this.speed = h('input', { type: 'range', min: 1, max: 100, value: 25, 'aria-label': 'Speed' });
    this.playButton = h('button', { type: 'button', onclick: () => this.toggle(), disabled: true }, '▶ Play');
    this.back = h('button', { type: 'button', onclick: () => this.jump(-1), disabled: true, 'aria-label': 'One expansion back' }, '◀');
    this.on = h('button', { type: 'button', onclick: () => this.jump(1), disabled: true, 'aria-label': 'One expansion on' }, '▶|');
    this.panesElement = h('div', { class: 'panes' });
    this.table = h('div', { class: 'panel scroll', hidden: true });
    this.linkButton = h(
      'button',
      {
        type: 'button',
        disabled: true,
        onclick: () => navigator.clipboard.writeText(location.href).then(() => toast('The link is copied: it searches again.')),
      },
      'Copy link',
    );
    this.file = h('input', {
      type: 'file',
      accept: '.jsonl',
      hidden: true,
      'aria-label': 'Trace file',
      onchange: () => {
        this.open(this.file.files?.[0]);
        this.file.value = '';
      },
    });
    this.saveButton = h(
      'button',
      { type: 'button', disabled: true, onclick: () => this.panes.forEach((pane) => pane.save()) },
      'Save trace',
    );
    this.element = h(
      'div',
      { class: 'page' },
      h('h1', null, 'Watch a search'),
      h(
        'p',
        { class: 'quiet' },
        'Pick a level and a method. The search runs once and is then replayed: what it expands, what waits, and the tree it grows. On the board, squares glow where the search has been; in the tree, drag and zoom, and choose a node to see its position.',
      ),
      h(
        'div',
        { class: 'panel row' },
        field('World', this.worldMenu),
        field('Pack', this.pack),
        field('Level', this.level),
        field('Events at most', this.events),
        h('label', { class: 'check' }, this.two, 'Two methods side by side'),
        h('button', { class: 'primary', type: 'button', onclick: () => this.record() }, 'Search'),
        this.linkButton,
        this.saveButton,
        h('button', { type: 'button', onclick: () => this.file.click() }, 'Open trace …'),
        this.file,
      ),
      h(
        'div',
        { class: 'panel stage' },
        this.timeline,
        h('div', { class: 'row' }, this.back, this.playButton, this.on, field('Speed', this.speed)),
      ),
      this.table,
      this.panesElement,
    );
    this.element.addEventListener('dragover', (/** @type {DragEvent} */ event) => event.preventDefault());
    this.element.addEventListener('drop', (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      this.open(event.dataTransfer?.files[0]);
    });
  }

  /** Replays a recorded search. @param {File} [file] */
  open(file) {
    return tried(async () => {
      if (!file) return;
      const trace = readTrace(file.name, await file.text());
      if (!this.worlds.some((world) => world.id === trace.head.world))
        throw new Error(`${file.name} is of a world that is not known here: ${trace.head.world}.`);
      this.worldMenu.value = trace.head.world;
      this.two.checked = false;
      await this.choose();
      const [pane] = this.panes;
      pane.picker.set(trace.head.solved.method);
      await pane.prepare({ text: trace.head.level });
      pane.take(trace);
      await this.replay();
    });
  }

  leave() {
    this.playing = 0;
    for (const pane of this.panes) pane.search?.abort();
  }

  world() {
    return this.worlds.find((world) => world.id === this.worldMenu.value) ?? this.worlds[0];
  }

  /** Makes the panes for what is chosen; a search waits for them. @param {string[]} [specs] */
  choose(specs = []) {
    return (this.ready = this.prepare(specs));
  }

  /** @param {string[]} specs */
  async prepare(specs) {
    const world = this.world();
    const packs = await collections(world.id).catch(() => world.packs);
    const chosen = this.pack.value;
    this.pack.replaceChildren(
      ...packs.map((/** @type {Api.PackSize} */ pack) => h('option', { value: pack.name }, `${pack.name} (${pack.levels})`)),
    );
    if (packs.some((/** @type {any} */ pack) => pack.name === chosen)) this.pack.value = chosen;
    const wanted = [specs[0] ?? 'astar', specs[1] ?? 'bfs'];
    this.panes = (this.two.checked ? wanted : wanted.slice(0, 1)).map((spec) => new Pane(world, spec));
    this.panesElement.replaceChildren(...this.panes.map((pane) => pane.element));
    await this.prepareLevel();
  }

  address() {
    const own = /^own (\d+)$/.exec(this.pack.value);
    this.level.disabled = Boolean(own);
    return own ? { own: Number(own[1]) } : { pack: this.pack.value, level: Number(this.level.value) || 1 };
  }

  chooseLevel() {
    return (this.ready = this.prepareLevel());
  }

  prepareLevel() {
    this.playing = 0;
    for (const button of [this.playButton, this.back, this.on, this.saveButton, this.linkButton]) button.disabled = true;
    this.table.hidden = true;
    return Promise.all(this.panes.map((pane) => pane.prepare(this.address())));
  }

  record() {
    return tried(async () => {
      await this.ready;
      this.playing = 0;
      const address = this.address();
      await Promise.all(this.panes.map((pane) => pane.record(address, Number(this.events.value))));
      const words = new URLSearchParams({
        world: this.world().id,
        ...Object.fromEntries(Object.entries(address).map(([name, value]) => [name, String(value)])),
        events: this.events.value,
      });
      for (const pane of this.panes) words.append('with', pane.picker.value());
      history.replaceState(null, '', `/watch?${words}`);
      this.linkButton.disabled = false;
      this.compare();
      await this.replay();
    });
  }

  /** What each method needed, one beside the other. */
  compare() {
    const rows = this.panes.flatMap((pane) => (pane.trace ? [pane.trace.head.solved] : []));
    const head = ['Method', 'Ended', 'States expanded', 'generated', 'Moves', 'Time', 'Memory'];
    const cells = (/** @type {Api.Solved} */ solved) => [
      solved.method,
      solved.status.replace('_', ' '),
      thousands(solved.stats.expanded),
      thousands(solved.stats.generated),
      solved.solution ? `${solved.moves}${solved.optimal ? ', proven best' : ''}` : '–',
      `${(solved.stats.seconds * 1000).toFixed(1)} ms`,
      `${(solved.stats.peak_bytes / 1000).toFixed(0)} kB`,
    ];
    this.table.hidden = rows.length < 2;
    this.table.replaceChildren(
      h(
        'table',
        { class: 'data' },
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            head.map((word, i) => h('th', { class: i > 1 ? 'n' : null, scope: 'col' }, word)),
          ),
        ),
        h(
          'tbody',
          null,
          rows.map((row) =>
            h(
              'tr',
              null,
              cells(row).map((cell, i) => h('td', { class: i > 1 ? 'n' : null }, cell)),
            ),
          ),
        ),
      ),
    );
  }

  async replay() {
    this.timeline.max = String(Math.max(...this.panes.map((pane) => pane.expanded.length), 1));
    for (const button of [this.playButton, this.back, this.on, this.saveButton]) button.disabled = false;
    await this.at(0);
    this.toggle();
  }

  /** @param {number} step */
  at(step) {
    this.timeline.value = String(step);
    return Promise.all(this.panes.map((pane) => pane.at(step)));
  }

  /** @param {number} by */
  jump(by) {
    this.playing = 0;
    return this.at(Math.max(0, Math.min(Number(this.timeline.max), Number(this.timeline.value) + by)));
  }

  async toggle() {
    if (this.playing) {
      this.playing = 0;
      this.playButton.textContent = '▶ Play';
      return;
    }
    const run = (this.playing = Date.now());
    this.playButton.textContent = '❚❚ Pause';
    while (this.playing === run && Number(this.timeline.value) < Number(this.timeline.max)) {
      const speed = Number(this.speed.value);
      const stride = Math.max(1, Math.round((speed / 25) ** 3 * (Number(this.timeline.max) / 400)));
      await this.at(Math.min(Number(this.timeline.max), Number(this.timeline.value) + stride));
      await new Promise((done) => setTimeout(done, speed < 25 ? 900 - speed * 32 : 60));
    }
    if (this.playing === run) this.playing = 0;
    this.playButton.textContent = '▶ Play';
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === ' ') this.toggle();
    else if (event.key === 'ArrowRight') this.jump(1);
    else if (event.key === 'ArrowLeft') this.jump(-1);
    else return false;
    return true;
  }
}
