// @ts-check
/** Opens a game: one that is known by its id, one that came with a link, or a new one. */
import { catalog, gamesOf, get } from '../api.js';
import { GameScreen } from '../game/screen.js';
import { unpack } from '../game/records.js';
import { usualOptions } from '../methods.js';

/**
 * @param {string} worldId @param {string} [id]
 * @returns {Promise<import('../main.js').Screen>}
 */
export async function show(worldId, id) {
  const { worlds } = await catalog();
  const world = gamesOf(worlds).find((entry) => entry.id === worldId);
  if (!world) throw new Error(`There is no game called ${worldId}.`);
  const screen = new GameScreen(world);
  try {
    await enter(screen, world, id);
  } catch (error) {
    screen.leave();
    throw error;
  }
  return { element: screen.element, title: world.name, leave: () => screen.leave(), key: (event) => screen.key(event) };
}

/** @param {GameScreen} screen @param {import('../api.js').GameWorld} world @param {string} [id] */
async function enter(screen, world, id) {
  if (id) return screen.entered(await get(`/api/game/${encodeURIComponent(id)}`));
  const { game, ...options } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  if (game) return screen.read(await unpack(game));
  const shared = Boolean(options.position);
  await screen.open({ options: shared ? options : usualOptions(world), players: [null, null] });
  if (!shared) screen.setup();
  return undefined;
}
