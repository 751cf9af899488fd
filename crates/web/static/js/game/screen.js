// @ts-check
/** A game: two sides, clocks, a tree of moves, analysis. */
import { get, note, post, unlessLeft } from '../api.js';
import { Board } from '../board.js';
import { ask, h, plural, say, tried } from '../dom.js';
import { draft } from '../draft.js';
import { follow } from '../follow.js';
import { go, named } from '../main.js';
import { showRules } from '../rules.js';
import { onSettings, set, settings } from '../settings.js';
import { sound } from '../sound.js';
import { Analysis } from './analysis.js';
import { Annotate } from './annotate.js';
import { Clocks } from './clocks.js';
import { Computer } from './computer.js';
import { Hand } from './hand.js';
import { MARKS } from './judgement.js';
import { showKeys } from './keys.js';
import { LEGAL, LegalMoves } from './legal.js';
import { LessonLine } from './lesson.js';
import { MoveList } from './moves.js';
import { exportRecord, importRecord, load, save, share } from './records.js';
import { Review } from './review.js';
import { showSetup } from './setup.js';
import { Turns } from './turns.js';

/** How far the wheel turns for one step. */
const NOTCH = 40;

export class GameScreen {
  /** @param {import('../api.js').GameWorld} world */
  constructor(world) {
    this.world = world;
    this.board = new Board();
    this.turns = new Turns();
    /** @type {Api.GameView} */ this.view = /** @type {any} */ (null);
    this.id = '';
    this.version = 0;
    /** @type {string[]} */ this.sides = world.sides;
    /** @type {Record<string, string>} */ this.options = {};
    this.running = false;
    /** Whether taking back was asked about in this game. */ this.asked = false;
    /** Which game, and how far, was noted last. */ this.remembered = '';
    this.queue = Promise.resolve();
    this.hand = new Hand(this.board, {
      may: () => this.humanTurn(),
      intents: () => this.view?.intents ?? [],
      play: (turn) => this.play(turn),
    });
    this.computer = new Computer(this);
    this.clocks = new Clocks(world, () => this.refresh());
    this.list = new MoveList({ chosen: (id) => this.goto(id) });
    this.annotate = new Annotate({ act: (what, more) => this.act(what, more), think: () => this.computer.ask() });
    this.legal = new LegalMoves((turn) => this.play(turn));
    this.lesson = new LessonLine(world, this.board);
    this.review = new Review(world, { chosen: (id) => this.goto(id) });
    this.analysis = new Analysis(world, {
      place: () => this.place(),
      arrow: (turn, kind) => this.arrowFor(turn, kind),
      cleared: () => this.hand.draw(),
      valued: (node, value) => this.valued(node, value),
      follow: (line) => this.change('explore', { turns: line }),
    });
    /** Ends the news of other tabs. */ this.unfollow = () => {};
    this.forget = onSettings(() => this.comfort());
    this.build();
    this.comfort();
  }

