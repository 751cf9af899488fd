// @ts-check
/** The rules of a world, one click away from its board. */
import { dialog, h, link } from './dom.js';

/** @param {Api.WorldView} world */
export function showRules(world) {
  const shown = dialog(`Rules of ${world.name}`, [
    h(
      'ul',
      { class: 'rules' },
      world.rules.text.map((/** @type {string} */ rule) => h('li', null, rule)),
    ),
    world.rules.notation && h('h3', null, 'How moves are written'),
    world.rules.notation && h('p', null, world.rules.notation),
    h('p', null, link('/about', 'Try them on a small board')),
  ]);
  shown.addEventListener('click', (event) => {
    if (/** @type {Element} */ (event.target).closest('a[data-link]')) shown.close();
  });
}
