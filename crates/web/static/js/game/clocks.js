// @ts-check
/** The two sides: who plays, their clocks, what they have. */
import { clockText, h } from '../dom.js';

export class Clocks {
  /**
   * @param {import('../api.js').GameWorld} world
   * @param {() => void} expired the time of a person is over
   */
  constructor(world, expired) {
    this.world = world;
    this.expired = expired;
    this.element = h('div', { class: 'clocks' });
    /** @type {Api.GameView | null} */ this.view = null;
    this.received = Date.now();
    this.ticker = setInterval(() => this.tick(), 100);
  }

  stop() {
    clearInterval(this.ticker);
  }

  /** What people call a player. @param {string | null | undefined} spec */
  name(spec) {
    if (!spec) return 'you';
    return this.world.opponents.find((one) => one.spec === spec)?.name ?? spec;
  }

  /** @param {Api.GameView} view @param {string[]} sides @param {boolean} running */
  draw(view, sides, running) {
    this.view = view;
    this.received = Date.now();
    const { clock, score, players, side } = view;
    const people = players.filter((player) => !player).length;
    this.element.replaceChildren(
      ...[0, 1].map((i) => {
        const mine = (side === 'first') === (i === 0) && !view.ending;
        const who = !players[i] && people === 2 ? 'a person' : this.name(players[i]);
        return h(
          'div',
          { class: `clock${mine && running ? ' running' : ''}${mine ? ' to-move' : ''}` },
          h(
            'div',
            { class: 'side' },
            h('i', { class: 'tone', 'data-tone': this.world.tones[i] }),
            h('b', null, sides[i]),
            score[i] !== '' && h('span', { class: 'score', 'data-score': i, title: 'score' }, score[i]),
          ),
          h('div', { class: 'who', title: players[i] ?? 'a person' }, who),
          h(
            'div',
            { class: 'time' },
            h('span', { 'data-clock': i }, ''),
            h('small', { 'data-turn': i }),
            h('small', null, clock.left[i] === null ? '' : `used ${clockText(clock.used[i])}`),
          ),
        );
      }),
    );
    for (const tone of this.element.querySelectorAll('.tone'))
      /** @type {HTMLElement} */ (tone).style.background = `var(--pg-${/** @type {HTMLElement} */ (tone).dataset.tone})`;
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
      const shown = this.element.querySelector(`[data-clock="${i}"]`);
      if (shown) shown.textContent = clockText(Math.max(0, seconds));
      const turn = limit > 0 && mine && clock.running ? limit - clock.thinking - since : null;
      const note = this.element.querySelector(`[data-turn="${i}"]`);
      if (note) note.textContent = turn === null ? '' : `turn ${clockText(Math.max(0, turn))}`;
      const over = (left !== null && seconds < -0.3) || (turn !== null && turn < -0.3);
      if (over && mine && clock.running) {
        this.received = Date.now() + 1e7;
        this.expired();
      }
    }
  }
}
