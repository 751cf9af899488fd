// @ts-check
/** Steps through a line that waits behind redo. */
import { field, h } from '../dom.js';

export class Playback {
  /** @param {import('./room.js').Room} room @param {(what: 'undo' | 'redo', times?: number) => Promise<void>} act */
  constructor(room, act) {
    this.room = room;
    this.act = act;
    /** How many steps the line has; 0 where there is none. */
    this.steps = 0;
    /** How many moves were made before it. */
    this.before = 0;
    this.run = 0;
    const button = (/** @type {string} */ text, /** @type {() => void} */ action, /** @type {string} */ label) =>
      h('button', { type: 'button', onclick: action, 'aria-label': label }, text);
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
      oninput: () => this.goTo(Number(this.scrub.value)),
    });
    this.playButton = h('button', { type: 'button', onclick: () => this.toggle() }, '▶ Play');
    this.element = h(
      'div',
      { class: 'panel', hidden: true },
      h('h2', null, 'Solution'),
      this.scrub,
      h(
        'div',
        { class: 'row' },
        button('|◀', () => this.goTo(0), 'To the start'),
        button('◁', () => this.act('undo'), 'One step back'),
        this.playButton,
        button('▷', () => this.act('redo'), 'One step on'),
        button('▶|', () => this.goTo(this.steps), 'To the end'),
      ),
      field('Speed', this.speed),
    );
  }

  /** A line of so many steps waits after so many moves. @param {number} steps @param {number} before */
  begin(steps, before) {
    this.steps = steps;
    this.before = before;
    this.scrub.max = String(steps);
    this.scrub.value = '0';
    this.element.hidden = false;
  }

  end() {
    this.steps = 0;
    this.element.hidden = true;
    this.pause();
  }

  /** @param {number} step so many moves have been made */
  show(step) {
    if (this.steps) this.scrub.value = String(Math.max(0, step - this.before));
  }

  pause() {
    this.run = 0;
    this.playButton.textContent = '▶ Play';
  }

  /** @param {boolean} [on] */
  async toggle(on) {
    if (this.run && on !== true) return this.pause();
    if (!this.room.view.can_redo && this.steps) await this.goTo(0);
    const run = (this.run = Date.now() + Math.random());
    this.playButton.textContent = '❚❚ Pause';
    while (this.run === run && this.room.view.can_redo) {
      await this.act('redo');
      await new Promise((done) => setTimeout(done, 1000 / Number(this.speed.value)));
    }
    if (this.run === run) this.pause();
  }

  /** @param {number} step */
  async goTo(step) {
    this.pause();
    await this.room.queue;
    const by = this.before + step - this.room.view.measures.moves;
    if (by > 0) await this.act('redo', by);
    if (by < 0) await this.act('undo', -by);
  }
}
