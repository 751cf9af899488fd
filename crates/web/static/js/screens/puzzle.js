// @ts-check
/** A puzzle: the board and what belongs to it. The parts lie in `puzzle/`, one noun each. */
import { catalog, get, note, post, puzzlesOf } from '../api.js';
import { Board } from '../board.js';
import { h, say, toast, tried } from '../dom.js';
import { draft } from '../draft.js';
import { go, named } from '../main.js';
import { addressOf, keepRoom, roomHere } from '../puzzle/address.js';
import { Clock, wholeClock } from '../puzzle/clock.js';
import { collections, inCollection, neighbour } from '../puzzle/course.js';
import { Hand } from '../puzzle/hand.js';
import { Kept } from '../puzzle/kept.js';
import { ARROWS, pad, showKeys, stepOf } from '../puzzle/keys.js';
import { showLevels } from '../puzzle/levels.js';
import { Playback } from '../puzzle/playback.js';
import { Result } from '../puzzle/result.js';
import { Room } from '../puzzle/room.js';
import { Solver } from '../puzzle/solver.js';
import { showRules } from '../rules.js';
import { onSettings, settings } from '../settings.js';
import { Tips } from '../puzzle/tips.js';
import { fileBytes, importFile, showExport, showImport, showLink } from '../puzzle/transfer.js';
import { counted, factOf, formulaText, measured, noMove, noteOf } from '../puzzle/words.js';

/** Screens on which all stands in one column. */
const NARROW = matchMedia('(max-width: 900px)');

/**
 * @param {string} worldId @param {string} [pack] @param {string} [number]
 * @returns {Promise<import('../main.js').Screen>}
 */
export async function show(worldId, pack, number) {
  const { worlds } = await catalog();
  const world = puzzlesOf(worlds).find((entry) => entry.id === worldId);
  if (!world) throw new Error(`There is no puzzle world called ${worldId}.`);
  const screen = new PuzzleScreen(world);
  await screen.start(pack, number);
  return { element: screen.element, title: world.name, leave: () => screen.leave(), key: (event) => screen.key(event) };
}

class PuzzleScreen {
  /** @param {import('../api.js').PuzzleWorld} world */
  constructor(world) {
    this.world = world;
    this.room = new Room((view) => this.show(view));
    this.board = new Board({
      tap: (cell) => this.hand.tap(cell),
      drag: (from, to) => this.hand.drag(from, to),
      swipe: (direction) => this.step(direction),
      grab: (cell) => this.hand.grab(cell),
      hover: (cell) => this.hand.hover(cell),
    });
    /** @type {Hand} */ this.hand = new Hand(this.room, this.board, (moves) => this.playMoves(moves, true));
    this.clock = new Clock();
    this.playback = new Playback(this.room, (what, times) => this.act(what, times));
    this.solver = new Solver(world, {
      room: this.room,
      found: async (moves, fromHere) => {
        await this.load(moves, fromHere);
        this.playback.toggle(true);
        this.kept.refresh();
      },
    });
    const replay = (/** @type {string} */ moves) => tried(() => this.replay(moves));
    this.panel = new Result(world, {
      open: (level) => tried(() => this.open(level)),
      replay,
      share: () => tried(() => this.share()),
      levels: () => this.showLevels(),
    });
    /** @type {Kept} */ this.kept = new Kept(world, {
      room: this.room,
      text: () => this.text,
      replay,
      goTo: (moves) => tried(() => this.goTo(moves)),
    });
    this.tips = new Tips(this.board);
    this.legend = h('ul', { class: 'plain legend-list', 'aria-label': 'What the signs mean' });
    this.text = '';
    /** Cells that are dead ends. @type {number[]} */ this.dead = [];
    this.forget = onSettings(() => this.comfort());
    /** What the solution took, once there is one. @type {Api.Measures | null} */ this.result = null;
    this.remembered = false;
    this.warn = localStorage.getItem('warn') !== 'off';
    this.ticker = setInterval(() => this.tick(), 500);
    this.build();
  }

