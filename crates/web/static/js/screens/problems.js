// @ts-check
/** Problems of a game, one by one: the board to play on, refutations of wrong turns, hints in steps, progress. */
import { catalog, gamesOf, get, post } from '../api.js';
import { Board } from '../board.js';
import { celebrate } from '../confetti.js';
import { h, link, say, tried } from '../dom.js';
import { Hand } from '../game/hand.js';
import { go } from '../main.js';

/** Milliseconds between two turns of a refutation. */
const STEP = 900;
/** The last of the hints. */
const LAST_HINT = 3;

/** @param {string} text @param {() => void} action @param {any} [more] */
const button = (text, action, more = {}) => h('button', { type: 'button', onclick: action, ...more }, text);

/** @param {string} worldId @param {string} [number] @returns {Promise<import('../main.js').Screen>} */
export async function show(worldId, number) {
  const { worlds } = await catalog();
  const world = gamesOf(worlds).find((entry) => entry.id === worldId);
  if (!world?.problems) throw new Error(`There are no problems of ${world?.name ?? worldId}.`);
  const screen = new ProblemScreen(world);
  await screen.start(Number(number) || 0);
  return { element: screen.element, title: `${world.name} problems`, leave: () => screen.leave(), key: (event) => screen.key(event) };
}

class ProblemScreen {
  /** @param {import('../api.js').GameWorld} world */
  constructor(world) {
    this.world = world;
    this.board = new Board();
    this.hand = new Hand(this.board, {
      may: () => !this.busy && this.view?.judgement.is !== 'solved' && this.view?.judgement.is !== 'wrong',
      intents: () => this.view?.intents ?? [],
      play: (turn) => tried(() => this.play(turn)),
    });
    /** @type {Api.AttemptView | null} */ this.view = null;
    /** @type {Api.ProblemList} */ this.list = { problems: [], solved: 0, next: null };
    this.number = 1;
    /** What was played, without answers. @type {string[]} */ this.turns = [];
    this.hints = 0;
    this.busy = false;
    /** Counts what is shown: a refutation under way ends when something else is. */ this.shown = 0;
    this.build();
  }

  build() {
    this.title = h('h1', null, this.world.name);
    this.goal = h('p', { class: 'goal' });
    this.facts = h('p', { class: 'quiet' });
    this.status = h('p', { class: 'status', role: 'status' });
    this.hintLine = h('p', { class: 'lesson', hidden: true, role: 'status' });
    this.again = button('⟲ Try again', () => tried(() => this.open(this.number)), { 'aria-keyshortcuts': 'R' });
    this.hintButton = button('✦ Hint', () => tried(() => this.hint()), { 'aria-keyshortcuts': 'H' });
    this.nextButton = button('Next unsolved', () => this.next(), { class: 'primary', 'aria-keyshortcuts': 'Enter', hidden: true });
    this.progress = h('progress', { max: 1, value: 0, 'aria-label': 'Problems solved' });
    this.count = h('p', { class: 'quiet' });
    this.numbers = h('div', { class: 'numbers' });
    this.element = h(
      'div',
      { class: 'page' },
      h(
        'div',
        { class: 'play problem' },
        h(
          'div',
          { class: 'stage' },
          h(
            'div',
            { class: 'title-row' },
            button('‹', () => this.step(-1), { class: 'ghost', 'aria-label': 'Previous problem' }),
            this.title,
            button('›', () => this.step(1), { class: 'ghost', 'aria-label': 'Next problem' }),
          ),
          this.goal,
          this.board.element,
          h('div', { class: 'words' }, this.hintLine, this.status),
          h('div', { class: 'row grow' }, this.again, this.hintButton, this.nextButton),
        ),
        h(
          'div',
          null,
          h(
            'section',
            { class: 'panel stage', 'aria-label': 'Progress' },
            h('h2', null, 'Problems'),
            this.facts,
            this.progress,
            this.count,
            this.numbers,
            h(
              'p',
              { class: 'quiet' },
              'Each has one solution, proven by looking at every answer. H hints, R begins again, ← and → change the problem.',
            ),
            h('div', { class: 'row' }, link(`/game/${this.world.id}`, `Play ${this.world.name}`, 'button')),
          ),
        ),
      ),
    );
  }

  /** @param {number} number */
  async start(number) {
    this.list = await get(`/api/problems/${this.world.id}`);
    await this.open(number || this.list.next || 1);
  }

  leave() {
    this.shown++;
  }

  /** @param {number} number */
  async open(number) {
    this.shown++;
    this.busy = false;
    this.number = number;
    this.turns = [];
    this.hints = 0;
    await this.ask();
    history.replaceState(null, '', `/problems/${this.world.id}/${number}`);
    this.tell('');
    this.drawList();
  }

