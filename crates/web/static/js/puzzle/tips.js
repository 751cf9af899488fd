// @ts-check
/** A line for newcomers: what to do now, with the squares it speaks of. The words are the world's. */
import { h } from '../dom.js';

export class Tips {
  /** @param {import('../board.js').Board} board */
  constructor(board) {
    this.board = board;
    this.on = localStorage.getItem('tips') !== 'off';
    this.words = h('span', null);
    const close = h('button', { type: 'button', class: 'ghost', 'aria-label': 'No more tips', onclick: () => this.turn(false) }, '✕');
    this.element = h('div', { class: 'tip', role: 'note', hidden: true }, h('b', null, 'Tip'), this.words, close);
    /** @type {Api.Tip | null} */ this.tip = null;
    this.box = h('input', { type: 'checkbox', onchange: () => this.turn(this.box.checked) });
    this.box.checked = this.on;
    this.control = h('label', { class: 'check' }, this.box, 'Tips in the first levels');
  }

  /** @param {Api.Tip | null | undefined} tip */
  show(tip) {
    this.tip = tip ?? null;
    this.element.hidden = !tip || !this.on;
    this.words.textContent = tip?.text ?? '';
    if (tip && this.on) this.board.mark(tip.cells, 'tip');
  }

  /** @param {boolean} on */
  turn(on) {
    this.on = on;
    this.box.checked = on;
    localStorage.setItem('tips', on ? 'on' : 'off');
    this.board.clearOverlay();
    this.show(this.tip);
  }
}
