// @ts-check
/** How pieces travel: cell by cell on long ways, and never where a person wants no motion. */

/** How long a piece travels from one place to the next, in milliseconds, as the settings say. */
export const travelTime = () => {
  const chosen = parseFloat(document.documentElement.style.getPropertyValue('--speed'));
  return Number.isFinite(chosen) ? chosen : 150;
};
/** How long a whole way takes at most, and a cell of it at most and at least. */
const [WAY, SLOWEST, QUICKEST] = [700, 60, 12];

/** Whether nothing is to move. */
export const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches || travelTime() === 0;

/** @param {number} time */
const wait = (time) => new Promise((done) => setTimeout(done, time));

/** Waits until pieces have arrived: a busy browser begins late; one that is not seen does not move at all. @param {Element[]} pieces */
export const arrived = (pieces) => {
  const journeys = pieces.flatMap((piece) => piece.getAnimations()).map((journey) => journey.finished);
  return Promise.race([Promise.allSettled(journeys), wait(2 * travelTime() + 500)]);
};

/**
 * Moves pieces along a way: for each step the cells that are left and reached.
 * @param {import('./board.js').Board} board @param {Array<Array<[number, number]>>} way @param {() => boolean} wanted
 */
export async function walk(board, way, wanted) {
  if (still()) return;
  const pace = Math.max(QUICKEST, Math.min(SLOWEST, WAY / way.length));
  board.svg?.style.setProperty('--travel', `${pace}ms`);
  /** @type {Element[]} */ let moved = [];
  for (const step of way) {
    // All are found before one moves: a piece may step onto the cell that another leaves.
    const travelling = step.map(([from, to]) => ({ piece: board.svg?.querySelector(`.pieces > .piece[data-at="${from}"]`), to }));
    moved = [];
    for (const { piece, to } of travelling) {
      const at = board.centre(to);
      if (!piece || !at) continue;
      moved.push(piece);
      piece.setAttribute('data-at', String(to));
      /** @type {SVGElement} */ (piece).style.transform = `translate(${at.x}px, ${at.y}px)`;
    }
    await wait(pace);
    if (!wanted()) break;
  }
  if (wanted()) await arrived(moved);
  board.svg?.style.removeProperty('--travel');
}
