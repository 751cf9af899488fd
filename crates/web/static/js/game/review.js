// @ts-check
/** The review of a game: the value of each position, mistakes, and how exact both sides were. */
import { stream } from '../api.js';
import { h, plural } from '../dom.js';
import { evaluationGraph } from '../graph.js';
import { chances, judge } from './judgement.js';

/** Names of mistakes, the worst first. */
const WORDS = { '??': 'blunder', '?': 'mistake', '?!': 'doubtful turn' };
/** The longest that a review thinks about one position, in milliseconds. */
const LONGEST = 1000;

export class Review {
  /** @param {import('../api.js').GameWorld} world @param {{chosen: (node: number) => void}} hands */
  constructor(world, hands) {
    this.world = world;
    this.hands = hands;
    /** @type {AbortController | null} */ this.running = null;
    this.button = h('button', { type: 'button' }, 'Review game');
    this.bar = h('progress', { max: 1, value: 0, 'aria-label': 'Progress of the review' });
    this.words = h('span', { class: 'quiet', role: 'status' });
    this.progress = h(
      'div',
      { class: 'row tight review-progress', hidden: true },
      this.bar,
      this.words,
      h('button', { type: 'button', onclick: () => this.running?.abort() }, 'Stop'),
    );
    this.graph = h('div');
    this.accuracy = h('div', { class: 'accuracy' });
    this.element = h('div', { class: 'review' }, this.progress, this.graph, this.accuracy);
  }

  /**
   * Thinks about every position of the line that is looked at.
   * @param {string} id @param {{method: string, milliseconds: number}} request @param {(entry: Api.ReviewEntry) => void} told
   */
  async run(id, request, told) {
    this.running?.abort();
    const running = (this.running = new AbortController());
    this.progress.hidden = false;
    this.bar.removeAttribute('value');
    this.words.textContent = 'Reviewing …';
    try {
      await stream(
        `/api/game/${id}/review`,
        { method: request.method, milliseconds: Math.min(request.milliseconds, LONGEST) },
        (name, data) => {
          if (name !== 'progress') return;
          this.bar.max = data.of + 1;
          this.bar.value = data.done + 1;
          this.words.textContent = `Position ${data.done + 1} of ${data.of + 1}`;
          told(data.entry);
        },
        running.signal,
      );
    } catch (error) {
      if (!running.signal.aborted) throw error;
    } finally {
      if (this.running === running) this.progress.hidden = true;
    }
  }

  stop() {
    this.running?.abort();
  }

  /**
   * Draws what is known of the line that is looked at; gives the marks of its turns.
   * @param {import('./turns.js').Turns} turns @param {string[]} sides
   */
  draw(turns, sides) {
    const line = turns.line();
    const start = turns.node(0);
    const { marks, accuracy } = judge(start.assessment, line, this.world.point);
    const values = [start, ...line].map((node) => (node.assessment ? chances(node.assessment, this.world.point) : null));
    const known = values.filter((value) => value !== null).length;
    this.graph.replaceChildren(
      ...(known > 1
        ? [
            evaluationGraph({
              values,
              cursor: turns.depth(turns.cursor),
              marks: new Map(line.flatMap((node, i) => (marks.has(node.id) ? [[i + 1, marks.get(node.id) ?? '']] : []))),
              sides,
              chosen: (turn) => this.hands.chosen(turn ? line[turn - 1].id : 0),
            }),
          ]
        : []),
    );
    this.accuracy.replaceChildren(...[0, 1].flatMap((i) => this.side(i, sides, accuracy, line, marks)));
    return marks;
  }

  /** One line about one side. @param {number} i @param {string[]} sides @param {Array<number | null>} accuracy @param {Api.NodeView[]} line @param {Map<number, string>} marks */
  side(i, sides, accuracy, line, marks) {
    const exact = accuracy[i];
    if (exact === null) return [];
    const own = line.filter((node) => (node.side === 'first') === (i === 0)).map((node) => marks.get(node.id));
    const counts = Object.entries(WORDS).flatMap(([mark, word]) => {
      const count = own.filter((entry) => entry === mark).length;
      return count ? [plural(count, word)] : [];
    });
    const tone = h('i', { class: 'tone' });
    tone.style.background = `var(--pg-${this.world.tones[i]})`;
    return [
      h(
        'p',
        { 'data-accuracy': i },
        tone,
        h('b', null, `${sides[i]} ${Math.round(exact)} %`),
        h('span', { class: 'quiet' }, ` accurate${counts.length ? `: ${counts.join(', ')}` : ''}`),
      ),
    ];
  }
}
