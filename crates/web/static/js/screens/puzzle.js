// @ts-check
/** A puzzle: the board, the level list, hints, solvers, playback. */
import { catalog, get, note, post, stream } from '../api.js';
import { Board } from '../board.js';
import { celebrate } from '../confetti.js';
import { dialog, download, field, h, plural, say, select, thousands, toast, tried } from '../dom.js';
import { go } from '../main.js';
import { methodPicker, optionControl } from '../methods.js';
import { draft } from '../draft.js';

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
const ARROWS = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right', w: 'up', s: 'down', a: 'left', d: 'right' };
/** The buttons of the pad, row by row. @type {Array<[string, string] | null>} */
const PAD = [null, ['up', '↑'], null, ['left', '←'], ['down', '↓'], ['right', '→']];

/** @param {number} seconds */
const wholeClock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
/** A formula with its numbers set low. @param {string} text */
const formulaText = (text) => text.replace(/\d/g, (digit) => '₀₁₂₃₄₅₆₇₈₉'[Number(digit)]);
/** A note of a level, however its key is written. @param {{ notes: [string, string][] }} info @param {string} key @returns {string | undefined} */
const noteOf = (info, key) => info.notes.find(([name]) => name.toLowerCase() === key)?.[1];

/**
 * @param {string} worldId @param {string} [pack] @param {string} [number]
 * @returns {Promise<import('../main.js').Screen>}
 */
export async function show(worldId, pack, number) {
  const { worlds } = await catalog();
  const world = worlds.find((/** @type {any} */ entry) => entry.id === worldId && entry.kind === 'puzzle');
  if (!world) throw new Error(`There is no puzzle world called ${worldId}.`);
  const screen = new PuzzleScreen(world);
  await screen.start(pack, number);
  return { element: screen.element, title: world.name, leave: () => screen.leave(), key: (event) => screen.key(event) };
}

class PuzzleScreen {
  /** @param {any} world */
  constructor(world) {
    this.world = world;
    this.board = new Board({
      tap: (cell) => this.tap(cell),
      drag: (from, to) => this.drag(from, to),
      swipe: (direction) => this.step(direction),
      grab: (cell) => this.grab(cell),
    });
    /** @type {Api.PuzzleView} */ this.view = /** @type {any} */ (null);
    this.id = '';
    /** @type {number | null} */ this.selected = null;
    /** @type {Api.Intent[] | null} */ this.intents = null;
    /** @type {Array<[any, any]>} */ this.choices = [];
    this.queue = Promise.resolve();
    this.began = 0;
    /** What the solution took, once there is one. @type {any} */ this.result = null;
    this.remembered = false;
    this.playing = 0;
    this.solution = 0;
    /** @type {AbortController | null} */ this.search = null;
    this.warn = localStorage.getItem('warn') !== 'off';
    this.ticker = setInterval(() => this.tick(), 500);
    this.picker = methodPicker({
      methods: this.world.methods,
      heuristics: this.world.heuristics,
      value: this.world.default_method,
      label: 'Solve with',
    });
    this.build();
  }