  /** Asks how it stands after the turns so far. */
  async ask() {
    /** @type {Api.AttemptView} */
    const view = await post(`/api/problems/${this.world.id}/${this.number}`, { turns: this.turns });
    this.view = view;
    this.hintLine.hidden = true;
    this.title.textContent = `${this.world.name}: problem ${this.number}`;
    this.goal.textContent = view.goal;
    this.again.hidden = false;
    this.hintButton.disabled = view.judgement.is === 'solved' || view.judgement.is === 'wrong';
    this.nextButton.hidden = view.judgement.is !== 'solved';
    await this.board.show(view);
    this.hand.reset();
  }

  /** @param {string} turn */
  async play(turn) {
    if (this.busy) return;
    this.busy = true;
    const before = this.turns;
    const shown = ++this.shown;
    this.turns = [...before, turn];
    try {
      await this.ask();
    } catch (error) {
      this.turns = before;
      throw error;
    } finally {
      this.busy = false;
    }
    this.hand.reset();
    const judgement = this.view?.judgement;
    if (judgement?.is === 'open') this.tell('And the second half of the turn.');
    if (judgement?.is === 'right') {
      this.hints = 0;
      this.tell(`Right. The answer is ${judgement.answer}; go on.`, 'good');
    }
    if (judgement?.is === 'solved') await this.solved();
    if (judgement?.is === 'wrong') await this.refute(judgement, shown);
  }

  async solved() {
    const first = !this.list.problems[this.number - 1]?.solved;
    this.tell(`Solved: ${this.view?.theme}.`, 'good');
    if (first) celebrate();
    this.list = await get(`/api/problems/${this.world.id}`);
    this.drawList();
    this.nextButton.textContent = this.list.next ? 'Next unsolved' : 'All solved: the first again';
    this.nextButton.focus({ preventScroll: true });
  }

  /** Shows what is wrong with a turn, step by step. @param {Extract<Api.Judgement, { is: 'wrong' }>} wrong @param {number} shown */
  async refute({ why, refutation }, shown) {
    this.tell(`Not this one. ${why}`, 'warn');
    for (const step of refutation) {
      await new Promise((resolve) => setTimeout(resolve, STEP));
      if (shown !== this.shown) return;
      await this.board.show(step);
    }
    const line = refutation.map((step) => step.turn).join(' ');
    if (shown === this.shown) this.tell(`Not this one${line ? `: ${line}` : ''}. ${why} Try again.`, 'warn');
    this.again.focus({ preventScroll: true });
  }

  async hint() {
    const step = Math.min(this.hints + 1, LAST_HINT);
    /** @type {Api.HintView} */
    const hint = await post(`/api/problems/${this.world.id}/${this.number}/hint`, { turns: this.turns, step });
    this.hints = step;
    this.tell('');
    this.hintLine.textContent = hint.text;
    this.hintLine.hidden = false;
    this.hand.reset();
    this.board.mark(hint.cells, 'hint');
    if (hint.target !== null && hint.target !== undefined) {
      const from = hint.cells[0];
      if (from !== undefined && from !== hint.target) this.board.arrow(from, hint.target);
      else this.board.mark([hint.target], 'hint');
    }
    say(hint.text);
  }

  /** @param {string} text @param {string} [kind] */
  tell(text, kind = '') {
    this.status.textContent = text;
    this.status.className = `status ${kind}`;
  }

  drawList() {
    const { problems, solved } = this.list;
    const here = problems[this.number - 1];
    this.progress.max = problems.length;
    this.progress.value = solved;
    this.count.textContent = `${solved} of ${problems.length} solved`;
    this.facts.textContent = here ? `Difficulty ${here.difficulty} of 10${here.solved ? ' · solved' : ''}` : '';
    this.numbers.replaceChildren(
      ...problems.map((problem) =>
        button(String(problem.number), () => tried(() => this.open(problem.number)), {
          class: problem.solved ? 'solved' : '',
          'aria-current': problem.number === this.number ? 'true' : null,
          'aria-label': `Problem ${problem.number}, difficulty ${problem.difficulty}${problem.solved ? ', solved' : ''}`,
          title: `Difficulty ${problem.difficulty}`,
        }),
      ),
    );
  }

  /** @param {number} by */
  step(by) {
    const count = this.list.problems.length;
    tried(() => this.open(((this.number - 1 + by + count) % count) + 1));
  }

  next() {
    tried(() => this.open(this.list.next ?? 1));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === 'Escape') {
      go('/');
      return true;
    }
    /** @type {Record<string, () => void>} */
    const keys = {
      h: () => tried(() => this.hint()),
      r: () => tried(() => this.open(this.number)),
      n: () => this.next(),
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      Enter: () => !this.nextButton.hidden && this.next(),
    };
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    action?.();
    return Boolean(action);
  }
}
