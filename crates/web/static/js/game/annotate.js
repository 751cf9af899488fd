// @ts-check
/** What can be done with the turn that is looked at: marks, a comment, its variation. */
import { h } from '../dom.js';
import { MARKS } from './judgement.js';

export class Annotate {
  /** @param {{act: (what: string, more: Record<string, unknown>) => void, think: () => void}} hands */
  constructor(hands) {
    this.hands = hands;
    /** @type {Api.NodeView | null} */ this.node = null;
    const act = (/** @type {string} */ what, /** @type {Record<string, unknown>} */ more = {}) => hands.act(what, more);
    const button = (
      /** @type {string} */ text,
      /** @type {() => void} */ action,
      /** @type {import('../dom.js').Attributes} */ more = {},
    ) => h('button', { type: 'button', onclick: action, ...more }, text);
    this.marks = Object.entries(MARKS).map(([mark, word]) =>
      button(mark, () => act('mark', { mark: this.node?.mark === mark ? null : mark }), {
        'data-mark': mark,
        'aria-label': `Mark as ${word}`,
        title: word,
      }),
    );
    this.text = h('textarea', {
      class: 'comment-box',
      'aria-label': 'Comment on this turn',
      placeholder: 'A comment on this turn',
      rows: 2,
      onchange: () => act('comment', { text: this.text.value }),
    });
    this.promote = button('⇧ Make main line', () => act('promote'));
    this.drop = button('✕ Delete from here', () => act('delete'));
    this.goOn = button('▶ Go on from here', () => act('continue'), { title: 'The game goes on from this position' });
    this.ask = button('⚙ Computer moves', () => hands.think(), { title: 'Let the computer play the next turn here' });
    this.branch = h('div', { class: 'row grow' }, this.promote, this.drop, this.goOn);
    this.element = h(
      'details',
      { class: 'annotate' },
      h('summary', null, 'Comment and marks'),
      h('div', { class: 'row grow marks' }, this.marks),
      this.text,
    );
    this.tools = h('div', { class: 'stage' }, this.branch, h('div', { class: 'row grow' }, this.ask));
  }

  /** @param {import('./turns.js').Turns} turns @param {boolean} over whether nothing can be played here */
  draw(turns, over) {
    const node = (this.node = turns.node(turns.cursor));
    const variation = !turns.isGame(node.id);
    const parent = node.parent == null ? null : turns.node(node.parent);
    this.promote.hidden = !variation;
    this.drop.hidden = !variation;
    this.goOn.hidden = turns.live || over;
    this.branch.hidden = this.promote.hidden && this.drop.hidden && this.goOn.hidden;
    this.ask.hidden = over;
    for (const button of this.marks) {
      button.disabled = !parent;
      button.setAttribute('aria-pressed', String(node.mark === button.dataset.mark));
    }
    if (document.activeElement !== this.text) this.text.value = node.comment;
    if (node.comment) this.element.open = true;
  }
}
