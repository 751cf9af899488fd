// @ts-check
/** Finds the screen for an address and shows it. */
import { catalog } from './api.js';
import { h, link, reasonOf, toast } from './dom.js';
import { apply, showSettings } from './settings.js';

/** @typedef {{element: HTMLElement, title: string, leave?: () => void, key?: (event: KeyboardEvent) => boolean | void}} Screen */

const DOORS = [
  ['/', 'Play'],
  ['/watch', 'Watch'],
  ['/lab', 'Lab'],
  ['/editor', 'Editor'],
  ['/about', 'About'],
];

/** @type {Record<string, () => Promise<{show: (...words: string[]) => Promise<Screen>}>>} */
const SCREENS = {
  '': () => import('./screens/home.js'),
  puzzle: () => import('./screens/puzzle.js'),
  game: () => import('./screens/game.js'),
  problems: () => import('./screens/problems.js'),
  daily: () => import('./screens/daily.js'),
  watch: () => import('./screens/watch.js'),
  lab: () => import('./screens/lab.js'),
  editor: () => import('./screens/editor.js'),
  about: () => import('./screens/about.js'),
};

/** @type {Screen | null} */
let current = null;
let visit = 0;

async function render() {
  const number = ++visit;
  const words = location.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  const main = /** @type {HTMLElement} */ (document.getElementById('main'));
  drawDoors();
  try {
    await catalog();
    const load = SCREENS[words[0] ?? ''] ?? nowhere();
    const screen = await (await load()).show(...words.slice(1));
    if (number !== visit) {
      screen.leave?.();
      return;
    }
    current?.leave?.();
    current = screen;
    main.replaceChildren(screen.element);
    focusHeading(main, number);
    document.title = screen.title ? `${screen.title} · Plyground` : 'Plyground';
  } catch (error) {
    if (number !== visit) return;
    const message = reasonOf(error);
    main.replaceChildren(
      h(
        'div',
        { class: 'page narrow' },
        h('h1', null, 'This did not work'),
        h('p', { class: 'reason' }, message),
        h('p', null, link('/', 'Back to the start')),
      ),
    );
  }
}

/** An address that nothing is behind. @returns {never} */
function nowhere() {
  throw new Error(`There is nothing at ${decodeURI(location.pathname)}.`);
}

/** After a change of screen the focus is on its heading: keys and readers begin there. @param {HTMLElement} main @param {number} number */
function focusHeading(main, number) {
  const heading = main.querySelector('h1');
  // The first screen keeps the focus where the browser puts it; a dialog that is open keeps its own.
  if (number === 1 || !heading || document.querySelector('dialog[open]')) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

function drawDoors() {
  const first = location.pathname.split('/')[1] ?? '';
  const open = ['watch', 'lab', 'editor', 'about'].includes(first) ? `/${first}` : '/';
  document
    .getElementById('doors')
    ?.replaceChildren(
      ...DOORS.map(([href, name]) => h('a', { href, 'data-link': true, 'aria-current': href === open ? 'page' : null }, name)),
    );
}

/**
 * Names what a screen shows now, so that Back and a reload find it again; `room` is where it is kept.
 * @param {string} address @param {string} room @param {boolean} instead whether Back shall not lead to what was there before
 */
export function named(address, room, instead) {
  if (instead || location.pathname === address) history.replaceState({ room }, '', address);
  else history.pushState({ room }, '', address);
  drawDoors();
}

/** Goes to another screen. @param {string} address @param {boolean} [replace] */
export function go(address, replace = false) {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  scrollTo(0, 0);
  return render();
}

document.addEventListener('click', (event) => {
  const target = /** @type {Element} */ (event.target).closest?.('a[data-link]');
  if (!target || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  go(
    /** @type {HTMLAnchorElement} */ (target).pathname +
      /** @type {HTMLAnchorElement} */ (target).search +
      /** @type {HTMLAnchorElement} */ (target).hash,
  );
});
addEventListener('popstate', () => render());
addEventListener('keydown', (event) => {
  const typing = /** @type {Element} */ (event.target).closest?.('input, textarea, select, dialog');
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  // A button or link that has the focus is what Space and Enter are for.
  if ([' ', 'Enter'].includes(event.key) && /** @type {Element} */ (event.target).closest?.('button, a[href], summary, [role="button"]'))
    return;
  if (current?.key?.(event)) event.preventDefault();
});
addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  if (event.reason?.name !== 'AbortError') toast(event.reason?.message ?? String(event.reason), 'error');
});

apply();
document.getElementById('settings')?.addEventListener('click', showSettings);
const root = document.documentElement;
root.dataset.theme = localStorage.getItem('theme') ?? '';
document.getElementById('theme')?.addEventListener('click', () => {
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
  localStorage.setItem('theme', root.dataset.theme);
});
render();
