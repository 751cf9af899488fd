// @ts-check
/** The worlds, and where you were. */
import { catalog, get, note, post } from '../api.js';
import { h, link, plural } from '../dom.js';

/** The other doors, and what is behind them. */
const DOORS = [
  ['/watch', 'Watch', 'See A*, IDA*, beam and others search a level, step by step, two side by side.'],
  ['/lab', 'Lab', 'Compare methods and heuristics on many levels; let players meet in a tournament.'],
  ['/editor', 'Editor', 'Paint levels that are checked as you go; set up any position and analyse it.'],
  ['/about', 'About', 'The rules of each world, on small boards to try.'],
];

/** @returns {Promise<import('../main.js').Screen>} */
export async function show() {
  const { worlds } = await catalog();
  const last = await note.read('last');
  const cards = await Promise.all(worlds.map((world) => card(world, last?.[world.id])));
  const element = h(
    'div',
    { class: 'page' },
    h('h1', null, 'Play, solve, analyse, compare'),
    h('p', { class: 'quiet' }, 'Board worlds, and every search algorithm that fits them. Pick a world to play, or watch a search work.'),
    worlds.some((world) => world.kind === 'puzzle' && world.daily) && dailyDoor(),
    h('div', { class: 'worlds' }, cards),
    h(
      'div',
      { class: 'worlds' },
      DOORS.map(([href, name, words]) =>
        h('a', { class: 'panel door', href, 'data-link': true }, h('b', null, name), h('span', { class: 'quiet' }, words)),
      ),
    ),
  );
  return { element, title: '' };
}

/** The levels of today, and what is solved of them as soon as that is known. */
function dailyDoor() {
  const words = h('span', { class: 'quiet' }, 'One new level of each puzzle every day, the same for everybody.');
  get('/api/daily/today')
    .then((/** @type {Api.DayView} */ day) => {
      const solved = day.levels.filter((level) => level.solved).length;
      const streak = day.streak ? ` · ${plural(day.streak, 'day')} in a row` : '';
      words.textContent = `${day.weekday}, ${day.grade} of 7 · ${solved} of ${day.levels.length} solved${streak}`;
    })
    .catch(() => {});
  return h('a', { class: 'panel door daily', href: '/daily', 'data-link': true }, h('b', null, 'Daily challenge'), words);
}

/** @param {Api.WorldView} world @param {{ address: string, title: string } | undefined} last */
async function card(world, last) {
  const art = h('div', { class: 'art' });
  picture(world)
    .then((svg) => art.replaceChildren(document.importNode(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement, true)))
    .catch(() => art.remove());
  const tag =
    world.kind === 'puzzle'
      ? `puzzle · ${world.packs.reduce((sum, pack) => sum + pack.levels, 0)} levels`
      : [
          'two players',
          world.setups.length > 1 ? `${world.setups.length} layouts` : world.sizes && `sizes ${world.sizes.from}–${world.sizes.to}`,
        ]
          .filter(Boolean)
          .join(' · ');
  return h(
    'section',
    { class: 'panel world', 'data-world': world.id },
    art,
    h('div', { class: 'row' }, h('h2', null, world.name), h('span', { class: 'tag' }, tag)),
    h('p', null, world.summary),
    h(
      'div',
      { class: 'row' },
      link(`/${world.kind}/${world.id}`, 'Play', 'button primary'),
      last?.address && link(last.address, `Continue: ${last.title}`, 'button'),
      world.kind === 'game' && world.problems > 0 && link(`/problems/${world.id}`, `${world.problems} problems`, 'button'),
    ),
  );
}

/** @param {Api.WorldView} world @returns {Promise<string>} */
async function picture(world) {
  if (world.kind === 'puzzle') {
    const pack = world.packs[0];
    const level = pack ? { pack: pack.name, level: Math.max(1, Math.round(pack.levels / 3)) } : { text: world.rules.trial };
    return (await post(`/api/position/${world.id}`, { level, whole: true })).svg;
  }
  return (await post(`/api/board/${world.id}`, { options: world.rules.poster })).svg;
}
