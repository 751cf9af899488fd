// @ts-check
/** Moves over a board with the keyboard: arrows go from cell to cell, Enter chooses, each cell is spoken. */
import { say } from './dom.js';

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class BoardCursor {
  /**
   * @param {import('./board.js').Board} board
   * @param {{chosen: (cell: number) => void, about: (cell: number) => string}} hands
   */
  constructor(board, hands) {
    this.board = board;
    this.hands = hands;
    /** @type {number | null} */ this.cell = null;
    const { element } = board;
    element.tabIndex = 0;
    element.setAttribute('role', 'application');
    element.setAttribute('aria-label', 'Board: arrows move from cell to cell, Enter chooses');
    element.addEventListener('keydown', (event) => this.key(event));
    element.addEventListener('focus', () => element.matches(':focus-visible') && this.enter());
    element.addEventListener('blur', () => this.draw());
  }

  enter() {
    this.cell ??= this.middle();
    this.draw();
    this.speak();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = WAYS[event.key];
    if (!way && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    if (this.cell === null) {
      this.enter();
      return;
    }
    if (way) this.cell = this.neighbour(this.cell, way[0], way[1]) ?? this.cell;
    else this.hands.chosen(this.cell);
    this.draw();
    this.speak();
  }

  /** Says the cell, what stands there and what it is for. */
  speak() {
    if (this.cell === null) return;
    const words = [this.board.nameOf(this.cell), this.board.pieceOn(this.cell) || 'empty', this.hands.about(this.cell)];
    say(words.filter(Boolean).join(', '));
  }

  draw() {
    this.board.unmark('cursor');
    const shown = document.activeElement === this.board.element && this.board.element.matches(':focus-visible');
    if (this.cell !== null && shown) this.board.mark([this.cell], 'cursor');
  }

  /** The cell in the middle of the board. */
  middle() {
    const cells = this.board.cells();
    const [x, y] = /** @type {const} */ (['x', 'y']).map((axis) => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length);
    return nearest(cells, (cell) => Math.hypot(cell.x - x, cell.y - y));
  }

  /** The nearest cell in a direction as it is seen. @param {number} from @param {number} dx @param {number} dy */
  neighbour(from, dx, dy) {
    const cells = this.board.cells();
    const at = cells.find((cell) => cell.cell === from);
    if (!at) return null;
    const turn = this.board.flipped ? -1 : 1;
    const ahead = cells.flatMap((cell) => {
      const [x, y] = [(cell.x - at.x) * turn, (cell.y - at.y) * turn];
      const along = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      return along > 1 && aside <= along * 1.01 ? [{ ...cell, cost: along + aside }] : [];
    });
    return nearest(ahead, (cell) => cell.cost);
  }
}

/** @template {{cell: number}} T @param {T[]} cells @param {(cell: T) => number} cost @returns {number | null} */
function nearest(cells, cost) {
  /** @type {T | null} */ let best = null;
  for (const cell of cells) if (!best || cost(cell) < cost(best)) best = cell;
  return best ? best.cell : null;
}
