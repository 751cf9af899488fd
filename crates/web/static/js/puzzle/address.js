// @ts-check
/** The address of a level, and the room behind it. */
import { get } from '../api.js';

/** Its text may be known to nobody but the room. @param {import('../api.js').PuzzleWorld} world @param {import('./room.js').Whole} view @returns {string} */
export function addressOf(world, { id, level }) {
  const { pack, level: number, own, day } = level;
  const words = pack ? [pack, number ?? 1] : own ? ['own', own] : day ? ['daily', day] : ['room', id];
  return `/puzzle/${world.id}/${words.map(encodeURIComponent).join('/')}`;
}

/** @param {string} address @param {string} room */
export const keepRoom = (address, room) => localStorage.setItem(`room ${address}`, room);

/** What is behind the address of this page: that of this place in the history, or what was left unsolved; null where there is nothing. */
export async function roomHere() {
  const here = history.state?.room;
  const room = here ?? localStorage.getItem(`room ${location.pathname}`);
  const view = room && (await get(`/api/puzzle/${room}`).catch(() => null));
  return view && (here || !view.solved) ? view : null;
}
