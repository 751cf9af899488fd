// @ts-check
/** The searches a person asks for: a solution by any method, a hint. */
import { stream } from '../api.js';
import { field, h, thousands, tried } from '../dom.js';
import { methodPicker, optionControl } from '../methods.js';
import { measured } from './words.js';

/** How a search without a solution ended. @type {Record<string, string>} */
const ENDED = {
  unsolvable: 'There is no solution',
  not_found: 'The method ended without one',
  time_limit: 'Out of time',
  state_limit: 'Out of states',
  memory_limit: 'Out of memory',
  cancelled: 'Cancelled',
};

export class Solver {
  /** @param {import('../api.js').PuzzleWorld} world @param {{ room: import('./room.js').Room, found: (moves: string, fromHere: boolean) => Promise<void> }} given */
  constructor(world, given) {
    this.world = world;
    this.given = given;
    /** @type {AbortController | null} */ this.search = null;
    this.picker = methodPicker({ methods: world.methods, heuristics: world.heuristics, value: world.default_method, label: 'Solve with' });
    const choices = world.options.filter((option) => option.kind === 'choice');
    this.choices = choices.map((option) => ({ option, control: optionControl(option, option.default) }));
    this.seconds = h('input', { value: '30', inputmode: 'decimal', size: 5 });
    this.solveButton = h('button', { type: 'button', class: 'primary', onclick: () => this.solve() }, 'Solve');
    this.cancelButton = h('button', { type: 'button', disabled: true, onclick: () => this.cancel() }, 'Cancel');
    this.progress = h('p', { class: 'quiet', role: 'status' });
    this.fromStart = h('input', { type: 'checkbox' });
    this.element = h(
      'details',
      { class: 'panel' },
      h('summary', null, 'Solve it for me'),
      h(
        'p',
        { class: 'quiet' },
        'The computer finds the rest of the way from where you stand, and plays it for you; undo brings back what you had.',
      ),
      h('label', { class: 'check' }, this.fromStart, 'From the start'),
      this.picker.element,
      h(
        'div',
        { class: 'grid2' },
        ...this.choices.map(({ option, control }) => field(option.id, control)),
        field('Seconds at most', this.seconds),
      ),
      h('p', null),
      h('div', { class: 'row grow' }, this.solveButton, this.cancelButton),
      this.progress,
    );
  }

  cancel() {
    this.search?.abort();
  }

  /** @param {string} path @param {unknown} body */
  async run(path, body) {
    this.cancel();
    const search = (this.search = new AbortController());
    this.solveButton.disabled = true;
    this.cancelButton.disabled = false;
    try {
      const told = (/** @type {string} */ name, /** @type {Api.Progress} */ data) =>
        name === 'queued' ? (this.progress.textContent = 'Waiting for a free core …') : this.tell(data);
      return await stream(path, body, told, search.signal);
    } catch (error) {
      this.progress.textContent = search.signal.aborted ? 'Cancelled.' : '';
      if (!search.signal.aborted) throw error;
      return null;
    } finally {
      this.solveButton.disabled = false;
      this.cancelButton.disabled = true;
    }
  }

  /** @param {Api.Progress} progress */
  tell({ stats, frontier, bytes, note: words }) {
    const rate = stats.seconds > 0 ? stats.expanded / stats.seconds : 0;
    this.progress.textContent = `${thousands(stats.expanded)} states, ${thousands(rate)} a second, ${thousands(frontier)} waiting, ${thousands(bytes / 1e6)} MB${words ? ` · ${words}` : ''}`;
  }

  /** The next move from here; nothing where it was cancelled. @returns {Promise<Api.Hint | null>} */
  async hint() {
    this.progress.textContent = 'Looking for a hint …';
    const hint = await this.run(`/api/puzzle/${this.given.room.id}/hint`, { seconds: 20 });
    if (hint) this.progress.textContent = '';
    return hint;
  }

  /** @param {string} [method] */
  solve(method) {
    if (method) this.picker.set(method);
    this.element.open = true;
    return tried(async () => {
      this.progress.textContent = 'Searching …';
      const options = Object.fromEntries(this.choices.map(({ option, control }) => [option.id, control.value]));
      const limits = { seconds: Number(this.seconds.value) || 30 };
      // Where the level is solved there is no rest of the way.
      const fromStart = this.fromStart.checked || this.given.room.view.solved;
      const body = { method: this.picker.value(), options, limits, from_start: fromStart };
      const solved = await this.run(`/api/puzzle/${this.given.room.id}/solve`, body);
      if (!solved) return;
      const { stats } = solved;
      const took = `${thousands(stats.expanded)} states in ${stats.seconds.toFixed(2)} s, ${thousands(stats.peak_bytes / 1e6)} MB`;
      if (!solved.solution) {
        const from = solved.status === 'unsolvable' && !fromStart ? ' from here; undo some moves' : '';
        this.progress.textContent = `${ENDED[solved.status] ?? solved.status}${from}: ${took}.`;
        return;
      }
      const proof = solved.optimal ? ', proven best' : solved.bound ? `, at least ${thousands(solved.bound)}` : '';
      this.progress.textContent = `${solved.method}: ${measured(solved)}${proof}. ${took}.`;
      await this.given.found(solved.solution, !fromStart);
    });
  }
}