  build() {
    const button = (
      /** @type {string} */ text,
      /** @type {() => void} */ action,
      /** @type {import('../dom.js').Attributes} */ more = {},
    ) => h('button', { type: 'button', onclick: action, ...more }, text);
    this.title = h('h1', null, this.world.name);
    this.fact = h('p', { class: 'quiet' });
    this.counters = h('div', { class: 'counters' });
    this.status = h('p', { class: 'status', role: 'status' });
    this.undoButton = button('↶ Undo', () => this.act('undo'), { 'aria-keyshortcuts': 'Z' });
    this.redoButton = button('↷ Redo', () => this.act('redo'), { 'aria-keyshortcuts': 'Y' });
    const warn = h('input', { type: 'checkbox', onchange: () => this.toggleWarnings(warn.checked) });
    warn.checked = this.warn;
    // Where there is room the result stands beside the board, so that both are seen.
    const [under, beside] = [h('div'), h('div', { class: 'beside' })];
    const place = () => (NARROW.matches ? under : beside).append(this.panel.element);
    NARROW.addEventListener('change', place);
    this.unplace = () => NARROW.removeEventListener('change', place);
    place();
    const stage = h(
      'div',
      { class: 'stage' },
      h(
        'div',
        { class: 'title-row level-title' },
        button('‹', () => this.next(-1), { 'aria-label': 'Previous level', class: 'ghost' }),
        this.title,
        button('›', () => this.next(1), { 'aria-label': 'Next level', class: 'ghost' }),
        h(
          'div',
          { class: 'title-doors' },
          button('Levels', () => this.showLevels(), { 'aria-keyshortcuts': 'L' }),
          button('Rules', () => showRules(this.world)),
          button('?', () => showKeys(this.world), { 'aria-label': 'Keys', class: 'ghost' }),
        ),
      ),
      this.tips.element,
      this.board.element,
      this.legend,
      under,
      this.status,
      h(
        'div',
        { class: 'row grow' },
        this.undoButton,
        this.redoButton,
        button('⟲ Restart', () => this.act('reset'), { 'aria-keyshortcuts': 'R' }),
        button('✦ Hint', () => this.hint(), { 'aria-keyshortcuts': 'H' }),
      ),
      this.world.steps.length > 0 && pad(this.world, (arrow) => this.step(arrow)),
    );
    const more = h(
      'details',
      { class: 'panel' },
      h('summary', null, 'This level'),
      h('label', { class: 'check' }, warn, 'Warn of dead ends'),
      this.tips.control,
      h('p', null),
      h(
        'div',
        { class: 'row' },
        button('Import …', () => showImport((file) => this.take(file))),
        button('Export …', () => tried(() => this.export())),
        button('Share link', () => tried(() => this.share())),
        button('Edit', () => this.edit()),
      ),
    );
    const side = h(
      'div',
      null,
      beside,
      h('div', { class: 'panel' }, this.counters, this.fact),
      this.playback.element,
      this.solver.element,
      this.kept.element,
      more,
    );
    this.element = h('div', { class: 'page' }, h('div', { class: 'play' }, stage, side));
    this.element.addEventListener('dragover', (/** @type {DragEvent} */ event) => event.preventDefault());
    this.element.addEventListener('drop', (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) tried(async () => this.take(await fileBytes(file)));
    });
  }

  leave() {
    this.unplace?.();
    clearInterval(this.ticker);
    this.room.leave();
    this.forget();
    this.solver.cancel();
    this.kept.cancel();
    this.playback.pause();
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
    const left = pack && (await roomHere());
    if (left) return this.entered(left);
    if (pack === 'own') return this.open({ own: Number(number) });
    if (pack === 'daily') return this.open({ day: number ?? 'today' });
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
    const packs = (await collections(this.world.id)).filter((pack) => pack.shipped);
    for (const pack of packs.filter((one) => one.solved < one.levels)) {
      const { entries } = await get(`/api/collections/${this.world.id}/${encodeURIComponent(pack.name)}`);
      const open = entries.find((/** @type {Api.ListedLevel} */ level) => !level.solved);
      if (open) return { pack: pack.name, level: open.number };
    }
    return { pack: packs[0]?.name, level: 1 };
  }

  /** Opens a level. @param {Api.LevelRef} level @param {string} [moves] */
  async open(level, moves = '') {
    this.entered(await post('/api/puzzle', { world: this.world.id, level, moves }));
  }

  /** @param {import('../puzzle/room.js').Whole} view */
  entered(view) {
    const first = !this.room.id;
    this.info = view.info;
    this.text = view.text;
    this.place = view.level;
    this.playback.end();
    this.panel.hide();
    this.result = null;
    this.remembered = false;
    this.clock.enter(view.id);
    this.legend.replaceChildren(
      ...view.legend.map((/** @type {Api.LegendView} */ entry) => {
        const picture = new DOMParser().parseFromString(entry.svg, 'image/svg+xml').documentElement;
        picture.setAttribute('aria-hidden', 'true');
        return h('li', null, document.importNode(picture, true), entry.text);
      }),
    );
    this.legend.hidden = !view.legend.length;
    this.name = this.info.title || `Level ${this.place.level ?? 1}`;
    this.room.enter(view);
    this.dead = view.dead ?? [];
    this.comfort();
    const number = this.place.level && !this.place.own ? `${this.place.level}. ` : '';
    this.title.textContent = `${number}${this.name}`;
    this.fact.textContent = factOf(this.info);
    this.kept.refresh();
    const address = addressOf(this.world, view);
    named(address, this.room.id, first);
    keepRoom(address, this.room.id);
  }

  /** Puts settings to use. */
  comfort() {
    this.board.shade('dead', settings.dead ? this.dead.map((cell) => ({ cell, tone: 'red' })) : []);
  }

  /** Notes where the person is, once a move was made: a level that was only looked at is not where one was. */
  remember() {
    if (this.remembered || !this.room.view.measures.moves) return;
    this.remembered = true;
    const address = `/puzzle/${this.world.id}/room/${this.room.id}`;
    note.read('last').then((last) => note.write('last', { ...last, [this.world.id]: { address, title: this.name } }));
  }

  /** @param {Api.PuzzleView} view */
  async show(view) {
    // What solved the level stays the result: who walks on is not counted, who takes back is.
    if (this.result && view.measures.moves < this.result.moves) this.result = null;
    if (view.solved) this.result ??= view.measures;
    if (!this.result) this.panel.hide();
    this.remember();
    this.hand.letGo();
    this.undoButton.disabled = !view.can_undo;
    this.redoButton.disabled = !view.can_redo;
    this.count(this.result ?? view.measures);
    this.playback.show(view.measures.moves);
    if (!this.result) this.status.className = 'status';
    if (!this.result) this.status.textContent = '';
    // Words and marks speak of what is seen: they wait until the pieces have arrived.
    if (!(await this.board.show(view))) return;
    if (this.result) this.won(view);
    else if (this.warn && view.warnings.length) {
      this.status.className = 'status warn';
      this.status.textContent = view.warnings.map((warning) => warning.text).join(' ');
      this.board.mark(
        view.warnings.flatMap((warning) => warning.cells),
        'warning',
      );
    }
    this.tips.show(this.playback.steps ? null : view.tip);
    say(view.caption);
  }

  /** @param {{ moves: number, pushes?: number | null }} measures */
  count({ moves, pushes }) {
    const best = this.info?.best;
    const item = (/** @type {string} */ name, /** @type {import('../dom.js').Content} */ value, /** @type {string} */ id) =>
      h('div', { 'data-counter': id }, h('b', null, value), h('span', null, name));
    this.counters.replaceChildren(
      ...[
        item('moves', moves, 'moves'),
        pushes != null && item('pushes', pushes, 'pushes'),
        item('time', wholeClock(this.clock.elapsed()), 'time'),
        best && item('best known', counted(best), 'best'),
      ].filter(Boolean),
    );
  }

  tick() {
    const time = this.counters.querySelector('[data-counter="time"] b');
    if (time) time.textContent = wholeClock(this.clock.elapsed());
    this.clock.keep();
  }

  /** @param {Api.PuzzleView} view */
  won(view) {
    const fresh = this.clock.stop() && view.solved && !this.playback.steps;
    this.playback.pause();
    const { info, place, result } = this;
    if (!info || !place || !result) return;
    const best = info.best;
    const { moves } = result;
    const against = best
      ? moves < best.moves
        ? ` Better than the best known (${best.moves})!`
        : moves === best.moves
          ? ' That is the best known.'
          : ` The best known takes ${best.moves}.`
      : '';
    const formula = noteOf(info, 'formula');
    this.status.className = 'status good';
    this.status.textContent = `Solved${formula ? ` — ${info.title}, ${formulaText(formula)}` : ''}: ${measured(result)}.${against}`;
    say(this.status.textContent);
    if (fresh) {
      this.kept.refresh();
      tried(async () => {
        const solvedRoom = this.room.id;
        const { moves: line } = await this.room.whole();
        if (this.room.id !== solvedRoom) return;
        const shown = { measures: result, moves: line, info, place, record: view.record ?? undefined };
        if (this.result) this.panel.show({ ...shown, fresh });
      });
    }
  }

  /** @param {string} arrow */
  step(arrow) {
    const step = stepOf(this.world, arrow);
    if (!step) return undefined;
    this.playback.pause();
    return this.room.enqueue(async () => {
      const { legal, solved } = this.room.view;
      if (!legal.some((/** @type {string} */ text) => text.toUpperCase() === step.text.toUpperCase())) {
        if (!solved) this.status.textContent = `You cannot go ${step.word} here.`;
        return;
      }
      await this.playMoves(step.text);
    });
  }

  /** @param {string} moves @param {boolean} [together] */
  async playMoves(moves, together = false) {
    this.playback.end();
    await this.room.play(moves, together);
  }

  /** @param {'undo' | 'redo' | 'reset'} what @param {number} [times] */
  act(what, times = 1) {
    return this.room.enqueue(async () => {
      const view = await this.room.ask(what, { times });
      if (what === 'reset') this.clock.restart();
      if (!view.solved) this.clock.goOn();
      this.room.show(view);
    });
  }

  hint() {
    return tried(async () => {
      const hint = await this.solver.hint();
      if (!hint) return;
      if (hint.outcome !== 'move') {
        this.status.className = 'status warn';
        this.status.textContent = noMove(hint);
        return;
      }
      const step = this.world.steps.find((entry) => entry.text.toUpperCase() === hint.move.toUpperCase());
      this.status.textContent = `Hint: ${step?.word ?? hint.move}. ${hint.remaining} ${hint.remaining === 1 ? 'move remains' : 'moves remain'}.`;
      say(this.status.textContent);
      if (hint.arrow) this.board.arrow(hint.arrow[0], hint.arrow[1]);
    });
  }

  /** Puts a solution behind redo, from the start or from here. @param {string} moves @param {boolean} [fromHere] */
  async load(moves, fromHere = false) {
    const view = await this.room.ask('load', { moves, from_here: fromHere });
    this.result = null;
    this.playback.begin(view.steps, view.measures.moves);
    this.clock.goOn();
    this.room.show(view);
  }

  /** Plays a whole solution from the start; undo leads back to what was there. @param {string} moves */
  async replay(moves) {
    await this.load(moves);
    this.playback.toggle(true);
  }

  /** Goes to a position that was kept; undo leads back. @param {string} moves */
  goTo(moves) {
    this.playback.end();
    return this.room.enqueue(async () => {
      const view = await this.room.ask('reset', {});
      this.clock.goOn();
      if (moves) await this.room.play(moves, true);
      else this.room.show(view);
    });
  }

  /** @param {number} by */
  next(by) {
    return tried(async () => {
      if (!inCollection(this.place)) return this.showLevels();
      const level = await neighbour(this.world, this.place, by);
      if (!level) return toast(by > 0 ? 'That was the last level.' : 'This is the first level.');
      await this.open(level);
    });
  }

  showLevels() {
    const open = (/** @type {Api.LevelRef} */ level) => tried(() => this.open(level));
    const importing = () => showImport((file) => this.take(file));
    return tried(() => showLevels(this.world, this.place ?? {}, { open, import: importing }));
  }

  /** Imports a file of levels, and opens the first of them. @param {{ bytes: string, name: string }} file */
  async take(file) {
    const { name, first } = await importFile(this.world, file);
    await this.open({ pack: name, level: first });
  }

  async export() {
    const { moves } = await this.room.whole();
    showExport(this.world, { text: this.text, name: this.name ?? '', moves });
  }

  async share() {
    const { moves } = await this.room.whole();
    showLink(this.world, this.text, moves);
  }

  edit() {
    draft.keep(this.world.id, { text: this.text, title: this.name, own: this.place?.own });
    go(`/editor/${this.world.id}`);
  }

  /** @param {boolean} on */
  toggleWarnings(on) {
    this.warn = on;
    localStorage.setItem('warn', on ? 'on' : 'off');
    this.room.show(this.room.view);
  }

  /** @param {KeyboardEvent} event @returns {boolean} */
  key(event) {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    /** @type {Record<string, () => unknown>} */
    const keys = {
      z: () => this.act('undo'),
      y: () => this.act('redo'),
      r: () => this.act('reset'),
      h: () => this.hint(),
      l: () => this.showLevels(),
      n: () => this.next(1),
      p: () => this.next(-1),
      m: () => go('/'),
      '?': () => showKeys(this.world),
      ' ': () => this.playback.steps && this.playback.toggle(),
      Enter: () => this.panel.goOn(),
      Escape: () => this.solver.cancel(),
    };
    const method = /^[1-9]$/.test(key) && this.world.quick_methods[Number(key) - 1];
    if (ARROWS[key]) this.step(ARROWS[key]);
    else if (method) this.solver.solve(method);
    else if (keys[key]) keys[key]();
    else return false;
    return true;
  }
}
