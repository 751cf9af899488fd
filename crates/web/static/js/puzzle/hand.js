// @ts-check
/** What a hand does on the board: tap, drag, and which pieces it may take. */

import { settings } from '../settings.js';

export class Hand {
  /**
   * @param {import('./room.js').Room} room @param {import('../board.js').Board} board
   * @param {(moves: string) => Promise<void>} play plays a line as one action
   */
  constructor(room, board, play) {
    this.room = room;
    this.board = board;
    this.play = play;
    /** @type {number | null} */ this.selected = null;
  }

  letGo() {
    this.selected = null;
  }

  /** Shows where the piece under the pointer can go. @param {number | null} cell */
  async hover(cell) {
    this.over = cell;
    this.board.unmark('reach');
    if (!settings.reach || cell === null || this.selected !== null || !this.board.pieceOn(cell)) return;
    const intents = await this.room.intents();
    if (this.over !== cell || this.selected !== null) return;
    const steered = this.board.steeredOn(cell);
    const targets = intents.filter((intent) => (steered ? !intent.select.length : intent.select[0] === cell));
    this.board.mark(
      targets.map((intent) => intent.target),
      'reach',
    );
  }

  /** @param {number} cell */
  tap(cell) {
    return this.room.enqueue(async () => {
      const intents = await this.room.intents();
      const chosen = this.selected;
      const move = intents.find(
        (intent) => intent.target === cell && (chosen === null ? !intent.select.length : intent.select[0] === chosen),
      );
      const starts = intents.filter((intent) => intent.select[0] === cell);
      this.board.clearOverlay();
      this.selected = null;
      if (chosen !== cell && move) return this.play(move.text);
      if (chosen !== cell && starts.length) {
        this.selected = cell;
        this.board.mark([cell], 'selected');
        this.board.mark(
          starts.map((intent) => intent.target),
          'target',
        );
      }
    });
  }

  /** Shows where a piece that is being dragged can go; says whether it can go anywhere. @param {number} cell */
  async grab(cell) {
    const targets = (await this.room.intents()).filter((intent) => intent.select[0] === cell).map((intent) => intent.target);
    this.board.clearOverlay();
    this.board.mark(targets.length ? [cell] : [], 'selected');
    this.board.mark(targets, 'target');
    return targets.length > 0;
  }

  /** Drags a piece; says whether there was one to drag. @param {number} from @param {number} to */
  async drag(from, to) {
    if (!this.room.view) return false;
    const meant = (await this.room.intents()).filter((intent) => intent.select[0] === from);
    if (!meant.length) return false;
    const move = meant.find((intent) => intent.target === to);
    if (from === to) await this.tap(from);
    else await this.room.enqueue(async () => (move ? this.play(move.text) : this.board.clearOverlay()));
    return true;
  }
}
