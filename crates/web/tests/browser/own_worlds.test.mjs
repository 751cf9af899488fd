// The page of a program with worlds of its own: no file of the page knows them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openPage, startBrowser, startServer } from './app.mjs';

const BINARY = process.env.MY_WORLDS ?? new URL('../../../../target/release/examples/my_worlds', import.meta.url).pathname;
let server, browser;
before(async () => {
  server = await startServer(undefined, '0', BINARY);
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.kill();
  server?.clean();
});

/** Runs a test on a fresh page and fails on any error the page showed. */
function pageTest(name, work, options = {}) {
  test(name, { timeout: 120_000 }, async () => {
    const page = await openPage(browser, server.address, options);
    try {
      await work(page);
      assert.deepEqual(page.troubles, [], 'no error in the console');
    } finally {
      await page.context().close();
    }
  });
}

pageTest('worlds that were registered stand beside those that are built in', async (page) => {
  await page.goto(server.address);
  for (const world of ['tiles', 'connect', 'sokoban']) await page.locator(`[data-world="${world}"] .art svg`).waitFor();
});

pageTest('an own puzzle is played by arrows and clicks, hinted and solved', async (page) => {
  await page.goto(`${server.address}/puzzle/tiles`);
  await page.locator('svg.board .piece').first().waitFor();
  await page.keyboard.press('h');
  await page
    .locator('.status')
    .filter({ hasText: /Hint: (up|left). 2 moves remain/ })
    .waitFor();
  await page.locator('.overlay .arrow').waitFor();
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => document.querySelector('[data-counter="moves"] b')?.textContent === '1');
  // A tile that can go to one place only goes there when it is clicked.
  await page.locator('svg.board .piece.tile-8').click();
  await page
    .locator('.status.good')
    .filter({ hasText: /Solved: 2 moves/ })
    .waitFor();
});

pageTest('an own game is played against the computer', async (page) => {
  await page.goto(`${server.address}/game/connect`);
  await page.locator('dialog').getByRole('button', { name: 'Start the game', exact: true }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.locator('svg.board [data-name="d1"]').click();
  await page.waitForFunction(() => document.querySelectorAll('svg.board .pieces > g').length === 2);
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await page.locator('.lines .line').first().waitFor();
});

pageTest('the editor paints a level of an own puzzle and sets up a position of an own game', async (page) => {
  await page.goto(`${server.address}/editor/tiles`);
  await page.locator('.status.good').filter({ hasText: 'Solvable' }).waitFor();
  await page.locator('svg.board .piece.tile-5').click();
  await page.locator('.status.good').filter({ hasText: 'Solvable: 1 move' }).waitFor();
  assert.equal(await page.getByLabel('The level as text', { exact: true }).inputValue(), '1 2 3\n4 5 6\n7 . 8\n');
  await page.goto(`${server.address}/editor/connect`);
  await page.locator('.status').filter({ hasText: 'The position is valid' }).waitFor();
  await page.locator('svg.board [data-name="d6"]').click();
  await page.waitForFunction(() => document.querySelector('textarea')?.value === '///X/// X');
  await page.locator('svg.board .piece').click();
  await page.waitForFunction(() => document.querySelector('textarea')?.value === '///O/// X');
  await page.getByRole('button', { name: 'Play and analyse', exact: true }).click();
  await page.waitForURL(/\/game\/connect\//);
});

pageTest('the rules of own worlds have boards to try them on', async (page) => {
  await page.goto(`${server.address}/about`);
  const tiles = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Sliding tiles', exact: true }) });
  await tiles.getByRole('button', { name: 'Sliding tiles: up', exact: true }).click();
  await tiles.getByRole('button', { name: 'Sliding tiles: left', exact: true }).click();
  await tiles.locator('.status').filter({ hasText: 'Solved!' }).waitFor();
});

pageTest(
  'phone: an own puzzle fits and is played by its buttons',
  async (page) => {
    await page.goto(`${server.address}/puzzle/tiles`);
    await page.locator('.pad').getByRole('button', { name: 'Up', exact: true }).tap();
    await page.waitForFunction(() => document.querySelector('[data-counter="moves"] b')?.textContent === '1');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  },
  { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true },
);
