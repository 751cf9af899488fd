// The frame of the page: addresses, Back, tabs that follow each other, settings.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { startBrowser, startServer } from './app.mjs';
import { DESKTOP, axeFinds, menu, personTest, sizes } from './person.mjs';

let server, browser;
before(async () => {
  server = await startServer();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.kill();
  server?.clean();
});
const person = (name, work, options) => personTest(name, () => ({ server, browser }), work, options);

/** Starts a game of Dropper between people, 4 × 4, from the dialog. */
async function startGame(page) {
  await menu(page, 'Size').selectOption('4');
  await menu(page.locator('dialog'), 'O').selectOption('');
  await page.getByRole('button', { name: 'Start the game', exact: true }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
}
const cell = (page, name) => page.locator(`.stage svg.board [data-name="${name}"]`).first();
const turns = (page, count) => page.waitForFunction((n) => document.querySelectorAll('.moves button.main').length === n, count);
const moves = (page, count) =>
  page.waitForFunction((n) => document.querySelector('[data-counter="moves"] b')?.textContent === String(n), count);

person(
  'A8: an address that nothing is behind says so',
  async (page) => {
    await page.goto(`${server.address}/nowhere/at/all`);
    await page.getByText('There is nothing at /nowhere/at/all.').waitFor();
    await page.getByRole('link', { name: 'Back to the start' }).click();
    await page.locator('.world').first().waitFor();
    await page.goto(`${server.address}/puzzle/chess`);
    await page.getByText('There is no puzzle world called chess.').waitFor();
  },
  DESKTOP,
);

for (const [size, options] of sizes) {
  person(
    `A8: the address names the level, Back returns to the level before with its moves, and so does a reload (${size})`,
    async (page) => {
      await page.goto(`${server.address}/puzzle/sokoban/plyground/33`);
      await page.getByRole('heading', { name: /^33\. / }).waitFor();
      assert.equal(new URL(page.url()).pathname, '/puzzle/sokoban/plyground/33');
      const arrow = await firstStep(page);
      await moves(page, 1);
      await page.getByRole('button', { name: 'Next level', exact: true }).click();
      await page.getByRole('heading', { name: /^34\. / }).waitFor();
      assert.equal(new URL(page.url()).pathname, '/puzzle/sokoban/plyground/34');
      await page.goBack();
      await page.getByRole('heading', { name: /^33\. / }).waitFor();
      await moves(page, 1);
      await page.reload();
      await page.getByRole('heading', { name: /^33\. / }).waitFor();
      await moves(page, 1);
      await page.goForward();
      await page.getByRole('heading', { name: /^34\. / }).waitFor();
      assert.ok(arrow);
    },
    options,
  );

  person(
    `A8: Back returns to the game before (${size})`,
    async (page) => {
      await page.goto(`${server.address}/game/dropper`);
      await startGame(page);
      await cell(page, 'B2').click();
      await turns(page, 1);
      const first = page.url();
      await page.getByRole('button', { name: 'New game', exact: true }).click();
      await startGame(page);
      await turns(page, 0);
      assert.notEqual(page.url(), first);
      await page.goBack();
      await turns(page, 1);
      assert.equal(page.url(), first);
    },
    options,
  );
}

/** Takes any step that is possible; gives the key. */
async function firstStep(page) {
  for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
    await page.keyboard.press(key);
    // Either it was counted, or the page says that there is no way.
    const went = await page.waitForFunction(() => {
      const refused = /^You cannot go/.test(document.querySelector('.status')?.textContent ?? '');
      const counted = document.querySelector('[data-counter="moves"] b')?.textContent === '1';
      return counted ? 'yes' : refused ? 'no' : '';
    });
    if ((await went.jsonValue()) === 'yes') return key;
    await page.evaluate(() => (document.querySelector('.status').textContent = ''));
  }
  return '';
}