  build() {
    const button = (
      /** @type {string} */ text,
      /** @type {() => void} */ action,
      /** @type {import('../dom.js').Attributes} */ more = {},
    ) => h('button', { type: 'button', onclick: action, ...more }, text);
    this.status = h('p', { class: 'status', role: 'status' });
    this.startButton = button('▶ Start', () => this.toggle(), { class: 'primary' });
    this.stopButton = button('■ Stop', () => this.end('stop'));
    this.resignButton = button('⚑ Resign', () => this.resign());
    this.typed = h('input', {
      'aria-label': 'Type a move',
      placeholder: `Type a move: ${this.world.turn_example}`,
      autocomplete: 'off',
      list: LEGAL,
    });
    this.review.button.addEventListener('click', () => this.startReview());
    this.board.element.addEventListener('wheel', (/** @type {WheelEvent} */ event) => this.wheel(event), { passive: false });
    const form = h(
      'form',
      {
        class: 'row tight',
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.play(this.typed.value);
        },
      },
      this.typed,
      h('button', null, 'Play'),
    );
    const heading = h(
      'div',
      { class: 'title-row' },
      h('h1', null, this.world.name),
      h(
        'div',
        { class: 'title-doors' },
        button('Rules', () => showRules(this.world)),
        button('New game', () => this.setup()),
        button('?', () => showKeys(this.world), { class: 'ghost', 'aria-label': 'Keys' }),
      ),
    );
    const playing = h(
      'div',
      { class: 'panel stage' },
      this.clocks.element,
      h(
        'div',
        { class: 'row grow' },
        this.startButton,
        button('↶ Undo', () => this.undo(), { 'aria-keyshortcuts': 'U', title: 'Take the last turn back' }),
      ),
      h(
        'div',
        { class: 'row grow' },
        this.stopButton,
        button('⟲ Reset', () => this.reset()),
        this.resignButton,
      ),
      this.list.element,
      h(
        'div',
        { class: 'row grow' },
        button('|◀', () => this.jump(0), { 'aria-label': 'To the start' }),
        button('◀', () => this.step(-1), { 'aria-label': 'One turn back' }),
        button('▶', () => this.step(1), { 'aria-label': 'One turn on' }),
        button('▶|', () => this.jump(Infinity), { 'aria-label': 'To the end' }),
      ),
      this.annotate.tools,
      this.annotate.element,
    );
    const thinking = h(
      'div',
      { class: 'panel stage' },
      h('h2', null, 'Analysis'),
      this.analysis.element,
      h('div', { class: 'row grow' }, this.analysis.button, this.review.button),
      this.review.element,
      this.analysis.how,
    );
    const keeping = h(
      'details',
      { class: 'panel' },
      h('summary', null, 'Save, load, position'),
      h(
        'div',
        { class: 'row' },
        button('Save', () => tried(() => save(this.world, this.id))),
        button('Load …', () => tried(() => load(this.world, (record) => this.read(record)))),
        button('Export record', () => tried(() => exportRecord(this.world, this.id, this.view.position))),
        button('Import record …', () => importRecord((record) => this.read(record))),
        button('Set up a position', () => this.edit()),
      ),
    );
    this.element = h(
      'div',
      { class: 'page' },
      h(
        'div',
        { class: 'play' },
        h(
          'div',
          { class: 'stage' },
          heading,
          this.lesson.element,
          h('div', { class: 'board-row' }, this.analysis.bar, this.board.element),
          this.status,
          h(
            'div',
            { class: 'row grow' },
            button('⇅ Flip', () => set({ flip: !settings.flip }), { 'aria-keyshortcuts': 'F', title: 'Turn the board round' }),
            button('⤴ Share', () => tried(() => share(this.world, this.id, { position: this.view.position, options: this.options }))),
          ),
          form,
          this.legal.words,
          this.legal.element,
        ),
        h('div', null, playing, thinking, keeping),
      ),
    );
  }

  leave() {
    this.clocks.stop();
    this.unfollow();
    this.forget();
    this.computer.stop();
    this.analysis.stop();
    this.review.stop();
    this.running = false;
  }

  /** Puts settings to use. */
  comfort() {
    this.board.flip(settings.flip);
    if (this.view) this.drawLesson();
  }

  /** @param {Partial<Api.OpenRequest2>} request */
  async open(request) {
    this.computer.stop();
    this.running = false;
    this.entered(await post('/api/game', { world: this.world.id, ...request }));
  }

  /** Opens a game from its record. @param {string} record */
  async read(record) {
    this.running = false;
    this.computer.stop();
    this.entered(await post('/api/game/read', { record }));
  }

  /** @param {Api.GameView} view The whole of it. */
  entered(view) {
    // A game without a turn is not worth going back to.
    const instead = !this.id || !this.turns.nodes.get(0)?.children.length;
    this.id = view.id ?? this.id;
    this.sides = view.sides ?? this.sides;
    this.options = view.options ?? {};
    this.asked = false;
    this.review.stop();
    named(`/game/${this.world.id}/${this.id}`, this.id, instead);
    this.unfollow();
    this.unfollow = follow(
      'game',
      this.id,
      () => this.version,
      () => this.refresh(),
    );
    this.show(view);
  }

  /** Asks for all of the game. */
  refresh() {
    return tried(async () => this.show(await this.answer(get(`/api/game/${this.id}`))));
  }

  /** Notes where the person is; a game without a turn is not where one was. */
  remember() {
    const turns = this.turns.game.size;
    if (!turns || this.remembered === `${this.id} ${turns}`) return;
    this.remembered = `${this.id} ${turns}`;
    note
      .read('last')
      .then((last) =>
        note.write('last', { ...last, [this.world.id]: { address: `/game/${this.world.id}/${this.id}`, title: plural(turns, 'turn') } }),
      );
  }

  /** @param {Api.GameView} view */
  show(view) {
    // Somebody else changed the game meanwhile: all of it is asked for.
    if (!view.svg && view.version !== this.version + 1) return void this.refresh();
    const before = this.view?.over;
    this.view = view;
    this.version = view.version;
    this.turns.learn(view);
    this.remember();
    this.board.show(view);
    this.hand.reset();
    if (view.over) this.running = false;
    if (view.over && !before && !view.svg) sound('end');
    this.clocks.draw(view, this.sides, this.running);
    this.drawTree();
    this.legal.show(view.intents);
    this.drawButtons();
    this.drawStatus();
    this.drawLesson();
    if (this.analysis.live) this.analysis.start();
  }

  /** The list, the graph, the bar and what can be done with the turn: all that values and marks change. */
  drawTree() {
    const marks = this.review.draw(this.turns, this.sides);
    this.list.draw(this.turns, this.view.part, marks);
    this.annotate.draw(this.turns, Boolean(this.view.ending));
    this.analysis.weigh(this.turns.node(this.turns.cursor).assessment);
    this.judged = this.turns.node(this.turns.cursor).mark ?? marks.get(this.turns.cursor) ?? '';
  }

  drawButtons() {
    const { view, turns } = this;
    const over = turns.live && Boolean(view.ending?.outcome);
    const words = !turns.live ? '▶ Back to the game' : over ? 'Over' : view.ending ? '▶ Go on' : this.running ? '❚❚ Pause' : '▶ Start';
    this.startButton.textContent = words;
    this.startButton.disabled = over;
    this.stopButton.disabled = Boolean(view.over);
    this.resignButton.disabled = Boolean(view.over);
  }

  drawStatus() {
    const { view, turns } = this;
    this.status.className = view.ending ? 'status good' : 'status';
    const name = this.sides[view.side === 'first' ? 0 : 1];
    if (view.ending) {
      const outcome = view.ending.outcome;
      const winner = outcome === 'draw' ? 'Draw' : `${this.sides[outcome?.win === 'first' ? 0 : 1]} wins`;
      this.status.textContent = outcome ? `${winner}: ${view.ending.reason}.` : 'Stopped, without a result.';
    } else
      this.status.textContent = `${name} to move${view.turn_start ? '' : ': now the second part of the turn'}.${turns.live ? '' : ' A move here begins a variation.'}`;
    const { better } = view;
    if (better && ['?!', '?', '??'].includes(this.judged ?? '')) {
      const word = MARKS[this.judged ?? ''];
      this.status.textContent = `${word[0].toUpperCase()}${word.slice(1)}: best was ${better.turn}. ${this.status.textContent}`;
      if (better.from.length) this.board.arrow(better.from[0], better.to, 'better');
      else this.board.mark([better.to], 'better');
    }
    say(`${turns.path(turns.cursor).at(-1)?.text ?? ''} ${this.status.textContent}`);
  }

  drawLesson() {
    const { over, players } = this.view;
    if (over?.outcome && players.some((player) => !player)) this.lesson.end();
    const mine = this.humanTurn() && this.turns.live;
    this.lesson.draw(mine ? this.view.lesson : null);
  }

  /** Does one thing after the other, so that fast keys are not lost. @param {() => Promise<void>} action */
  enqueue(action) {
    this.queue = this.queue.then(() => tried(action)).then(() => undefined);
    return this.queue;
  }

  /** An answer about the game that is here: the next one does not get it. @template T @param {Promise<T>} answer */
  answer(answer) {
    const { id } = this;
    return unlessLeft(answer, () => this.id === id);
  }

  /** Does something to the game on the server. @param {string} what @param {Record<string, unknown>} body @returns {Promise<Api.GameView>} */
  ask(what, body) {
    return this.answer(post(`/api/game/${this.id}/${what}`, body));
  }

  /** Changes the game on the server and shows it. @param {string} what @param {Record<string, unknown>} [more] */
  change(what, more = {}) {
    return this.enqueue(async () => {
      this.computer.stop();
      if (this.running) await this.run(false);
      this.show(await this.ask(what, more));
    });
  }

  /** Does something with the turn that is looked at. @param {string} what @param {Record<string, unknown>} more */
  act(what, more) {
    return this.change(what, { node: this.turns.cursor, ...more });
  }

  /** @param {string} turn */
  play(turn) {
    return this.enqueue(async () => {
      if (!turn.trim()) return;
      this.typed.value = '';
      const { live } = this.turns;
      this.show(await this.ask('play', { turn }));
      if (live && !this.running && !this.view.over && this.view.players.some((player) => player)) await this.run(true);
      this.computer.proceed();
    });
  }

  /** Starts or stops the clocks. @param {boolean} on */
  async run(on) {
    this.running = on;
    if (!on) this.computer.stop();
    this.show(await this.ask('pause', { paused: !on }));
    if (on) this.computer.proceed();
  }

  toggle() {
    return this.enqueue(() => {
      const back = !this.turns.live && this.view.over?.outcome;
      // A game that is over is only looked at again.
      return back ? this.look(this.turns.tip) : this.run(!this.running);
    });
  }

  /** Takes the last turn back; asks once in a game that is not over. */
  undo() {
    return tried(async () => {
      if (!this.view.over && !this.asked && this.turns.game.size) {
        if (!(await ask('Take the last turn back?', 'Take it back', 'It stays in the list as a variation.'))) return;
        this.asked = true;
      }
      const against = this.view.players.filter((player) => player).length === 1;
      const human = this.view.players[this.view.side === 'first' ? 0 : 1] === null;
      await this.change('undo', { times: against && human && this.view.turn_start && this.turns.live ? 2 : 1 });
    });
  }

  /** Takes everything back, with full clocks; the turns stay as a variation. */
  async reset() {
    if (
      this.turns.game.size &&
      !this.view.over &&
      !(await ask('Take the whole game back?', 'Take it back', 'It stays in the list as a variation.'))
    )
      return;
    await this.change('undo', { times: 0 });
  }

  async resign() {
    const { players, side } = this.view;
    // Against the computer it is the person who gives up, whoever is to move.
    const person = players.filter((player) => player).length === 1 ? players.indexOf(null) : side === 'first' ? 0 : 1;
    const name = this.sides[person];
    if (!this.view.over && (await ask(`${name} gives up?`, 'Resign', 'The other side wins.'))) this.end('resign');
  }

  /** Ends the game. @param {'stop' | 'resign'} how */
  end(how) {
    if (this.view.over) return;
    tried(async () => {
      this.computer.stop();
      this.show(await this.ask(how, {}));
    });
  }

  /** Looks at a position; nothing is lost. @param {number} id */
  async look(id) {
    if (this.running) await this.run(false);
    if (id !== this.turns.cursor) this.show(await this.ask('goto', { node: id }));
  }

  /** @param {number} id */
  goto(id) {
    return this.enqueue(() => this.look(id));
  }

  /** Looks so many turns before or after. @param {number} by */
  step(by) {
    return this.enqueue(() => this.look(this.at(this.turns.depth(this.turns.cursor) + by)));
  }

  /** Looks at the position after so many turns of the line. @param {number} turns */
  jump(turns) {
    return this.enqueue(() => this.look(this.at(turns)));
  }

  /** The position after so many turns of the line that is looked at. @param {number} turns */
  at(turns) {
    const line = this.turns.line();
    const place = Math.min(Math.max(turns, 0), line.length);
    return place ? line[place - 1].id : 0;
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (event.ctrlKey || !this.turns.nodes.get(0)?.children.length) return;
    event.preventDefault();
    this.turned = (this.turned ?? 0) + event.deltaY;
    if (Math.abs(this.turned) < NOTCH) return;
    this.step(Math.sign(this.turned));
    this.turned = 0;
  }

  humanTurn() {
    if (!this.view || this.view.ending) return false;
    return this.view.players[this.view.side === 'first' ? 0 : 1] === null || !this.running || !this.turns.live;
  }

  /** What is to be analysed; nothing where the game is over. @returns {import('./analysis.js').Place | null} */
  place() {
    const { view, turns } = this;
    if (!view || view.ending) return null;
    const path = turns.path(turns.cursor).map((node) => node.text);
    if (view.part) path.push(view.part);
    return { id: this.id, options: this.options, path, node: view.part ? null : turns.cursor, side: view.side };
  }

  /** A position was judged. @param {number} id @param {import('./judgement.js').Value & { best?: string }} value */
  valued(id, value) {
    const node = this.turns.nodes.get(id);
    if (!node) return;
    node.assessment = /** @type {Api.Assessment} */ (value);
    this.drawTree();
  }

  /** Draws the arrow of a turn. @param {string} turn @param {string} kind */
  arrowFor(turn, kind) {
    const { intents } = this.view;
    const intent = intents.find((entry) => entry.text === turn) ?? intents.find((entry) => turn?.startsWith(entry.text));
    if (!intent) return;
    if (intent.select.length) this.board.arrow(intent.select[0], intent.target, kind);
    else this.board.mark([intent.target], 'hint');
  }

  startReview() {
    return tried(async () => {
      if (this.running) await this.run(false);
      await this.review.run(this.id, this.analysis.request(), (entry) => {
        const { value, proof, best, ending, node } = entry;
        if (ending) this.valued(node, { score: 0, proof: ending.outcome, best: '' });
        else if (value != null) this.valued(node, { score: value, proof, best: best ?? '' });
      });
      await this.refresh();
    });
  }

  setup() {
    showSetup(this.world, this.view ? { options: this.options } : null, async (request) => {
      await this.open(request);
      await this.run(true);
    });
  }

  edit() {
    draft.keep(this.world.id, { position: this.view.position });
    go(`/editor/${this.world.id}`);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    /** @type {Record<string, () => unknown>} */
    const keys = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      Home: () => this.jump(0),
      End: () => this.jump(Infinity),
      u: () => this.undo(),
      z: () => this.undo(),
      a: () => this.analysis.toggle(),
      f: () => set({ flip: !settings.flip }),
      n: () => this.setup(),
      m: () => go('/'),
      '?': () => showKeys(this.world),
      ' ': () => this.toggle(),
    };
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return false;
    action();
    return true;
  }
}
