// @ts-check
/** The collection a level belongs to: what comes before and after it. */
import { get } from '../api.js';
import { noteOf } from './words.js';

/** @typedef {{ pack: string, level: number }} Place A level of a collection. */

/** @param {string} world @param {string} name @returns {Promise<Api.CollectionPage>} */
export const collection = (world, name) => get(`/api/collections/${world}/${encodeURIComponent(name)}`);

/** @param {string} world @returns {Promise<Api.CollectionView[]>} */
export const collections = (world) => get(`/api/collections/${world}`);

/** Where a level is; nothing where it belongs to no collection. @param {Api.PlaceView | null | undefined} place @returns {place is Place} */
export const inCollection = (place) => Boolean(place?.pack && place.level);

/**
 * The level before or after another. Chapters that ship lead into one another; an own collection ends where it ends.
 * @param {import('../api.js').PuzzleWorld} world @param {Place} place @param {number} by @returns {Promise<Place | null>}
 */
export async function neighbour(world, place, by) {
  const all = await collections(world.id);
  const index = all.findIndex((entry) => entry.name === place.pack);
  const here = all[index];
  if (!here) return null;
  const level = place.level + by;
  if (level >= 1 && level <= here.levels) return { pack: here.name, level };
  const next = all[index + by];
  if (!here.shipped || !next?.shipped) return null;
  return { pack: next.name, level: by > 0 ? 1 : next.levels };
}

/**
 * What a solution brings the person to: how far the collection is, the chapter that ended, the level that is next.
 * @param {import('../api.js').PuzzleWorld} world @param {Place} place
 */
export async function progress(world, place) {
  const page = await collection(world.id, place.pack);
  const chapterOf = (/** @type {Api.LevelEntry | null | undefined} */ entry) => (entry && noteOf(entry, 'chapter')) || '';
  const here = page.entries[place.level - 1];
  const next = await neighbour(world, place, 1);
  const inside = next?.pack === page.name;
  const nextPage = next && !inside ? await collection(world.id, next.pack) : page;
  const nextEntry = next && nextPage.entries[next.level - 1];
  const chapter = chapterOf(here);
  const mates = page.entries.filter((entry) => chapterOf(entry) === chapter);
  return {
    next,
    nextTitle: nextEntry?.title ?? '',
    solved: page.solved,
    levels: page.levels,
    finished: page.solved === page.levels,
    chapter,
    /** The chapter that comes next, where this one is the last of its own. */
    nextChapter: nextEntry && chapterOf(nextEntry) !== chapter ? chapterOf(nextEntry) : '',
    chapterDone: Boolean(chapter) && mates.every((entry) => entry.solved),
  };
}
