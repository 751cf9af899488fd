// @ts-check
/** The levels of a day: one of each puzzle, what is solved of them, and how many days in a row. */
import { get, post } from '../api.js';
import { h, link, plural } from '../dom.js';

/** The grades of a week, in words. */
const GRADES = ['gentle', 'easy', 'light', 'medium', 'firm', 'hard', 'hardest'];

/** A date as people write it. @param {string} date */
const written = (date) =>
  new Date(`${date}T00:00Z`).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** @param {string} [date] @returns {Promise<import('../main.js').Screen>} */
export async function show(date = 'today') {
  /** @type {Api.DayView} */
  const day = await get(`/api/daily/${encodeURIComponent(date)}`);
  // The address names the day, so that it can be passed on.
  history.replaceState(history.state, '', `/daily/${day.date}`);
  const door = (/** @type {string | null | undefined} */ to, /** @type {string} */ text, /** @type {string} */ name) =>
    to ? h('a', { class: 'button ghost', href: `/daily/${to}`, 'data-link': true, 'aria-label': name }, text) : null;
  const element = h(
    'div',
    { class: 'page day' },
    h(
      'div',
      { class: 'title-row' },
      door(day.previous, '‹', 'The day before'),
      h('h1', null, `${day.today ? 'Today: ' : ''}${day.weekday}, ${written(day.date)}`),
      door(day.next, '›', 'The day after'),
    ),
    h('p', { class: 'quiet' }, 'One level of each puzzle, the same for everybody, made from the date. Monday is gentle, Sunday hardest.'),
    h(
      'div',
      { class: 'row' },
      h(
        'span',
        { class: 'pips', role: 'img', 'aria-label': `${day.grade} of 7` },
        GRADES.map((_, index) => h('i', { class: index < day.grade ? 'on' : '' })),
      ),
      h('span', null, `${day.grade} of 7: ${GRADES[day.grade - 1]}`),
      h(
        'span',
        { class: 'streak' },
        day.streak ? [h('b', null, plural(day.streak, 'day')), ' in a row'] : 'Solve one to begin a row of days.',
      ),
    ),
    h(
      'div',
      { class: 'worlds' },
      day.levels.map((level) => card(day, level)),
    ),
    day.today ? null : h('p', null, link('/daily', 'To the levels of today')),
  );
  return { element, title: `Daily ${day.date}` };
}

/** @param {Api.DayView} day @param {Api.DailyLevel} level */
function card(day, level) {
  const art = h('div', { class: 'art' });
  post(`/api/position/${level.world}`, { level: { day: day.date }, whole: true })
    .then(({ svg }) =>
      art.replaceChildren(document.importNode(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement, true)),
    )
    .catch(() => art.remove());
  const { solved } = level;
  const best = solved && [plural(solved.moves, 'move'), solved.pushes != null && plural(solved.pushes, 'push')].filter(Boolean).join(', ');
  return h(
    'section',
    { class: 'panel world', 'data-world': level.world },
    art,
    h('div', { class: 'row' }, h('h2', null, level.name), solved && h('span', { class: 'tag done' }, '✓ solved')),
    h('p', null, best ? `Your best: ${best}.` : 'Not solved yet.'),
    h('div', { class: 'row' }, link(`/puzzle/${level.world}/daily/${day.date}`, solved ? 'Play again' : 'Play', 'button primary')),
  );
}
