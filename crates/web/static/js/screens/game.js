// @ts-check
/** A game: two sides, clocks, moves, analysis. */
import { catalog, get, note, post, stream } from '../api.js';
import { Board } from '../board.js';
import { clockText, dialog, download, field, h, link, plural, say, select, thousands, toast, tried } from '../dom.js';
import { draft } from '../draft.js';
import { evaluationGraph } from '../graph.js';
import { go } from '../main.js';
import { methodPicker, optionControl, usualOpponent, usualOptions } from '../methods.js';

const KEYS = [
  ['Click', 'select, then the target'],
  ['Drag', 'from a piece to its target'],
  ['← →', 'step through the game'],
  ['U', 'take the last turn back'],
  ['A', 'analyse'],
  ['Space', 'start or pause'],
  ['N', 'new game'],
  ['M', 'back to the menu'],
  ['?', 'this help'],
];

/**
 * @param {string} worldId @param {string} [id]
 * @returns {Promise<import('../main.js').Screen>}
 */
export async function show(worldId, id) {
  const { worlds } = await catalog();
  const world = worlds.find((/** @type {any} */ entry) => entry.id === worldId && entry.kind === 'game');
  if (!world) throw new Error(`There is no game called ${worldId}.`);
  const screen = new GameScreen(world);
  const shared = new URLSearchParams(location.hash.slice(1));
  if (id) screen.entered(await get(`/api/game/${encodeURIComponent(id)}`));
  else
    await screen.open({
      options: shared.get('position') ? { position: shared.get('position') } : usualOptions(world),
      players: [null, null],
    });
  if (!id && !shared.get('position')) screen.setup();
  return { element: screen.element, title: world.name, leave: () => screen.leave(), key: (event) => screen.key(event) };
}

/** @typedef {{ id: number | null, text: string, side?: Api.Side | null, seconds?: number | null }} Turn */
/** @typedef {Api.GameView & { turns: Turn[], at: number }} Shown A view, the line that is looked at, and how far along it. */

class GameScreen {
  /** @param {any} world */
  constructor(world) {
    this.world = world;
    this.board = new Board({ tap: (cell) => this.tap(cell), drag: (from, to) => this.drag(from, to), grab: (cell) => this.grab(cell) });
    /** @type {Shown} */ this.view = /** @type {any} */ (null);
    this.id = '';
    /** @type {string[]} */ this.sides = world.sides;
    /** @type {number[]} */ this.selection = [];
    this.running = false;
    /** Which game, and how far, was noted last. */ this.remembered = '';
    /** @type {AbortController | null} */ this.thinking = null;
    /** @type {AbortController | null} */ this.analysing = null;
    this.live = false;
    /** @type {Map<number, Api.NodeView>} */ this.nodes = new Map();
    this.version = 0;
    /** @type {Api.ReviewEntry[]} */ this.reviewed = [];
    this.received = Date.now();
    this.ticker = setInterval(() => this.tick(), 100);
    this.picker = methodPicker({
      methods: this.world.players,
      evaluations: this.world.evaluations,
      value: this.world.default_player,
      label: 'Analyse with',
    });
    this.build();
  }

