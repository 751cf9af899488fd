// @ts-check
/** The legal moves: words that typing completes, and a list to choose from. */
import { h } from '../dom.js';

/** Where the words are found. */
export const LEGAL = 'legal';
const MOST_LISTED = 400;

export class LegalMoves {
  /** @param {(turn: string) => void} play */
  constructor(play) {
    this.play = play;
    /** @type {Api.Intent[]} */ this.intents = [];
    this.words = h('datalist', { id: LEGAL });
    this.title = h('summary', null, 'Legal moves');
    this.list = h('div', { class: 'legal' });
    this.element = h('details', { ontoggle: () => this.draw() }, this.title, this.list);
  }

  /** @param {Api.Intent[]} intents */
  show(intents) {
    this.intents = intents;
    this.words.replaceChildren(...intents.slice(0, MOST_LISTED).map((intent) => h('option', { value: intent.text })));
    this.title.textContent = `Legal moves (${intents.length})`;
    this.draw();
  }

  draw() {
    if (!this.element.open) return;
    const entry = (/** @type {Api.Intent} */ { text }) =>
      h('button', { type: 'button', class: 'mono', onclick: () => this.play(text) }, text);
    this.list.replaceChildren(...this.intents.slice(0, MOST_LISTED).map(entry));
  }
}