  build() {
    const button = (/** @type {string} */ text, /** @type {() => void} */ action, /** @type {any} */ more = {}) =>
      h('button', { type: 'button', onclick: action, ...more }, text);
    this.title = h('h1', null, this.world.name);
    this.fact = h('p', { class: 'quiet' });
    this.counters = h('div', { class: 'counters' });
    this.status = h('p', { class: 'status', role: 'status' });
    this.undoButton = button('↶ Undo', () => this.act('undo'), { 'aria-keyshortcuts': 'Z' });
    this.redoButton = button('↷ Redo', () => this.act('redo'), { 'aria-keyshortcuts': 'Y' });
    this.seconds = h('input', { value: '30', inputmode: 'decimal', size: 5 });
    const choices = this.world.options.filter((/** @type {any} */ option) => option.kind === 'choice');
    this.choices = choices.map((/** @type {any} */ option) => [option, optionControl(option, option.default)]);
    this.solveButton = button('Solve', () => this.solve(), { class: 'primary' });
    this.cancelButton = button('Cancel', () => this.search?.abort(), { disabled: true });
    this.progress = h('p', { class: 'quiet', role: 'status' });
    this.speed = h('input', {
      type: 'range',
      min: 1,
      max: 20,
      value: localStorage.getItem('speed') ?? 6,
      'aria-label': 'Speed',
      onchange: () => localStorage.setItem('speed', this.speed.value),
    });
    this.scrub = h('input', {
      type: 'range',
      min: 0,
      max: 0,
      value: 0,
      'aria-label': 'Step of the solution',
      oninput: () => this.scrubTo(Number(this.scrub.value)),
    });
    this.playButton = button('▶ Play', () => this.togglePlay());
    this.playback = h(
      'div',
      { class: 'panel', hidden: true },
      h('h2', null, 'Solution'),
      this.scrub,
      h(
        'div',
        { class: 'row' },
        button('|◀', () => this.scrubTo(0), { 'aria-label': 'To the start' }),
        button('◁', () => this.act('undo'), { 'aria-label': 'One step back' }),
        this.playButton,
        button('▷', () => this.act('redo'), { 'aria-label': 'One step on' }),
        button('▶|', () => this.scrubTo(this.solution), { 'aria-label': 'To the end' }),
      ),
      field('Speed', this.speed),
    );
    const warn = h('input', { type: 'checkbox', onchange: () => this.toggleWarnings(warn.checked) });
    warn.checked = this.warn;
    const pad = PAD.map((entry) => {
      const step = entry && this.stepOf(entry[0]);
      return step
        ? button(entry[1], () => this.step(entry[0]), { 'aria-label': step.word[0].toUpperCase() + step.word.slice(1) })
        : h('span');
    });
    this.element = h(
      'div',
      { class: 'page' },
      h(
        'div',
        { class: 'play' },
        h(
          'div',
          { class: 'stage' },
          h(
            'div',
            { class: 'title-row' },
            button('‹', () => this.next(-1), { 'aria-label': 'Previous level', class: 'ghost' }),
            this.title,
            button('›', () => this.next(1), { 'aria-label': 'Next level', class: 'ghost' }),
            button('Levels', () => this.showLevels(), { 'aria-keyshortcuts': 'L' }),
            button('?', () => this.help(), { 'aria-label': 'Keys', class: 'ghost' }),
          ),
          this.board.element,
          this.status,
          h(
            'div',
            { class: 'row grow' },
            this.undoButton,
            this.redoButton,
            button('⟲ Restart', () => this.act('reset'), { 'aria-keyshortcuts': 'R' }),
            button('✦ Hint', () => this.hint(), { 'aria-keyshortcuts': 'H' }),
          ),
          this.world.steps.length > 0 && h('div', { class: 'pad', 'aria-label': 'Move' }, pad),
        ),
        h(
          'div',
          null,
          h('div', { class: 'panel' }, this.counters, this.fact),
          this.playback,
          h(
            'div',
            { class: 'panel' },
            this.picker.element,
            h(
              'div',
              { class: 'grid2' },
              ...this.choices.map(([option, control]) => field(option.id, control)),
              field('Seconds at most', this.seconds),
            ),
            h('p', null),
            h('div', { class: 'row grow' }, this.solveButton, this.cancelButton),
            this.progress,
          ),
          h(
            'details',
            { class: 'panel' },
            h('summary', null, 'Level and solution'),
            h('label', { class: 'check' }, warn, 'Warn of dead ends'),
            h('p', null),
            h(
              'div',
              { class: 'row' },
              button('Import …', () => this.importLevel()),
              button('Export …', () => tried(() => this.exportLevel())),
              button('Share link', () => tried(() => this.share())),
              button('Edit', () => this.edit()),
            ),
          ),
        ),
      ),
    );
    this.element.addEventListener('dragover', (/** @type {DragEvent} */ event) => event.preventDefault());
    this.element.addEventListener('drop', (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) tried(async () => this.take(await file.text()));
    });
  }

  leave() {
    clearInterval(this.ticker);
    this.search?.abort();
    this.playing = 0;
  }

  /** @param {string} [pack] @param {string} [number] */
  async start(pack, number) {
    const shared = new URLSearchParams(location.hash.slice(1));
    if (pack === 'shared' && shared.get('level')) {
      await this.open({ text: shared.get('level') ?? '' }, shared.get('moves') ?? '');
      return;
    }
    if (pack === 'room' && number) {
      this.entered(await get(`/api/puzzle/${encodeURIComponent(number)}`));
      return;
    }
    if (pack === 'own') return this.open({ own: Number(number) });
    if (!pack && (await this.resume())) return;
    await this.open(pack ? { pack, level: Number(number ?? 1) } : await this.nextUnsolved());
  }

  /** Goes on where the person was; false where there is nothing to go on with. */
  async resume() {
    const room = /\/room\/([^/]+)$/.exec((await note.read('last'))?.[this.world.id]?.address ?? '')?.[1];
    const view = room && (await get(`/api/puzzle/${room}`).catch(() => null));
    if (!view || view.solved) return false;
    this.entered(view);
    return true;
  }

  /** The first level that is not solved yet; the first of all where none is left. */
  async nextUnsolved() {
    const { packs } = await get(`/api/levels/${this.world.id}`);
    for (const pack of packs) {
      const open = pack.levels.find((/** @type {any} */ level) => !level.solved);
      if (open) return { pack: pack.name, level: open.number };
    }
    return { pack: packs[0]?.name, level: 1 };
  }

  /** Opens a level. @param {any} level @param {string} [moves] */
  async open(level, moves = '') {
    this.entered(await post('/api/puzzle', { world: this.world.id, level, moves }));
  }

  /** @param {any} view The whole of it. */
  entered(view) {
    this.id = view.id;
    this.info = view.info;
    this.text = view.text;
    this.place = view.level;
    this.solution = 0;
    this.playback.hidden = true;
    this.result = null;
    this.remembered = false;
    this.began = Date.now() - Number(sessionStorage.getItem(`clock ${view.id}`) ?? 0) * 1000;
    this.frozen = 0;
    this.name = this.info.title || `Level ${this.place.level ?? 1}`;
    this.show(view);
    const number = this.place.level && !this.place.own ? `${this.place.level}. ` : '';
    this.title.textContent = `${number}${this.name}`;
    const [formula, difficulty, grade] = ['formula', 'difficulty', 'grade'].map((key) => noteOf(this.info, key));
    this.fact.textContent = [
      formula && formulaText(formula),
      noteOf(this.info, 'fact'),
      noteOf(this.info, 'chapter'),
      difficulty && `difficulty ${difficulty}${grade ? ` of 10, ${grade}` : ''}`,
    ]
      .filter(Boolean)
      .join(' · ');
    history.replaceState(null, '', `/puzzle/${this.world.id}/room/${this.id}`);
  }

  /** Notes where the person is, once a move was made: a level that was only looked at is not where one was. */
  remember() {
    if (this.remembered || !this.view.measures.moves) return;
    this.remembered = true;
    note
      .read('last')
      .then((last) =>
        note.write('last', { ...last, [this.world.id]: { address: `/puzzle/${this.world.id}/room/${this.id}`, title: this.name } }),
      );
  }

  /** @param {Api.PuzzleView} view */
  show(view) {
    this.view = view;
    // What solved the level stays the result: who walks on is not counted, who takes back is.
    if (this.result && view.measures.moves < this.result.moves) this.result = null;
    if (view.solved) this.result ??= view.measures;
    const counted = this.result ?? view.measures;
    this.remember();
    this.intents = null;
    this.selected = null;
    this.board.show(view);
    this.undoButton.disabled = !view.can_undo;
    this.redoButton.disabled = !view.can_redo;
    const best = this.info?.best;
    const item = (/** @type {string} */ name, /** @type {any} */ value, /** @type {string} */ id) =>
      h('div', { 'data-counter': id }, h('b', null, value), h('span', null, name));
    this.counters.replaceChildren(
      ...[
        item('moves', counted.moves, 'moves'),
        counted.pushes !== undefined && item('pushes', counted.pushes, 'pushes'),
        item('time', wholeClock(this.elapsed()), 'time'),
        best && item('best known', `${best.moves}${best.pushes !== undefined ? ` / ${best.pushes}` : ''}`, 'best'),
      ].filter(Boolean),
    );
    if (this.solution) this.scrub.value = String(view.measures.moves);
    this.status.className = 'status';
    if (this.result) this.won(view.solved);
    else if (this.warn && view.warnings.length) {
      this.status.className = 'status warn';
      this.status.textContent = view.warnings.map((warning) => warning.text).join(' ');
      this.board.mark(
        view.warnings.flatMap((warning) => warning.cells),
        'warning',
      );
    } else this.status.textContent = '';
    say(view.caption);
  }

  elapsed() {
    return this.frozen || (Date.now() - this.began) / 1000;
  }

  tick() {
    const time = this.counters.querySelector('[data-counter="time"] b');
    if (time) time.textContent = wholeClock(this.elapsed());
    if (this.id) sessionStorage.setItem(`clock ${this.id}`, this.elapsed().toFixed(1));
  }

  /** @param {boolean} now whether it is solved as it stands, and not walked on since */
  won(now) {
    const fresh = !this.frozen;
    this.frozen ||= this.elapsed();
    this.playing = 0;
    this.playButton.textContent = '▶ Play';
    const { moves, pushes } = this.result ?? this.view.measures;
    const best = this.info.best;
    const took = `${plural(moves, 'move')}${pushes != null ? `, ${plural(pushes, 'push')}` : ''}`;
    const against = best
      ? moves < best.moves
        ? ` Better than the best known (${best.moves})!`
        : moves === best.moves
          ? ' That is the best known.'
          : ` The best known takes ${best.moves}.`
      : '';
    const formula = noteOf(this.info, 'formula');
    this.status.className = 'status good';
    this.status.textContent = `Solved${formula ? ` — ${this.info.title}, ${formulaText(formula)}` : ''}: ${took}.${against}${this.info.idea ? ` What it was about: ${this.info.idea}` : ''}`;
    say(this.status.textContent);
    if (now && fresh && !this.solution) celebrate();
  }

  /** Runs actions one after the other, so that fast keys are not lost. @param {() => Promise<void>} action */
  enqueue(action) {
    this.queue = this.queue.then(() => tried(action)).then(() => undefined);
    return this.queue;
  }

  /** The step of this world that an arrow makes. @param {string} arrow */
  stepOf(arrow) {
    return this.world.steps.find((/** @type {any} */ step) => step.arrow === arrow);
  }

  /** @param {string} arrow */
  step(arrow) {
    const step = this.stepOf(arrow);
    if (!step) return undefined;
    this.playing = 0;
    return this.enqueue(async () => {
      const fits = this.view.legal.find((/** @type {string} */ text) => text.toUpperCase() === step.text.toUpperCase());
      if (!fits) {
        this.status.textContent = this.view.solved ? this.status.textContent : `You cannot go ${step.word} here.`;
        return;
      }
      this.solution = 0;
      this.playback.hidden = true;
      this.show(await post(`/api/puzzle/${this.id}/play`, { moves: step.text }));
    });
  }

  /** @param {'undo' | 'redo' | 'reset'} what @param {number} [times] */
  act(what, times = 1) {
    return this.enqueue(async () => {
      const view = await post(`/api/puzzle/${this.id}/${what}`, { times });
      if (what === 'reset') this.began = Date.now();
      if (!view.solved) this.frozen = 0;
      this.show(view);
    });
  }

  async loadIntents() {
    this.intents ??= await get(`/api/puzzle/${this.id}/intents`);
    return this.intents ?? [];
  }

  /** @param {number} cell */
  tap(cell) {
    return this.enqueue(async () => {
      const intents = await this.loadIntents();
      const chosen = this.selected;
      const move = intents.find(
        (intent) => intent.target === cell && (chosen === null ? !intent.select.length : intent.select[0] === chosen),
      );
      const starts = intents.filter((intent) => intent.select[0] === cell);
      this.board.clearOverlay();
      this.selected = null;
      if (chosen !== cell && move) return this.playTogether(move.text);
      if (chosen !== cell && starts.length) {
        this.selected = cell;
        this.board.mark([cell], 'selected');
        this.board.mark(
          starts.map((intent) => intent.target),
          'target',
        );
      }
    });
  }

  /** Shows where a piece that is being dragged can go; says whether it can go anywhere. @param {number} cell */
  async grab(cell) {
    const targets = (await this.loadIntents()).filter((intent) => intent.select[0] === cell).map((intent) => intent.target);
    this.board.clearOverlay();
    this.board.mark(targets.length ? [cell] : [], 'selected');
    this.board.mark(targets, 'target');
    return targets.length > 0;
  }

  /** Drags a piece; says whether there was one to drag. @param {number} from @param {number} to */
  async drag(from, to) {
    if (!this.view) return false;
    const meant = (await this.loadIntents()).filter((intent) => intent.select[0] === from);
    if (!meant.length) return false;
    const move = meant.find((intent) => intent.target === to);
    if (from === to) await this.tap(from);
    else await this.enqueue(async () => (move ? this.playTogether(move.text) : this.board.clearOverlay()));
    return true;
  }

  /** @param {string} moves */
  async playTogether(moves) {
    this.solution = 0;
    this.playback.hidden = true;
    this.show(await post(`/api/puzzle/${this.id}/play`, { moves, together: true }));
  }

  /** @param {string} path @param {any} body @param {(progress: any) => void} told */
  async run(path, body, told) {
    this.search?.abort();
    const search = (this.search = new AbortController());
    this.solveButton.disabled = true;
    this.cancelButton.disabled = false;
    try {
      return await stream(
        path,
        body,
        (name, data) => (name === 'queued' ? (this.progress.textContent = 'Waiting for a free core …') : told(data)),
        search.signal,
      );
    } catch (error) {
      this.progress.textContent = search.signal.aborted ? 'Cancelled.' : '';
      if (!search.signal.aborted) throw error;
      return null;
    } finally {
      this.solveButton.disabled = false;
      this.cancelButton.disabled = true;
    }
  }

  /** @param {any} progress */
  tell(progress) {
    const { stats, frontier, bytes, note: words } = progress;
    const rate = stats.seconds > 0 ? stats.expanded / stats.seconds : 0;
    this.progress.textContent = `${thousands(stats.expanded)} states, ${thousands(rate)} a second, ${thousands(frontier)} waiting, ${thousands(bytes / 1e6)} MB${words ? ` · ${words}` : ''}`;
  }

  hint() {
    return tried(async () => {
      this.progress.textContent = 'Looking for a hint …';
      const hint = await this.run(`/api/puzzle/${this.id}/hint`, { seconds: 20 }, (progress) => this.tell(progress));
      if (!hint) return;
      this.progress.textContent = '';
      if (hint.status) {
        this.status.className = 'status warn';
        this.status.textContent =
          hint.status === 'unsolvable'
            ? 'No solution exists from here: undo some moves.'
            : `No hint found (${hint.status.replace('_', ' ')}).`;
        return;
      }
      const step = this.world.steps.find((/** @type {any} */ entry) => entry.text.toUpperCase() === hint.move.toUpperCase());
      this.status.textContent = `Hint: ${step?.word ?? hint.move}. ${hint.remaining} ${hint.remaining === 1 ? 'move remains' : 'moves remain'}.`;
      say(this.status.textContent);
      if (hint.arrow) this.board.arrow(hint.arrow[0], hint.arrow[1]);
    });
  }

  /** @param {string} [method] */
  solve(method) {
    if (method) this.picker.set(method);
    return tried(async () => {
      this.progress.textContent = 'Searching …';
      const options = Object.fromEntries(this.choices.map(([option, control]) => [option.id, control.value]));
      const solved = await this.run(
        `/api/solve/${this.world.id}`,
        { level: { text: this.text }, method: this.picker.value(), options, limits: { seconds: Number(this.seconds.value) || 30 } },
        (progress) => this.tell(progress),
      );
      if (!solved) return;
      const { stats } = solved;
      const took = `${thousands(stats.expanded)} states in ${stats.seconds.toFixed(2)} s, ${thousands(stats.peak_bytes / 1e6)} MB`;
      if (!solved.solution) {
        const words = {
          unsolvable: 'There is no solution',
          not_found: 'The method ended without one',
          time_limit: 'Out of time',
          state_limit: 'Out of states',
          memory_limit: 'Out of memory',
          cancelled: 'Cancelled',
        };
        this.progress.textContent = `${words[/** @type {keyof typeof words} */ (solved.status)] ?? solved.status}: ${took}.`;
        return;
      }
      const { moves, pushes } = solved.measures;
      this.progress.textContent = `${solved.method}: ${plural(moves, 'move')}${pushes !== undefined ? `, ${plural(pushes, 'push')}` : ''}${solved.optimal ? ', proven best' : solved.bound ? `, at least ${thousands(solved.bound)}` : ''}. ${took}.`;
      await this.load(solved.solution);
      this.togglePlay(true);
    });
  }

  /** Puts a solution behind redo. @param {string} moves */
  async load(moves) {
    const view = await post(`/api/puzzle/${this.id}/load`, { moves });
    this.solution = view.steps;
    this.scrub.max = String(view.steps);
    this.scrub.value = '0';
    this.playback.hidden = false;
    this.frozen = 0;
    this.show(view);
  }

  /** @param {boolean} [on] */
  async togglePlay(on) {
    if (this.playing && on !== true) {
      this.playing = 0;
      this.playButton.textContent = '▶ Play';
      return;
    }
    if (!this.view.can_redo && this.solution) await this.scrubTo(0);
    const run = (this.playing = Date.now() + Math.random());
    this.playButton.textContent = '❚❚ Pause';
    while (this.playing === run && this.view.can_redo) {
      await this.act('redo');
      await new Promise((done) => setTimeout(done, 1000 / Number(this.speed.value)));
    }
    if (this.playing === run) this.playing = 0;
    this.playButton.textContent = '▶ Play';
  }

  /** @param {number} step */
  async scrubTo(step) {
    this.playing = 0;
    await this.queue;
    const by = step - this.view.measures.moves;
    if (by > 0) await this.act('redo', by);
    if (by < 0) await this.act('undo', -by);
  }

  /** @param {number} by */
  next(by) {
    return tried(async () => {
      if (!this.place.pack && !this.place.level) return this.showLevels();
      const pack = this.world.packs.find((/** @type {any} */ entry) => entry.name === (this.place.pack ?? this.world.packs[0].name));
      const level = (this.place.level ?? 1) + by;
      if (!pack || level < 1 || level > pack.levels)
        return toast(by > 0 ? 'That was the last level of the pack.' : 'This is the first level of the pack.');
      await this.open({ pack: pack.name, level });
    });
  }

  showLevels() {
    return tried(async () => {
      const { packs, own } = await get(`/api/levels/${this.world.id}`);
      const choose = (/** @type {any} */ level) => {
        shown.close();
        tried(() => this.open(level));
      };
      const entry = (/** @type {any} */ level, /** @type {any} */ address, /** @type {any} */ label) => {
        const best = level.solved ?? level.best?.measures;
        const current = (this.place.level ?? 0) === level.number && !level.own && this.place.pack === address.pack;
        const difficulty = Number(noteOf(level, 'difficulty'));
        const title = [level.title, difficulty && `difficulty ${difficulty}`, level.solved && 'solved'].filter(Boolean).join(', ');
        return h(
          'button',
          {
            type: 'button',
            class: level.solved ? 'solved' : null,
            title,
            'aria-current': current ? 'true' : null,
            onclick: () => choose(address),
          },
          h('b', null, label),
          h('small', null, best ? `${best.moves}${best.pushes !== undefined ? `/${best.pushes}` : ''}` : `${level.width}×${level.height}`),
          difficulty ? h('meter', { min: 0, max: hardest, value: difficulty, 'aria-hidden': 'true' }) : null,
        );
      };
      const hardest = Math.max(
        1,
        ...packs.flatMap((/** @type {any} */ pack) =>
          pack.levels.map((/** @type {any} */ level) => Number(noteOf(level, 'difficulty')) || 0),
        ),
      );
      const groups = packs.map((/** @type {any} */ pack) => [
        h(
          'h3',
          null,
          `${pack.name} — ${pack.levels.filter((/** @type {any} */ level) => level.solved).length} of ${pack.levels.length} solved`,
        ),
        h(
          'div',
          { class: 'levels' },
          pack.levels.map((/** @type {any} */ level) => entry(level, { pack: pack.name, level: level.number }, level.number)),
        ),
      ]);
      const mine = own.length
        ? [
            h('h3', null, 'My levels'),
            h(
              'div',
              { class: 'levels' },
              own.map((/** @type {any} */ level) => entry(level, { own: level.own }, level.title)),
            ),
          ]
        : [];
      const shown = dialog(`${this.world.name}: levels`, [
        h(
          'p',
          { class: 'quiet' },
          `Under each number: moves${this.world.counts_pushes ? ' and pushes' : ''} of your best solution, or of the best known, and a bar for how hard the level is. ✓ marks what you solved.`,
        ),
        ...mine.flat(),
        ...groups.flat(),
      ]);
    });
  }

  help() {
    dialog('Keys', [
      h(
        'div',
        { class: 'keys' },
        KEYS.map(([keys, words]) => [h('kbd', null, keys), h('span', null, words)]),
      ),
      h('h3', null, 'Methods'),
      h(
        'div',
        { class: 'keys' },
        this.world.quick_methods.map((/** @type {string} */ id, /** @type {number} */ i) => [
          h('kbd', null, i + 1),
          h('span', null, `${id}: ${this.world.methods.find((/** @type {any} */ method) => method.id === id)?.summary}`),
        ]),
      ),
    ]);
  }

  /** Opens the first level of a text; a collection goes to “My levels” as well. @param {string} text */
  async take(text) {
    const path = `/api/levels/${this.world.id}`;
    const { levels } = await post(`${path}/read`, { text });
    for (let level = 1; levels.length > 1 && level <= levels.length; level++) {
      const one = await post(`${path}/read`, { text, level });
      await post(`${path}/save`, { title: one.info.title || `Imported ${level}`, text: one.text });
    }
    if (levels.length > 1) toast(`${levels.length} levels are now in “My levels”.`);
    await this.open({ text, level: 1 });
  }

  importLevel() {
    const text = h('textarea', { 'aria-label': 'Levels as text', placeholder: 'Paste a level or a whole collection, in any format.' });
    const file = h('input', {
      type: 'file',
      'aria-label': 'File',
      onchange: async () => (text.value = (await file.files?.[0]?.text()) ?? ''),
    });
    const trouble = h('p', { class: 'status warn' });
    const load = async () => {
      try {
        await this.take(text.value);
        shown.close();
      } catch (error) {
        trouble.textContent = /** @type {any} */ (error).message;
      }
    };
    const shown = dialog('Import', [
      text,
      file,
      trouble,
      h('div', { class: 'row' }, h('button', { class: 'primary', type: 'button', onclick: load }, 'Open')),
    ]);
  }

  async exportLevel() {
    const { moves } = await get(`/api/puzzle/${this.id}`);
    const format = select(
      this.world.formats.map((/** @type {string} */ name) => [name, name]),
      this.world.formats[0],
      () => fill(),
    );
    const text = h('textarea', { readonly: true, 'aria-label': 'The level' });
    const fill = () =>
      tried(
        async () =>
          (text.value = (await post(`/api/levels/${this.world.id}/write`, { level: { text: this.text }, format: format.value })).text),
      );
    fill();
    dialog('Export', [
      field('Format', format),
      text,
      h('h3', null, 'Moves so far'),
      h('textarea', { readonly: true, 'aria-label': 'Moves so far', value: moves }),
      h(
        'div',
        { class: 'row' },
        h('button', { type: 'button', onclick: () => download(`${this.name}.txt`, text.value) }, 'Download level'),
        h(
          'button',
          { type: 'button', onclick: () => navigator.clipboard.writeText(text.value).then(() => toast('Copied.')) },
          'Copy level',
        ),
      ),
    ]);
  }

  async share() {
    const { moves } = await get(`/api/puzzle/${this.id}`);
    const words = new URLSearchParams({ level: this.text ?? '', moves });
    const address = `${location.origin}/puzzle/${this.world.id}/shared#${words}`;
    dialog('Share', [
      h('p', null, 'This link holds the level and your moves.'),
      h('textarea', { readonly: true, 'aria-label': 'Link', value: address }),
      h('button', { type: 'button', onclick: () => navigator.clipboard.writeText(address).then(() => toast('Copied.')) }, 'Copy'),
    ]);
  }

  edit() {
    draft.keep(this.world.id, { text: this.text, title: this.name, own: this.place.own });
    go(`/editor/${this.world.id}`);
  }

  /** @param {boolean} on */
  toggleWarnings(on) {
    this.warn = on;
    localStorage.setItem('warn', on ? 'on' : 'off');
    this.show(this.view);
  }

  /** @param {KeyboardEvent} event @returns {boolean} */
  key(event) {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    /** @type {Record<string, () => any>} */
    const keys = {
      z: () => this.act('undo'),
      y: () => this.act('redo'),
      r: () => this.act('reset'),
      h: () => this.hint(),
      l: () => this.showLevels(),
      n: () => this.next(1),
      p: () => this.next(-1),
      m: () => go('/'),
      '?': () => this.help(),
      ' ': () => this.solution && this.togglePlay(),
      Escape: () => this.search?.abort(),
    };
    if (ARROWS[key]) this.step(ARROWS[key]);
    else if (/^[1-9]$/.test(key) && this.world.quick_methods[Number(key) - 1]) this.solve(this.world.quick_methods[Number(key) - 1]);
    else if (keys[key]) keys[key]();
    else return false;
    return true;
  }
}