  build() {
    const button = (/** @type {string} */ text, /** @type {() => void} */ action, /** @type {any} */ more = {}) =>
      h('button', { type: 'button', onclick: action, ...more }, text);
    this.status = h('p', { class: 'status', role: 'status' });
    this.clocks = h('div', { class: 'clocks' });
    this.moves = h('div', { class: 'moves', tabindex: 0, 'aria-label': 'Moves' });
    this.startButton = button('▶ Start', () => this.toggle(), { class: 'primary' });
    this.stopButton = button('■ Stop', () => this.end('stop'));
    this.typed = h('input', {
      'aria-label': 'Type a move',
      placeholder: `Type a move: ${this.world.turn_example}`,
      autocomplete: 'off',
      list: 'legal',
    });
    this.legal = h('datalist', { id: 'legal' });
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
    this.evalbar = h('div', { class: 'evalbar', role: 'img', 'aria-label': 'Evaluation' }, h('div'));
    this.evalbar.style.setProperty('--first', `var(--pg-${this.world.tones[0]})`);
    this.evalbar.style.setProperty('--second', `var(--pg-${this.world.tones[1]})`);
    this.lines = h('div', { class: 'lines' });
    this.lineCount = select(
      [
        ['1', '1'],
        ['2', '2'],
        ['3', '3'],
        ['5', '5'],
      ],
      '3',
    );
    this.analysisTime = select(
      [
        ['500', '0.5 s'],
        ['1000', '1 s'],
        ['3000', '3 s'],
        ['10000', '10 s'],
        ['60000', '60 s'],
      ],
      '3000',
    );
    this.graph = h('div');
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
            h('h1', null, this.world.name),
            button('New game', () => this.setup()),
            button('?', () => this.help(), { class: 'ghost', 'aria-label': 'Keys and rules' }),
          ),
          this.board.element,
          this.status,
          form,
          this.legal,
        ),
        h(
          'div',
          null,
          h(
            'div',
            { class: 'panel stage' },
            this.clocks,
            h(
              'div',
              { class: 'row grow' },
              this.startButton,
              button('↶ Undo', () => this.undo(), { 'aria-keyshortcuts': 'U' }),
            ),
            h(
              'div',
              { class: 'row grow' },
              this.stopButton,
              button('⟲ Reset', () => this.reset()),
              button('⚑ Resign', () => this.end('resign')),
            ),
            this.moves,
            h(
              'div',
              { class: 'row grow' },
              button('|◀', () => this.step(-9999), { 'aria-label': 'To the start' }),
              button('◀', () => this.step(-1), { 'aria-label': 'One turn back' }),
              button('▶', () => this.step(1), { 'aria-label': 'One turn on' }),
              button('▶|', () => this.step(9999), { 'aria-label': 'To the end' }),
            ),
          ),
          h(
            'div',
            { class: 'panel stage' },
            h('h2', null, 'Analysis'),
            this.evalbar,
            this.lines,
            h(
              'div',
              { class: 'row grow' },
              (this.analyseButton = button('Analyse', () => this.toggleAnalysis(), { 'aria-keyshortcuts': 'A' })),
              button('Review game', () => this.review()),
            ),
            this.graph,
            h(
              'details',
              null,
              h('summary', null, 'How'),
              this.picker.element,
              h('div', { class: 'grid2' }, field('Lines', this.lineCount), field('Time a position', this.analysisTime)),
            ),
          ),
          h(
            'details',
            { class: 'panel' },
            h('summary', null, 'Save, load, position'),
            h(
              'div',
              { class: 'row' },
              button('Save', () => this.save()),
              button('Load …', () => this.load()),
              button('Export record', () => this.exportRecord()),
              button('Import record …', () => this.importRecord()),
              button('Set up a position', () => this.edit()),
            ),
          ),
        ),
      ),
    );
  }

  leave() {
    clearInterval(this.ticker);
    this.thinking?.abort();
    this.analysing?.abort();
    this.running = false;
  }

  /** @param {any} request */
  async open(request) {
    this.thinking?.abort();
    this.running = false;
    this.reviewed = [];
    this.graph.replaceChildren();
    this.entered(await post('/api/game', { world: this.world.id, ...request }));
  }

  /** @param {Api.GameView} view */
  entered(view) {
    this.id = view.id ?? this.id;
    this.sides = view.sides ?? this.sides;
    history.replaceState(null, '', `/game/${this.world.id}/${this.id}`);
    this.show(view);
  }

  /** Notes where the person is; a game without a turn is not where one was. */
  remember() {
    const turns = this.view.turns.length;
    if (!turns || this.remembered === `${this.id} ${turns}`) return;
    this.remembered = `${this.id} ${turns}`;
    note
      .read('last')
      .then((last) =>
        note.write('last', { ...last, [this.world.id]: { address: `/game/${this.world.id}/${this.id}`, title: plural(turns, 'turn') } }),
      );
  }

  /** Takes in the turns of a view, and finds the line that is looked at. @param {Api.GameView} view @returns {Shown} */
  learn(view) {
    if (view.svg) this.nodes = new Map();
    for (const node of view.nodes) this.nodes.set(node.id, node);
    for (const id of view.dropped) this.nodes.delete(id);
    this.version = view.version;
    /** @type {Turn[]} */
    const turns = [];
    let node = this.node(view.cursor);
    for (; node.parent !== null; node = this.node(node.parent ?? 0)) turns.unshift(node);
    if (view.part) turns.push({ id: null, text: view.part, side: view.side });
    const at = turns.length;
    // What was taken back stays in the tree, but is not part of the game.
    node = this.node(view.cursor);
    while (node.id !== view.tip && node.children.length) turns.push((node = this.node(node.children[0])));
    return { ...view, turns, at };
  }

  /** @param {number} id @returns {Api.NodeView} */
  node(id) {
    const node = this.nodes.get(id);
    if (!node) throw new Error(`There is no turn ${id}.`);
    return node;
  }

  /** @param {Api.GameView} answer */
  show(answer) {
    // Somebody else changed the game meanwhile: all of it is asked for.
    if (!answer.svg && answer.version !== this.version + 1) return void tried(async () => this.show(await get(`/api/game/${this.id}`)));
    const view = (this.view = this.learn(answer));
    this.remember();
    this.received = Date.now();
    this.selection = [];
    this.board.show(view);
    this.drawClocks();
    this.drawMoves();
    this.legal.replaceChildren(...view.intents.slice(0, 400).map((intent) => h('option', { value: intent.text })));
    const looking = view.cursor !== view.tip;
    const over = !looking && Boolean(view.ending?.outcome);
    this.startButton.textContent = looking
      ? '▶ Go on from here'
      : over
        ? 'Over'
        : view.ending
          ? '▶ Go on'
          : this.running
            ? '❚❚ Pause'
            : '▶ Start';
    this.startButton.disabled = over;
    this.stopButton.disabled = Boolean(view.over);
    this.status.className = view.ending ? 'status good' : 'status';
    const name = this.sides[view.side === 'first' ? 0 : 1];
    if (view.ending) {
      const outcome = view.ending.outcome;
      const winner = outcome === 'draw' ? 'Draw' : `${this.sides[outcome?.win === 'first' ? 0 : 1]} wins`;
      this.status.textContent = outcome ? `${winner}: ${view.ending.reason}.` : 'Stopped, without a result.';
      this.running = false;
    } else
      this.status.textContent = `${name} to move${view.turn_start ? '' : ': now the second part of the turn'}.${looking ? ' A move here begins a variation.' : ''}`;
    say(`${view.turns[view.at - 1]?.text ?? ''} ${this.status.textContent}`);
    this.hintFree();
    if (this.live) this.analyse();
  }

  /** Where nothing has to be selected first, the targets are shown at once. */
  hintFree() {
    const free = this.view.intents.filter((intent) => !intent.select.length);
    if (free.length && free.length <= 40)
      this.board.mark(
        free.map((intent) => intent.target),
        'target',
      );
  }

  drawClocks() {
    const { clock, score, players, side } = this.view;
    const used = (/** @type {number} */ i) => (clock.left[i] === null ? '' : `used ${clockText(clock.used[i])}`);
    this.clocks.replaceChildren(
      ...[0, 1].map((i) => {
        const mine = (side === 'first') === (i === 0) && !this.view.ending;
        const time = h('b', { 'data-clock': i }, '');
        return h(
          'div',
          { class: `clock${mine && this.running ? ' running' : ''}` },
          h('div', { class: 'who' }, h('span', null, `${this.sides[i]}${mine ? ' •' : ''}`), h('span', null, players[i] ?? 'human')),
          h('div', { class: 'who' }, time, h('small', { 'data-turn': i })),
          score[i] !== '' && h('div', { class: 'who' }, h('span', null, 'score'), h('span', { 'data-score': i }, score[i])),
          h('div', { class: 'who' }, h('span', null, used(i))),
        );
      }),
    );
    this.tick();
  }

  tick() {
    if (!this.view) return;
    const { clock, side } = this.view;
    const limit = clock.settings.turn ?? 0;
    const since = clock.running ? (Date.now() - this.received) / 1000 : 0;
    for (const i of [0, 1]) {
      const mine = (side === 'first') === (i === 0);
      const left = clock.left[i];
      const seconds = left === null ? clock.used[i] + (mine ? since : 0) : left - (mine ? since : 0);
      const element = this.clocks.querySelector(`[data-clock="${i}"]`);
      if (element) element.textContent = clockText(Math.max(0, seconds));
      const turn = limit > 0 && mine && clock.running ? limit - clock.thinking - since : null;
      const note = this.clocks.querySelector(`[data-turn="${i}"]`);
      if (note) note.textContent = turn === null ? '' : `turn ${clockText(Math.max(0, turn))}`;
      const over = (left !== null && seconds < -0.3) || (turn !== null && turn < -0.3);
      if (over && mine && clock.running) {
        this.received = Date.now() + 1e7;
        tried(async () => this.show(await get(`/api/game/${this.id}`)));
      }
    }
  }

  drawMoves() {
    const turns = this.view.turns;
    const rows = [];
    const offset = turns[0]?.side === 'second' ? 1 : 0;
    for (let i = -offset; i < turns.length; i += 2) {
      const cell = (/** @type {number} */ n) => {
        const turn = turns[n];
        if (!turn) return h('td');
        const mark = this.blunder(n);
        return h(
          'td',
          null,
          h(
            'button',
            { type: 'button', onclick: () => this.goto(n + 1), 'aria-current': n === this.view.at - 1 ? 'true' : null },
            turn.text,
            mark,
          ),
          ' ',
          h('small', null, turn.seconds ? `${turn.seconds.toFixed(1)} s` : ''),
        );
      };
      rows.push(h('tr', null, h('td', null, `${(i + offset) / 2 + 1}.`), cell(i), cell(i + 1)));
    }
    this.moves.replaceChildren(rows.length ? h('table', null, rows) : h('p', { class: 'quiet' }, ' No moves yet.'));
    if (this.view.at === turns.length) this.moves.scrollTop = this.moves.scrollHeight;
  }

  /** Marks of a reviewed game. @param {number} n */
  blunder(n) {
    const [before, after] = [this.reviewed[n], this.reviewed[n + 1]];
    if (before?.value == null || after?.value == null || !this.view.turns[n]) return '';
    const sign = this.view.turns[n].side === 'first' ? 1 : -1;
    const lost = sign * (before.value - after.value);
    return lost > this.unit() * 1.5 ? ' ??' : lost > this.unit() * 0.7 ? ' ?' : '';
  }

  /** What counts as much in this game's values: about a marble, about a group step. */
  unit() {
    return this.world.point;
  }

  /** @param {string} turn */
  play(turn) {
    return tried(async () => {
      if (!turn.trim()) return;
      this.typed.value = '';
      const live = this.view.cursor === this.view.tip;
      this.show(await post(`/api/game/${this.id}/play`, { turn }));
      if (live && !this.running && this.view.players.some((player) => player)) await this.run(true);
      this.proceed();
    });
  }

  /** Lets a method play where it is its turn. */
  proceed() {
    const player = this.view.players[this.view.side === 'first' ? 0 : 1];
    if (!this.running || this.view.cursor !== this.view.tip || this.view.ending || !player || this.thinking) return;
    const thinking = (this.thinking = new AbortController());
    const began = Date.now();
    stream(
      `/api/game/${this.id}/think`,
      { method: player },
      (name, data) => {
        if (name === 'progress') this.status.textContent = `${player} thinks: depth ${data.depth}, ${thousands(data.nodes)} positions`;
      },
      thinking.signal,
    )
      .then(async (view) => {
        await new Promise((done) => setTimeout(done, Math.max(0, 250 - (Date.now() - began))));
        this.thinking = null;
        if (thinking.signal.aborted) return;
        this.show(view);
        this.proceed();
      })
      .catch((error) => {
        this.thinking = null;
        if (!thinking.signal.aborted) toast(error.message, 'error');
      });
  }

  /** Starts or stops the clocks. @param {boolean} on */
  async run(on) {
    this.running = on;
    if (!on) this.thinking?.abort();
    this.show(await post(`/api/game/${this.id}/pause`, { paused: !on }));
    if (on) this.proceed();
  }

  toggle() {
    return tried(async () => {
      if (this.view.cursor !== this.view.tip) this.show(await post(`/api/game/${this.id}/continue`, { node: this.view.cursor }));
      await this.run(!this.running);
    });
  }

  undo() {
    return tried(async () => {
      this.thinking?.abort();
      this.thinking = null;
      const against = this.view.players.filter((player) => player).length === 1;
      const human = this.view.players[this.view.side === 'first' ? 0 : 1] === null;
      if (this.running) await this.run(false);
      this.show(await post(`/api/game/${this.id}/undo`, { times: against && human && this.view.turn_start ? 2 : 1 }));
    });
  }

  /** Looks at a turn before or after; nothing is lost. @param {number} by */
  step(by) {
    return this.goto(Math.min(Math.max(this.view.at + by, 0), this.view.turns.length), by);
  }

  /** Takes everything back, with full clocks; stepping on brings the turns back. */
  reset() {
    return tried(async () => {
      if (this.running) await this.run(false);
      this.reviewed = [];
      this.graph.replaceChildren();
      this.show(await post(`/api/game/${this.id}/undo`, { times: 0 }));
    });
  }

  /** Looks at the position after so many turns. @param {number} turn @param {number} [by] */
  goto(turn, by = 0) {
    return tried(async () => {
      if (this.running) await this.run(false);
      const node = turn ? this.view.turns[turn - 1].id : 0;
      if (node !== null && node !== this.view.cursor) this.show(await post(`/api/game/${this.id}/goto`, { node }));
      else if (by > 0 && this.view.can_redo) this.show(await post(`/api/game/${this.id}/redo`, { times: by > 999 ? 0 : by }));
    });
  }

  /** Ends the game. @param {'stop' | 'resign'} how */
  end(how) {
    if (this.view.over) return;
    tried(async () => {
      this.thinking?.abort();
      this.show(await post(`/api/game/${this.id}/${how}`, {}));
    });
  }

  humanTurn() {
    return !this.view.ending && (this.view.players[this.view.side === 'first' ? 0 : 1] === null || !this.running);
  }

  /** @param {number} cell */
  tap(cell) {
    if (!this.view || !this.humanTurn()) return;
    const intents = this.view.intents;
    const same = (/** @type {number[]} */ a, /** @type {number[]} */ b) => a.length === b.length && a.every((x) => b.includes(x));
    const chosen = intents.find((intent) => intent.target === cell && same(intent.select, this.selection));
    const holds = this.selection.includes(cell);
    if (chosen && !holds) return this.play(chosen.text);
    const grown = holds ? this.selection.filter((other) => other !== cell) : [...this.selection, cell];
    const fits = (/** @type {number[]} */ cells) =>
      cells.length > 0 && intents.some((intent) => cells.every((other) => intent.select.includes(other)));
    this.selection = fits(grown) ? grown : fits([cell]) ? [cell] : [];
    this.drawSelection();
  }

  drawSelection() {
    this.board.clearOverlay();
    if (!this.selection.length) return this.hintFree();
    this.board.mark(this.selection, 'selected');
    const targets = this.view.intents.filter(
      (intent) =>
        intent.select.length === this.selection.length &&
        intent.select.every((/** @type {number} */ cell) => this.selection.includes(cell)),
    );
    this.board.mark(
      targets.map((intent) => intent.target),
      'target',
    );
  }

  /** Shows where a piece that is being dragged can go; says whether it can go anywhere. @param {number} cell */
  async grab(cell) {
    if (!this.view || !this.humanTurn()) return false;
    if (this.selection.includes(cell)) return true;
    const fits = this.view.intents.some((intent) => intent.select.length === 1 && intent.select[0] === cell);
    if (!fits) return false;
    this.selection = [cell];
    this.drawSelection();
    return true;
  }

  /** Drags a piece, or over a line of them. @param {number} from @param {number} to */
  async drag(from, to) {
    if (!this.view || !this.humanTurn()) return false;
    const holds = this.view.intents.filter((intent) => intent.select.includes(from));
    const line = holds.filter((intent) => intent.select.includes(to)).sort((a, b) => a.select.length - b.select.length);
    if (line.length) {
      this.selection = [...line[0].select];
      this.drawSelection();
      return true;
    }
    const kept = this.selection.includes(from)
      ? holds.filter(
          (intent) =>
            intent.select.length === this.selection.length &&
            intent.select.every((/** @type {number} */ cell) => this.selection.includes(cell)),
        )
      : holds.filter((intent) => intent.select.length === 1);
    const move = kept.find((intent) => intent.target === to) ?? holds.find((intent) => intent.target === to);
    if (move) this.play(move.text);
    return true;
  }

  toggleAnalysis() {
    this.live = !this.live;
    this.analyseButton.setAttribute('aria-pressed', String(this.live));
    if (this.live) this.analyse();
    else this.analysing?.abort();
  }

  analyse() {
    this.analysing?.abort();
    if (this.view.ending) return;
    const analysing = (this.analysing = new AbortController());
    const side = this.view.side;
    const request = { method: this.picker.value(), milliseconds: Number(this.analysisTime.value), lines: Number(this.lineCount.value) };
    const shown = (/** @type {Api.ThoughtText} */ thought) => this.showThought(thought, side);
    stream(`/api/game/${this.id}/analyse`, request, (name, data) => name === 'progress' && shown(data), analysing.signal)
      .then(shown)
      .catch((error) => !analysing.signal.aborted && toast(error.message, 'error'));
  }

  /** @param {Api.ThoughtText} thought @param {string} side */
  showThought(thought, side) {
    const sign = side === 'first' ? 1 : -1;
    const share = (/** @type {number} */ score) => 50 + 50 * Math.tanh((sign * score) / (3 * this.unit()));
    const width = thought.proof ? (thought.proof === 'draw' ? 50 : (thought.proof === 'win') === sign > 0 ? 100 : 0) : share(thought.score);
    const bar = /** @type {HTMLElement} */ (this.evalbar.firstElementChild);
    bar.style.width = `${width}%`;
    this.evalbar.setAttribute('aria-label', `Evaluation for ${this.sides[0]}: ${sign * thought.score}`);
    const text = (/** @type {number} */ score) => ((sign * score) / this.unit()).toFixed(2).replace(/^(?=\d)/, '+');
    const lines = thought.lines.length ? thought.lines : [{ score: thought.score, moves: thought.best }];
    this.lines.replaceChildren(
      ...lines.map((line) =>
        h(
          'div',
          { class: 'line' },
          h('b', null, thought.proof && line === lines[0] ? thought.proof : text(line.score)),
          h('span', { class: 'mono' }, line.moves.join('  ')),
        ),
      ),
      h('div', { class: 'quiet' }, `depth ${thought.depth}, ${thousands(thought.nodes)} positions, ${thought.seconds.toFixed(1)} s`),
    );
    this.board.clearOverlay();
    lines.slice(0, 3).forEach((line, i) => this.arrowFor(line.moves[0], i ? 'second' : 'hint'));
  }

  /** Draws the arrow of a turn. @param {string} turn @param {string} kind */
  arrowFor(turn, kind) {
    const intent =
      this.view.intents.find((entry) => entry.text === turn) ?? this.view.intents.find((entry) => turn?.startsWith(entry.text));
    if (!intent) return;
    if (intent.select.length) this.board.arrow(intent.select[0], intent.target, kind);
    else this.board.mark([intent.target], 'hint');
  }

  review() {
    return tried(async () => {
      if (this.running) await this.run(false);
      this.analysing?.abort();
      const analysing = (this.analysing = new AbortController());
      this.reviewed = [];
      const request = { method: this.picker.value(), milliseconds: Math.min(Number(this.analysisTime.value), 1000) };
      this.reviewed = await stream(
        `/api/game/${this.id}/review`,
        request,
        (name, data) => {
          if (name !== 'progress') return;
          this.reviewed[data.done] = data.entry;
          this.drawGraph();
        },
        analysing.signal,
      );
      this.drawGraph();
      this.drawMoves();
    });
  }

  drawGraph() {
    this.graph.replaceChildren(
      evaluationGraph(
        this.reviewed.map((entry) => entry?.value ?? undefined),
        this.unit(),
        (turn) => this.goto(turn),
        this.sides,
      ),
    );
  }

  setup() {
    const world = this.world;
    const form = { options: /** @type {Record<string, string>} */ ({}), players: /** @type {Array<string | null>} */ ([null, null]) };
    const preview = h('div', { class: 'small-board' });
    const small = new Board();
    preview.append(small.element);
    const draw = () => tried(async () => small.show(await post(`/api/board/${world.id}`, { options: form.options })));
    const setups =
      world.setups.length > 1
        ? select(
            world.setups.map((/** @type {any} */ entry) => [entry.id, entry.name]),
            this.view?.options?.setup ?? usualOptions(world).setup,
            (value) => {
              form.options.setup = value;
              draw();
            },
          )
        : null;
    if (setups) form.options.setup = setups.value;
    const sizes = world.sizes
      ? select(
          Array.from({ length: world.sizes.to - world.sizes.from + 1 }, (_, i) => [
            String(world.sizes.from + i),
            `${world.sizes.from + i} × ${world.sizes.from + i}`,
          ]),
          String(world.sizes.usual),
          (value) => {
            form.options.size = value;
            draw();
          },
        )
      : null;
    if (sizes) form.options.size = sizes.value;
    const who = [0, 1].map((i) => {
      const custom = methodPicker({ methods: world.players, evaluations: world.evaluations, label: 'Method' });
      custom.element.hidden = true;
      const menu = select(
        [['', 'Human'], ...world.opponents.map((/** @type {any} */ one) => [one.spec, one.name]), ['custom', 'A method of your choice …']],
        i ? usualOpponent(world) : '',
        (value) => (custom.element.hidden = value !== 'custom'),
      );
      return {
        element: h('div', { class: 'stage' }, field(world.sides[i], menu), custom.element),
        value: () => (menu.value === 'custom' ? custom.value() : menu.value || null),
      };
    });
    const rules = world.options.map((/** @type {any} */ option) => [option, optionControl(option, option.default)]);
    const clock = {
      game: h('input', { value: '0', inputmode: 'decimal' }),
      increment: h('input', { value: '0', inputmode: 'decimal' }),
      turn: h('input', { value: '0', inputmode: 'decimal' }),
    };
    const begin = () =>
      tried(async () => {
        for (const [option, input] of rules)
          if (input.value.trim() && input.value.trim() !== option.default) form.options[option.id] = input.value.trim();
        await this.open({
          options: form.options,
          players: who.map((entry) => entry.value()),
          clock: {
            game: Number(clock.game.value) * 60 || 0,
            increment: Number(clock.increment.value) || 0,
            turn: Number(clock.turn.value) || 0,
          },
        });
        shown.close();
        await this.run(true);
      });
    const shown = dialog(`New game of ${world.name}`, [
      h(
        'div',
        { class: 'setup' },
        h(
          'div',
          { class: 'stage' },
          setups && field('Layout', setups),
          sizes && field('Size', sizes),
          ...who.map((entry) => entry.element),
        ),
        preview,
      ),
      h(
        'details',
        null,
        h('summary', null, 'Clock and rules'),
        h(
          'div',
          { class: 'grid2' },
          field('Minutes a side (0: no limit)', clock.game),
          field('Seconds added a turn', clock.increment),
          field('Seconds a turn (0: no limit)', clock.turn),
          ...rules.map((/** @type {any[]} */ [option, input]) => field(option.id, input)),
        ),
      ),
      h('div', { class: 'row' }, h('button', { class: 'primary', type: 'button', onclick: begin }, 'Start the game')),
    ]);
    draw();
  }

  save() {
    return tried(async () => {
      const { record } = await get(`/api/game/${this.id}/record`);
      const name = `${this.world.name}, ${new Date().toLocaleString()}`;
      await post(`/api/saved/${this.world.id}`, { name, record });
      toast(`Saved as “${name}”.`);
    });
  }

  load() {
    return tried(async () => {
      const games = await get(`/api/saved/${this.world.id}`);
      const row = (/** @type {Api.SavedGame} */ game) =>
        h(
          'div',
          { class: 'row' },
          h(
            'button',
            {
              type: 'button',
              onclick: () =>
                tried(async () => {
                  this.entered(await post('/api/game/read', { record: game.record }));
                  shown.close();
                }),
            },
            game.name,
          ),
          h(
            'button',
            {
              type: 'button',
              class: 'ghost',
              'aria-label': `Delete ${game.name}`,
              onclick: (/** @type {any} */ event) =>
                tried(async () => {
                  await post(`/api/saved/${this.world.id}/drop`, { id: game.id });
                  event.target.parentElement.remove();
                }),
            },
            '✕',
          ),
        );
      const shown = dialog('Saved games', games.length ? games.map(row) : [h('p', null, 'No saved games yet.')]);
    });
  }

  exportRecord() {
    return tried(async () => {
      const { record } = await get(`/api/game/${this.id}/record`);
      dialog('Record', [
        h('textarea', { readonly: true, 'aria-label': 'Record', value: record }),
        h('p', { class: 'mono' }, this.view.position),
        h('button', { type: 'button', onclick: () => download(`${this.world.id}.txt`, record) }, 'Download'),
      ]);
    });
  }

  importRecord() {
    const text = h('textarea', { 'aria-label': 'Record' });
    const trouble = h('p', { class: 'status warn' });
    const open = async () => {
      try {
        this.entered(await post('/api/game/read', { record: text.value }));
        shown.close();
      } catch (error) {
        trouble.textContent = /** @type {any} */ (error).message;
      }
    };
    const shown = dialog('Import a record', [text, trouble, h('button', { type: 'button', class: 'primary', onclick: open }, 'Open')]);
  }

  edit() {
    draft.keep(this.world.id, { position: this.view.position });
    go(`/editor/${this.world.id}`);
  }

  help() {
    dialog('Keys', [
      h(
        'div',
        { class: 'keys' },
        KEYS.map(([keys, words]) => [h('kbd', null, keys), h('span', null, words)]),
      ),
      h('p', null, link('/about', 'Rules of the game')),
    ]);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    /** @type {Record<string, () => any>} */
    const keys = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      u: () => this.undo(),
      z: () => this.undo(),
      a: () => this.toggleAnalysis(),
      n: () => this.setup(),
      m: () => go('/'),
      '?': () => this.help(),
      ' ': () => this.toggle(),
    };
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return false;
    action();
    return true;
  }
}
