// @ts-check
/** What a method thinks of the position: the bar beside the board, lines to look at and to follow. */
import { post, stream } from '../api.js';
import { Board } from '../board.js';
import { field, h, select, thousands, toast, tried } from '../dom.js';
import { methodPicker } from '../methods.js';
import { chances, valueText } from './judgement.js';

/**
 * @typedef {object} Place What is analysed.
 * @property {string} id the room
 * @property {Record<string, string>} options
 * @property {string[]} path the turns that lead there, the half of one that was played included
 * @property {number | null} node the turn, where it is whole
 * @property {string} side
 */

export class Analysis {
  /**
   * @param {import('../api.js').GameWorld} world
   * @param {{place: () => Place | null, arrow: (turn: string, kind: string) => void, cleared: () => void,
   *   valued: (node: number, value: import('./judgement.js').Value & { best?: string }) => void, follow: (line: string[]) => void}} game
   */
  constructor(world, game) {
    this.world = world;
    this.game = game;
    this.live = false;
    this.preview = new Board();
    /** @type {AbortController | null} */ this.running = null;
    /** @type {Map<string, Api.BoardView>} */ this.seen = new Map();
    this.picker = methodPicker({
      methods: world.players,
      evaluations: world.evaluations,
      value: world.default_player,
      label: 'Analyse with',
    });
    this.build();
  }

  build() {
    this.number = h('span', { class: 'number' });
    this.share = h('div', { class: 'share' });
    this.bar = h('div', { class: 'evalbar', role: 'img', 'aria-label': 'Evaluation', hidden: true }, this.share, this.number);
    this.bar.style.setProperty('--first', `var(--pg-${this.world.tones[0]})`);
    this.bar.style.setProperty('--second', `var(--pg-${this.world.tones[1]})`);
    this.lines = h('div', { class: 'lines' });
    this.previewFrame = h('div', { class: 'preview', hidden: true }, this.preview.element);
    this.button = h(
      'button',
      { type: 'button', 'aria-keyshortcuts': 'A', 'aria-pressed': 'false', onclick: () => this.toggle() },
      'Analyse',
    );
    const counts = ['1', '2', '3', '5'];
    this.count = select(
      counts.map((count) => [count, count]),
      '3',
    );
    this.time = select(
      [
        ['500', '0.5 s'],
        ['1000', '1 s'],
        ['3000', '3 s'],
        ['10000', '10 s'],
        ['60000', '60 s'],
      ],
      '3000',
    );
    this.how = h(
      'details',
      null,
      h('summary', null, 'How'),
      this.picker.element,
      h('div', { class: 'grid2' }, field('Lines', this.count), field('Time a position', this.time)),
    );
    this.element = h('div', { class: 'analysis' }, this.lines, this.previewFrame);
    this.lines.addEventListener('mouseleave', () => this.hidePreview());
  }

  /** The unit of values: what counts as one point. */
  get unit() {
    return this.world.point;
  }

  request() {
    return { method: this.picker.value(), milliseconds: Number(this.time.value), lines: Number(this.count.value) };
  }

  toggle() {
    this.live = !this.live;
    this.button.setAttribute('aria-pressed', String(this.live));
    if (this.live) this.start();
    else {
      this.stop();
      this.lines.replaceChildren();
      this.game.cleared();
    }
  }

  stop() {
    this.running?.abort();
    this.hidePreview();
  }

  /** Thinks about the position that is looked at. */
  start() {
    this.stop();
    const place = this.game.place();
    if (!place) {
      this.lines.replaceChildren();
      return;
    }
    const running = (this.running = new AbortController());
    const shown = (/** @type {Api.ThoughtText} */ thought) => !running.signal.aborted && this.show(thought, place);
    stream(`/api/game/${place.id}/analyse`, this.request(), (name, data) => name === 'progress' && shown(data), running.signal)
      .then((thought) => {
        shown(thought);
        if (place.node !== null && !running.signal.aborted) this.game.valued(place.node, this.value(thought, place.side, thought.score));
      })
      .catch((error) => !running.signal.aborted && toast(error.message, 'error'));
  }

  /** What a thought says for the first side. @param {Api.ThoughtText} thought @param {string} side @param {number} score */
  value(thought, side, score) {
    const other = side === 'first' ? 'second' : 'first';
    const results = { win: { win: side }, loss: { win: other }, draw: 'draw' };
    const proof = thought.proof && score === thought.score ? results[thought.proof] : null;
    return { score: side === 'first' ? score : -score, proof, best: thought.best[0] ?? '' };
  }

  /** Sets the bar. @param {import('./judgement.js').Value | null | undefined} value */
  weigh(value) {
    this.bar.hidden = !value;
    if (!value) return;
    this.bar.style.setProperty('--share', `${chances(value, this.unit)}%`);
    this.number.textContent = valueText(value, this.unit);
    this.bar.classList.toggle('ahead', chances(value, this.unit) >= 50);
    this.bar.setAttribute('aria-label', `Evaluation for ${this.world.sides[0]}: ${valueText(value, this.unit)}`);
  }

  /** @param {Api.ThoughtText} thought @param {Place} place */
  show(thought, place) {
    const lines = thought.lines.length ? thought.lines : [{ score: thought.score, moves: thought.best }];
    this.weigh(this.value(thought, place.side, thought.score));
    this.lines.replaceChildren(
      ...lines.map((line) =>
        h(
          'div',
          { class: 'line' },
          h('b', null, valueText(this.value(thought, place.side, line.score), this.unit)),
          h(
            'span',
            { class: 'turns' },
            line.moves.map((text, i) => this.step(place, line.moves.slice(0, i + 1), text)),
          ),
        ),
      ),
      h('div', { class: 'quiet' }, `depth ${thought.depth}, ${thousands(thought.nodes)} positions, ${thought.seconds.toFixed(1)} s`),
    );
    this.game.cleared();
    lines.slice(0, 3).forEach((line, i) => this.game.arrow(line.moves[0], i ? 'second' : 'hint'));
  }

  /** A turn of a line: shows its position while it is pointed at, follows the line when it is chosen. @param {Place} place @param {string[]} line @param {string} text */
  step(place, line, text) {
    const look = () => this.look(place, line);
    return h(
      'button',
      {
        type: 'button',
        'aria-label': `${text}: follow the line to here`,
        onmouseenter: look,
        onfocus: look,
        onblur: () => this.hidePreview(),
        onclick: () => this.game.follow(line),
      },
      text,
    );
  }

  /** @param {Place} place @param {string[]} line */
  look(place, line) {
    const moves = [...place.path, ...line];
    const key = moves.join(' ');
    this.wanted = key;
    return tried(async () => {
      /** @type {Api.BoardView} */
      const view = this.seen.get(key) ?? (await post(`/api/board/${this.world.id}`, { options: place.options, moves }));
      this.seen.set(key, view);
      if (this.wanted !== key) return;
      this.previewFrame.hidden = false;
      this.preview.show(view);
    });
  }

  hidePreview() {
    this.wanted = '';
    this.previewFrame.hidden = true;
  }
}
