// @ts-check
/** What is written about levels. */
import { plural } from '../dom.js';

/** A formula with its numbers set low. @param {string} text */
export const formulaText = (text) => text.replace(/\d/g, (digit) => '₀₁₂₃₄₅₆₇₈₉'[Number(digit)]);

/** A note of a level, however its key is written. @param {{ notes: [string, string][] }} info @param {string} key @returns {string | undefined} */
export const noteOf = (info, key) => info.notes.find(([name]) => name.toLowerCase() === key)?.[1];

/** What a solution takes, in words. @param {{ moves: number, pushes?: number | null }} measures */
export const measured = ({ moves, pushes }) => `${plural(moves, 'move')}${pushes != null ? `, ${plural(pushes, 'push')}` : ''}`;

/** The same in numbers alone. @param {{ moves: number, pushes?: number | null }} measures */
export const counted = ({ moves, pushes }) => `${moves}${pushes != null ? ` / ${pushes}` : ''}`;

/** What is known of a level beside its title. @param {Api.LevelInfo} info */
export function factOf(info) {
  const [formula, difficulty, grade] = ['formula', 'difficulty', 'grade'].map((key) => noteOf(info, key));
  return [
    formula && formulaText(formula),
    noteOf(info, 'fact'),
    noteOf(info, 'chapter'),
    difficulty && `difficulty ${difficulty}${grade ? ` of 10, ${grade}` : ''}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Why a hint names no move. @param {Exclude<Api.Hint, { outcome: 'move' }>} hint */
export function noMove(hint) {
  if (hint.outcome === 'solved') return 'This is solved already.';
  if (hint.outcome === 'unsolvable') return 'No solution exists from here: undo some moves.';
  return `No hint found (${hint.status.replace('_', ' ')}).`;
}
