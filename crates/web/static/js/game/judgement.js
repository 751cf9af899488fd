// @ts-check
/** What values say to people: chances, mistakes, accuracy. The curves are those that Lichess made popular for chess. */

/** @typedef {{score: number, proof?: any}} Value A value for the first side, and a proven result: as a record writes it, or as a search tells it. */

/** The result that is proven, in hundredths for the first side; null where none is. @param {Value} value @returns {number | null} */
function proven({ proof }) {
  if (!proof) return null;
  if (proof === '1-0' || proof.win === 'first') return 100;
  return proof === '0-1' || proof.win === 'second' ? 0 : 50;
}

/** How much of the chances a turn must lose to be called so, the worst first. @type {Array<[number, string]>} */
const MISTAKES = [
  [30, '??'],
  [20, '?'],
  [10, '?!'],
];

/** What the marks mean. @type {Record<string, string>} */
export const MARKS = { '!!': 'brilliant', '!': 'good', '!?': 'interesting', '?!': 'doubtful', '?': 'mistake', '??': 'blunder' };

/** The chances of the first side in hundredths; `unit` is what counts as one point. @param {Value} value @param {number} unit */
export function chances(value, unit) {
  return proven(value) ?? 100 / (1 + Math.exp((-0.368208 * value.score) / unit));
}

/** What a turn of a side lost of its chances. @param {Value} before @param {Value} after @param {string} side @param {number} unit */
export function loss(before, after, side, unit) {
  const lost = chances(before, unit) - chances(after, unit);
  return Math.max(0, side === 'first' ? lost : -lost);
}

/** The mark that such a loss earns; none for a sound turn. @param {number} lost */
export const markOf = (lost) => MISTAKES.find(([least]) => lost >= least)?.[1] ?? '';

/** How exact a turn was, in hundredths. @param {number} lost */
export const exactness = (lost) => Math.min(100, Math.max(0, 103.1668 * Math.exp(-0.04354 * lost) - 3.1669));

/** A value as people write it, for the first side. @param {Value} value @param {number} unit */
export function valueText(value, unit) {
  const result = proven(value);
  if (result !== null) return result === 50 ? '0.00' : result ? '+#' : '−#';
  const points = value.score / unit;
  return `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(Math.abs(points) < 100 ? 2 : 0)}`;
}

/**
 * A line with its values: what each turn lost, its mark, and the accuracy of both sides (null where nothing is known).
 * @param {Value | null | undefined} start @param {Array<{id: number, side?: string | null, assessment?: any}>} line @param {number} unit
 */
export function judge(start, line, unit) {
  /** @type {Map<number, string>} */
  const marks = new Map();
  /** @type {number[][]} */
  const exact = [[], []];
  let before = start;
  for (const node of line) {
    const after = node.assessment;
    if (before && after && node.side) {
      const lost = loss(before, after, node.side, unit);
      if (markOf(lost)) marks.set(node.id, markOf(lost));
      exact[node.side === 'first' ? 0 : 1].push(exactness(lost));
    }
    before = after;
  }
  const mean = (/** @type {number[]} */ all) => (all.length ? all.reduce((a, b) => a + b, 0) / all.length : null);
  return { marks, accuracy: exact.map(mean) };
}
