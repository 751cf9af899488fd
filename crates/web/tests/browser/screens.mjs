// Takes a picture of every screen, desktop and phone, light and dark, into docs/screens/.
// `node screens.mjs home lab` takes those only.
import { mkdirSync } from 'node:fs';
import { api, openPage, startBrowser, startServer } from './app.mjs';

const folder = new URL('../../../../docs/screens/', import.meta.url).pathname;
mkdirSync(folder, { recursive: true });
const server = await startServer();
const browser = await startBrowser();

const board = (page) => page.locator('svg.board').first().waitFor();
/** The page from its beginning, once it has scrolled to what it wants to show. */
const top = async (page) => {
  await page.waitForTimeout(300);
  await page.evaluate(() => scrollTo(0, 0));
};
/** A game under way, so that there is something to see. */
async function game(world, options, turns) {
  const { id } = await api(server.address, '/api/game', { world, options, players: [null, 'alphabeta(depth=2)'] });
  for (let i = 0; i < turns; i++) await api(server.address, `/api/game/${id}/think`, { method: 'alphabeta(depth=2)' });
  return `/game/${world}/${id}`;
}
const abalone = await game('abalone', { setup: 'belgian-daisy' }, 14);
const dropper = await game('dropper', { size: '6' }, 8);

/** Each screen: its address, and what is done there. @type {Record<string, [string, (page: any) => Promise<any>]>} */
const screens = {
  home: ['/', (page) => page.locator('.world .art svg').nth(3).waitFor()],
  sokoban: [
    '/puzzle/sokoban/plyground/33',
    async (page) => {
      await board(page);
      await page.keyboard.press('h');
      await page.locator('.overlay .arrow').waitFor();
    },
  ],
  solved: [
    '/puzzle/sokoban/plyground/3',
    async (page) => {
      await board(page);
      const { solution } = await api(server.address, '/api/solve/sokoban', { level: { pack: 'plyground', level: 3 } });
      const keys = { U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' };
      for (const move of solution.toUpperCase()) await page.keyboard.press(keys[move]);
      await page.getByRole('button', { name: /^Next: 4\. / }).waitFor();
    },
  ],
  levels: [
    '/puzzle/sokoban',
    async (page) => {
      await board(page);
      await page.keyboard.press('l');
      await page.locator('.levels button').first().waitFor();
    },
  ],
  sokobond: ['/puzzle/sokobond/turning/4', board],
  daily: ['/daily', (page) => page.locator('.worlds .art svg').nth(1).waitFor()],
  problems: [
    '/problems/abalone/9',
    async (page) => {
      await board(page);
      await page.getByRole('button', { name: '✦ Hint' }).click();
      await page.locator('.lesson', { hasText: 'The idea:' }).waitFor();
      await page.getByRole('button', { name: '✦ Hint' }).click();
      await page.locator('.spot.hint').first().waitFor();
    },
  ],
  abalone: [
    abalone,
    async (page) => {
      await board(page);
      await page.keyboard.press('a');
      await page.locator('.lines .line').nth(2).waitFor();
    },
  ],
  'abalone-new': ['/game/abalone', (page) => page.locator('dialog svg.board').waitFor()],
  dropper: [
    dropper,
    async (page) => {
      await board(page);
      await page.getByText('How', { exact: true }).click();
      await page.locator('label.field:has(> span:text-is("Time a position")) select').selectOption('500');
      await page.getByRole('button', { name: 'Review game', exact: true }).click();
      await page.locator('.graph').waitFor();
      await page.locator('.review-progress').waitFor({ state: 'hidden' });
      await page.getByText('How', { exact: true }).click();
    },
  ],
  watch: [
    '/watch',
    async (page) => {
      await page.locator('svg.board').first().waitFor();
      await page.getByLabel('Two methods side by side', { exact: true }).check();
      await page.getByLabel('Level', { exact: true }).fill('9');
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.locator('canvas.tree').first().waitFor();
      await page.waitForTimeout(2500);
    },
  ],
  lab: [
    '/lab',
    async (page) => {
      await page.getByLabel('Levels of plyground', { exact: true }).fill('10-24');
      await page.getByLabel('Seconds at most', { exact: true }).fill('1');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.locator('.status').filter({ hasText: 'All 45 runs done' }).waitFor({ timeout: 120_000 });
      await top(page);
    },
  ],
  plots: [
    '/lab',
    async (page) => {
      await page.getByLabel('Levels of plyground', { exact: true }).fill('10-24');
      await page.getByLabel('Seconds at most', { exact: true }).fill('1');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.locator('.status').filter({ hasText: 'All 45 runs done' }).waitFor({ timeout: 120_000 });
      await page
        .getByRole('heading', { name: 'Plots', exact: true })
        .evaluate((heading) => scrollTo(0, heading.getBoundingClientRect().top + scrollY - 80));
    },
  ],
  tournament: [
    '/lab/tournament',
    async (page) => {
      await page.locator('label.field:has(> span:text-is("World")) select').selectOption('dropper');
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      await page.locator('.status').filter({ hasText: 'All 6 games played' }).waitFor();
      await top(page);
    },
  ],
  expand: [
    '/lab/expand',
    async (page) => {
      await board(page);
      await page.getByRole('button', { name: 's-C3-C4-1', exact: true }).click();
      await page.locator('.overlay .arrow').waitFor();
    },
  ],
  editor: ['/editor/sokoban', (page) => page.locator('.status.good').waitFor()],
  position: ['/editor/abalone', board],
  about: ['/about', (page) => page.locator('svg.board').nth(3).waitFor()],
};
const sizes = {
  desktop: { viewport: { width: 1280, height: 860 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};
const only = process.argv.slice(2);
for (const [size, options] of Object.entries(sizes)) {
  for (const colorScheme of ['light', 'dark']) {
    for (const [name, [path, ready]] of Object.entries(screens)) {
      if (only.length && !only.includes(name)) continue;
      const page = await openPage(browser, server.address, { ...options, colorScheme });
      await page.goto(server.address + path);
      await ready(page);
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${folder}${name}-${size}-${colorScheme}.png` });
      const wide = (await page.evaluate(() => document.documentElement.scrollWidth)) - options.viewport.width;
      if (wide > 0) console.log(name, size, `sticks out by ${wide} px`);
      if (page.troubles.length) console.log(name, size, colorScheme, page.troubles);
      await page.context().close();
    }
  }
}
await browser.close();
await server.kill();
server.clean();