person(
  'A8: a second tab on the same level and on the same game follows along',
  async (page) => {
    await page.goto(`${server.address}/puzzle/sokoban/plyground/33`);
    await page.getByRole('heading', { name: /^33\. / }).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${server.address}/puzzle/sokoban/plyground/33`);
    await other.getByRole('heading', { name: /^33\. / }).waitFor();
    await page.bringToFront();
    assert.ok(await firstStep(page));
    await moves(other, 1);
    await page.goto(`${server.address}/game/dropper`);
    await startGame(page);
    await other.goto(page.url());
    await other.locator('svg.board').waitFor();
    await cell(page, 'B2').click();
    await turns(other, 1);
    await cell(other, 'B2').click({ force: true });
    await other.locator('.spot.selected').waitFor();
    await cell(other, 'C2').click();
    await other.waitForFunction(() => /second part/.test(document.querySelector('.status')?.textContent ?? ''));
    await page.waitForFunction(() => /second part/.test(document.querySelector('.status')?.textContent ?? ''));
  },
  DESKTOP,
);

for (const [size, options] of sizes) {
  person(
    `B8: settings are kept: look, coordinates, speed, the other side, sound (${size})`,
    async (page) => {
      await page.goto(`${server.address}/game/dropper`);
      await startGame(page);
      const floor = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--pg-floor').trim());
      const place = async (name) => (await cell(page, name).boundingBox()) ?? { x: 0, y: 0 };
      const [paper, before] = [await floor(), await place('A1')];
      await page.getByRole('button', { name: 'Settings', exact: true }).click();
      const dialog = page.locator('dialog');
      await menu(dialog, 'Look').selectOption('night');
      await menu(dialog, 'Pieces move').selectOption('off');
      await dialog.getByRole('switch', { name: 'Coordinates' }).uncheck();
      await dialog.getByRole('switch', { name: 'Seen from the other side' }).check();
      assert.equal(await dialog.getByRole('switch', { name: 'Soft sounds' }).isChecked(), false, 'silent by default');
      await dialog.getByRole('switch', { name: 'Soft sounds' }).check();
      // How much is kept, and how much may be.
      await dialog.getByText(/^\d+ of at most 20,000 own levels, each up to \d+ kB$/).waitFor();
      await dialog.getByText(/^\d+ of at most 5,000 saved games, each up to [\d.]+ MB$/).waitFor();
      assert.deepEqual(await axeFinds(page), []);
      await dialog.getByRole('button', { name: 'Close' }).click();
      const night = await floor();
      assert.notEqual(night, paper);
      assert.ok((await place('A1')).y < before.y - 50, 'A1 is on top now');
      assert.equal(await page.locator('.stage svg.board .labels').first().isVisible(), false);
      await page.reload();
      await page.locator('.stage svg.board').waitFor();
      assert.equal(await floor(), night);
      assert.ok((await place('A1')).y < before.y - 50);
      await cell(page, 'B2').click();
      await turns(page, 1);
      await page.waitForFunction(() => document.documentElement.dataset.sounded === 'move');
      await page.getByRole('button', { name: '⇅ Flip', exact: true }).click();
      assert.ok(Math.abs((await place('A1')).y - before.y) < 60);
    },
    options,
  );
}

person(
  'B8: pointing at a piece shows where it can go; dead squares are shaded where that is wanted',
  async (page) => {
    await page.goto(`${server.address}/game/abalone`);
    await page.getByRole('button', { name: 'Start the game', exact: true }).click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    await cell(page, 'C3').hover({ force: true });
    await page.locator('.spot.reach').first().waitFor();
    await page.goto(`${server.address}/puzzle/sokoban/plyground/3`);
    await page.locator('svg.board').waitFor();
    assert.equal(await page.locator('.shade.dead rect').count(), 0);
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('switch', { name: 'Shade squares that are dead ends' }).check();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('.shade.dead rect').first().waitFor();
    await page.reload();
    await page.locator('.shade.dead rect').first().waitFor();
  },
  DESKTOP,
);
