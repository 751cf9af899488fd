// What a person does in many tests: opens levels, presses keys, drags, and looks.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { api, openPage, startBrowser, startServer } from './app.mjs';

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const DESKTOP = { viewport: { width: 1280, height: 800 } };
const KEYS = { U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' };
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const counter = (page, name) => page.locator(`[data-counter="${name}"] b`).textContent();
export const counts = (page, name, value) =>
  page.waitForFunction(([id, text]) => document.querySelector(`[data-counter="${id}"] b`)?.textContent === text, [name, String(value)]);

/** Presses the arrows of a line of moves. */
export async function press(page, moves) {
  for (const move of moves.toUpperCase()) if (KEYS[move]) await page.keyboard.press(KEYS[move]);
}

/** The middle of something on the screen. */
export async function middle(locator) {
  const box = await locator.boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export const cell = (page, index) => page.locator(`[data-cell="${index}"]`).first();

/** Drags with the mouse. */
export async function drag(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
}

/** A server with an empty data folder and a browser, for the tests of a file. */
export function visit() {
  const here = { server: null, browser: null };
  before(async () => {
    here.server = await startServer();
    here.browser = await startBrowser();
  });
  after(async () => {
    await here.browser?.close();
    await here.server?.kill();
    here.server?.clean();
  });

  /** Runs a test on a fresh page and fails on any error the page showed, but for refusals that the test provokes. */
  here.pageTest = (name, work, { refusals = false, ...options } = {}) =>
    test(name, { timeout: 180_000 }, async () => {
      const page = await openPage(here.browser, here.server.address, options);
      try {
        await work(page);
        const troubles = page.troubles.filter((text) => !(refusals && /status of 422/.test(text)));
        assert.deepEqual(troubles, [], 'no error in the console');
      } finally {
        await page.context().close();
      }
    });

  /** Opens a level by the name of its collection. */
  here.openLevel = async (page, world, pack, level) => {
    await page.goto(`${here.server.address}/puzzle/${world}/${encodeURIComponent(pack)}/${level}`);
    await page.getByRole('heading', { name: new RegExp(`^${level}\\. `) }).waitFor();
    await page.locator('svg.board').waitFor();
  };

  /** Opens a level that is given as text. */
  here.openText = async (page, world, level) => {
    await page.goto(`${here.server.address}/puzzle/${world}/shared#${new URLSearchParams({ level })}`);
    await page.locator('svg.board').waitFor();
  };

  /** A solution of a level, from the server. */
  here.solution = async (world, pack, level) =>
    (await api(here.server.address, `/api/solve/${world}`, { level: { pack, level } })).solution;
  return here;
}

/** Fails on what axe calls serious. */
export async function accessible(page) {
  // By the debugger, so that the page's own policy against foreign scripts stays as it is.
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  const serious = found.violations.filter((entry) => ['serious', 'critical'].includes(entry.impact));
  assert.deepEqual(
    serious.map((entry) => `${entry.id}: ${entry.nodes[0].html}`),
    [],
  );
}
