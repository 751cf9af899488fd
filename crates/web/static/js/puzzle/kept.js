// @ts-check
/** What is kept of a level: solutions to replay and to make shorter, and positions to come back to. */
import { stream } from '../api.js';
import { h, thousands, toast, tried } from '../dom.js';
import { measured } from './words.js';

/** @param {string} text @param {() => void} action @param {import('../dom.js').Attributes} [more] */
const button = (text, action, more = {}) => h('button', { type: 'button', onclick: action, ...more }, text);

export class Kept {
  /**
   * @param {import('../api.js').PuzzleWorld} world
   * @param {{ room: import('./room.js').Room, text: () => string, replay: (moves: string) => void, goTo: (moves: string) => void }} given
   */
  constructor(world, given) {
    this.world = world;
    this.given = given;
    /** @type {AbortController | null} */ this.search = null;
    this.solutions = h('ul', { class: 'plain kept' });
    this.positions = h('ul', { class: 'plain kept' });
    this.progress = h('p', { class: 'quiet', role: 'status' });
    this.cancelButton = button('Cancel', () => this.cancel(), { hidden: true });
    this.element = h(
      'details',
      { class: 'panel' },
      h('summary', null, 'Solutions and positions'),
      h('h3', null, 'Solutions'),
      this.solutions,
      h('div', { class: 'row' }, this.progress, this.cancelButton),
      h('h3', null, 'Positions'),
      this.positions,
      button('Save this position', () => tried(() => this.savePosition())),
    );
    this.element.addEventListener('toggle', () => this.element.open && this.refresh());
  }

  cancel() {
    this.search?.abort();
  }

  /** Reads what is kept, where somebody looks. */
  refresh() {
    if (!this.element.open) return undefined;
    return tried(async () => this.fill(await this.given.room.read('kept')));
  }

  /** @param {Api.KeptView} kept */
  fill({ solutions, positions }) {
    const fewest = (/** @type {(measures: Api.Measures) => number} */ count) => Math.min(...solutions.map((one) => count(one.measures)));
    const [moves, pushes] = [fewest((one) => one.moves), fewest((one) => one.pushes ?? Infinity)];
    const entry = (/** @type {Api.SolutionView} */ one) => {
      const tags = [one.measures.moves === moves && 'fewest moves', one.measures.pushes === pushes && 'fewest pushes'].filter(Boolean);
      return h(
        'li',
        null,
        h(
          'div',
          null,
          h('b', null, one.by || 'You'),
          ` ${measured(one.measures)}`,
          ' ',
          ...tags.map((tag) => h('span', { class: 'tag' }, tag)),
        ),
        h(
          'div',
          { class: 'row' },
          button('▶ Replay', () => this.given.replay(one.moves)),
          button('Make it shorter', () => tried(() => this.shorten(one))),
        ),
      );
    };
    this.solutions.replaceChildren(
      ...(solutions.length ? solutions.map(entry) : [h('li', { class: 'quiet' }, 'None yet: solve the level, or have it solved.')]),
    );
    const position = (/** @type {Api.PositionView} */ one) =>
      h(
        'li',
        { class: 'row tight' },
        button(one.name, () => this.given.goTo(one.moves)),
        button('✕', () => tried(() => this.dropPosition(one.id)), { class: 'ghost', 'aria-label': `Drop ${one.name}` }),
      );
    this.positions.replaceChildren(
      ...(positions.length ? positions.map(position) : [h('li', { class: 'quiet' }, 'Keep a position before you try something.')]),
    );
  }

  /** Has a solution made shorter, and keeps what comes of it. @param {Api.SolutionView} one */
  async shorten(one) {
    this.cancel();
    const search = (this.search = new AbortController());
    this.cancelButton.hidden = false;
    this.progress.textContent = 'Looking for shorter ways …';
    const told = (/** @type {string} */ name, /** @type {Api.Progress} */ data) => {
      if (name === 'progress')
        this.progress.textContent = `${thousands(data.stats.expanded)} states looked at${data.note ? ` · ${data.note}` : ''}`;
    };
    /** @type {Api.Solved | undefined} */
    let solved;
    try {
      // Each part goes on with what the one before has found, so that whoever cancels keeps most of it.
      for (const seconds of [2, 4, 8, 16]) {
        const body = { level: { text: this.given.text() }, solutions: [solved?.solution ?? one.moves], limits: { seconds } };
        solved = await stream(`/api/optimise/${this.world.id}`, body, told, search.signal);
        if (solved?.status !== 'time_limit') break;
      }
    } catch (error) {
      if (!search.signal.aborted) {
        this.progress.textContent = '';
        throw error;
      }
    } finally {
      this.cancelButton.hidden = true;
    }
    const before = one.measures;
    const after = { moves: solved?.moves ?? Infinity, pushes: solved?.pushes };
    const shorter = after.moves < before.moves || (after.moves === before.moves && (after.pushes ?? 0) < (before.pushes ?? 0));
    if (!solved?.solution || !shorter) {
      const none = solved?.optimal ? 'It is proven: there is no shorter one.' : 'No shorter way was found.';
      this.progress.textContent = search.signal.aborted ? 'Cancelled.' : none;
      return;
    }
    const by = one.by ? `${one.by}, shortened` : 'yours, shortened';
    this.fill(await this.given.room.ask('keep', { moves: solved.solution, by }));
    this.progress.textContent = `${measured(before)} became ${measured(after)}${solved.optimal ? ', proven best' : ''}.`;
  }

  async savePosition() {
    this.fill(await this.given.room.ask('position', {}));
    toast('The position is kept with the level.');
  }

  /** @param {number} id */
  async dropPosition(id) {
    this.fill(await this.given.room.ask('position/drop', { id }));
  }
}
