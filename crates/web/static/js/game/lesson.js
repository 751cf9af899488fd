// @ts-check
/** What a newcomer is told at each step of the first game, in the world's own words, with the cells that are meant. */
import { h } from '../dom.js';

export class LessonLine {
  /** @param {import('../api.js').GameWorld} world @param {import('../board.js').Board} board */
  constructor(world, board) {
    this.board = board;
    this.key = `lesson ${world.id}`;
    this.words = h('span');
    this.element = h(
      'div',
      { class: 'lesson', role: 'note', hidden: true },
      this.words,
      h('button', { type: 'button', class: 'ghost', 'aria-label': 'No more of these lines', onclick: () => this.end() }, '✕'),
    );
  }

  /** Whether it is still wanted. */
  get wanted() {
    return localStorage.getItem(this.key) !== 'off';
  }

  /** No more of them: dismissed, or the first game is over. */
  end() {
    localStorage.setItem(this.key, 'off');
    this.draw(null);
  }

  /** @param {Api.Lesson | null | undefined} lesson */
  draw(lesson) {
    const shown = lesson && this.wanted;
    this.element.hidden = !shown;
    this.words.textContent = shown ? lesson.text : '';
    this.board.shade('lesson', shown ? lesson.spots : []);
  }
}
