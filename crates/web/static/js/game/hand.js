// @ts-check
/** What a hand or the keyboard does on the board of a game: pieces are selected, then a target. */
import { BoardCursor } from '../cursor.js';
import { settings } from '../settings.js';

/** @param {number[]} a @param {number[]} b */
const same = (a, b) => a.length === b.length && a.every((cell) => b.includes(cell));
/** Where nothing has to be selected first, so many targets are shown at once. */
const MOST_FREE = 100;

export class Hand {
  /**
   * @param {import('../board.js').Board} board
   * @param {{may: () => boolean, intents: () => Api.Intent[], play: (turn: string) => void}} game
   */
  constructor(board, game) {
    this.board = board;
    this.game = game;
    /** @type {number[]} */ this.selection = [];
    board.hands = {
      tap: (cell) => this.tap(cell),
      grab: (cell) => this.grab(cell),
      drag: (from, to) => this.drag(from, to),
      hover: (cell) => this.hover(cell),
      near: () => this.live(),
    };
    this.cursor = new BoardCursor(board, { chosen: (cell) => this.tap(cell), about: (cell) => this.about(cell) });
  }

  /** A new position. */
  reset() {
    this.selection = [];
    this.hovered = false;
    this.hintFree();
    this.cursor.draw();
  }

  /** The cells that a tap can mean now: what can be selected, and where what is selected can go. @returns {number[]} */
  live() {
    if (!this.game.may()) return [];
    const intents = this.game.intents();
    return [...new Set(intents.flatMap((intent) => (same(intent.select, this.selection) ? [intent.target] : intent.select)))];
  }

  /** What a cell is for now, in words. @param {number} cell */
  about(cell) {
    if (!this.game.may()) return '';
    if (this.selection.includes(cell)) return 'selected';
    if (this.targets().includes(cell)) return this.selection.length ? 'target' : 'free to play';
    return this.game.intents().some((intent) => intent.select.includes(cell)) ? 'can be selected' : '';
  }

  /** Where what is selected can go. */
  targets() {
    return this.game
      .intents()
      .filter((intent) => same(intent.select, this.selection))
      .map((intent) => intent.target);
  }

  /** Where nothing has to be selected first, the targets are shown at once. */
  hintFree() {
    if (!this.game.may()) return;
    const free = this.game.intents().filter((intent) => !intent.select.length);
    if (free.length && free.length <= MOST_FREE)
      this.board.mark(
        free.map((intent) => intent.target),
        'target',
      );
  }

  /** @param {number} cell */
  tap(cell) {
    if (!this.game.may()) return;
    const intents = this.game.intents();
    const chosen = intents.find((intent) => intent.target === cell && same(intent.select, this.selection));
    const holds = this.selection.includes(cell);
    if (chosen && !holds) {
      this.game.play(chosen.text);
      return;
    }
    const grown = holds ? this.selection.filter((other) => other !== cell) : [...this.selection, cell];
    const fits = (/** @type {number[]} */ cells) =>
      cells.length > 0 && intents.some((intent) => cells.every((other) => intent.select.includes(other)));
    this.selection = fits(grown) ? grown : fits([cell]) ? [cell] : [];
    this.draw();
  }

  draw() {
    this.board.clearOverlay();
    if (!this.selection.length) this.hintFree();
    else {
      this.board.mark(this.selection, 'selected');
      this.board.mark(this.targets(), 'target');
    }
    this.cursor.draw();
  }

  /** Shows where a piece that is being dragged can go; says whether it can go anywhere. @param {number} cell */
  async grab(cell) {
    if (!this.game.may()) return false;
    if (this.selection.includes(cell)) return true;
    if (!this.game.intents().some((intent) => same(intent.select, [cell]))) return false;
    this.selection = [cell];
    this.draw();
    return true;
  }

  /** Drags a piece, or over a line of them. @param {number} from @param {number} to */
  async drag(from, to) {
    if (!this.game.may()) return false;
    const holds = this.game.intents().filter((intent) => intent.select.includes(from));
    const line = holds.filter((intent) => intent.select.includes(to)).sort((a, b) => a.select.length - b.select.length);
    if (line.length) {
      this.selection = [...line[0].select];
      this.draw();
      return true;
    }
    const kept = holds.filter((intent) => same(intent.select, this.selection.includes(from) ? this.selection : [from]));
    const move = kept.find((intent) => intent.target === to) ?? holds.find((intent) => intent.target === to);
    if (move) this.game.play(move.text);
    return true;
  }

  /** Shows where a piece under the pointer could go. @param {number | null} cell */
  hover(cell) {
    if (!settings.reach || this.selection.length || !this.game.may()) return;
    const intents = cell === null ? [] : this.game.intents().filter((intent) => same(intent.select, [cell]));
    if (!intents.length && !this.hovered) return;
    this.hovered = intents.length > 0;
    this.draw();
    this.board.mark(
      intents.map((intent) => intent.target),
      'reach',
    );
  }
}
