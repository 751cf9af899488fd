// @ts-check
/** Make levels and set up positions. The worlds paint and check; here is only the hand that says where. */
import { catalog } from '../api.js';
import { field, h, select } from '../dom.js';
import { draft } from '../draft.js';
import { LevelEditor } from '../editor/level.js';
import { PositionEditor } from '../editor/position.js';
import { go } from '../main.js';

/** @returns {Promise<import('../main.js').Screen>} @param {string} [worldId] */
export async function show(worldId) {
  const { worlds } = await catalog();
  const world = worlds.find((entry) => entry.id === worldId) ?? worlds[0];
  const mine = draft.read(world.id);
  const menu = select(
    worlds.map((entry) => [entry.id, entry.name]),
    world.id,
    (value) => go(`/editor/${value}`),
  );
  const editor = world.kind === 'puzzle' ? new LevelEditor(world, mine) : new PositionEditor(world, mine);
  const element = h(
    'div',
    { class: 'page' },
    h('div', { class: 'title-row' }, h('h1', null, 'Editor'), field('World', menu)),
    h('p', null),
    editor.element,
  );
  return { element, title: 'Editor', leave: () => editor.leave(), key: (event) => editor.key(event) };
}
