// @ts-check
/** The level being played, as the server holds it: what is done to it, one thing after the other. */
import { get, post, unlessLeft } from '../api.js';
import { tried } from '../dom.js';
import { follow } from '../follow.js';

/** A view with all that does not change. @typedef {Api.PuzzleView & Required<Pick<Api.PuzzleView, 'info' | 'legend' | 'moves' | 'text'>> & { id: string, level: Api.PlaceView }} Whole */

export class Room {
  /** @param {(view: Api.PuzzleView) => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.id = '';
    /** @type {Api.PuzzleView} */ this.view = /** @type {any} */ (null);
    /** @type {Api.Intent[] | null} */ this.known = null;
    this.queue = Promise.resolve();
    /** Ends the news of other tabs. */ this.leave = () => {};
  }

  /** @param {Whole} view */
  enter(view) {
    this.leave();
    this.id = view.id;
    this.show(view);
    this.leave = follow(
      'puzzle',
      this.id,
      () => this.view.version,
      () => this.enqueue(async () => this.show(await this.whole())),
    );
  }

  /** @param {Api.PuzzleView} view */
  show(view) {
    this.view = view;
    this.known = null;
    this.changed(view);
  }

  /** Runs actions one after the other, so that fast keys are not lost. @param {() => Promise<void>} action */
  enqueue(action) {
    const { id } = this;
    // What was meant for a level that was left meanwhile is not done to the next.
    this.queue = this.queue.then(() => (this.id === id ? tried(action) : undefined)).then(() => undefined);
    return this.queue;
  }

  /** An answer about the level that is here: the next one does not get it. @template T @param {Promise<T>} answer */
  answer(answer) {
    const { id } = this;
    return unlessLeft(answer, () => this.id === id);
  }

  /** @param {string} what @param {unknown} [body] @returns {Promise<any>} */
  ask(what, body) {
    return this.answer(post(`/api/puzzle/${this.id}/${what}`, body));
  }

  /** @param {string} what @returns {Promise<any>} */
  read(what) {
    return this.answer(get(`/api/puzzle/${this.id}/${what}`));
  }

  /** How it stands, with all moves. @returns {Promise<Whole>} */
  whole() {
    return this.answer(get(`/api/puzzle/${this.id}`));
  }

  /** What a hand can do. @returns {Promise<Api.Intent[]>} */
  async intents() {
    if (this.known) return this.known;
    const { view } = this;
    /** @type {Api.Intent[]} */ const found = await this.read('intents');
    // What can be done is kept only for the position that was asked about.
    if (this.view === view) this.known = found;
    return found;
  }

  /** Plays moves; `together` as one action for undo. @param {string} moves @param {boolean} [together] */
  async play(moves, together = false) {
    this.show(await this.ask('play', { moves, together }));
  }
}
