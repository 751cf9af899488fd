// The reports of `compare` and `tournament`: files that need nothing else, on wide and narrow screens, light and dark.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import axe from 'axe-core';
import { BINARY, openPage, startBrowser } from './app.mjs';

const REPORTS = {
  compare: ['compare', 'sokoban', '--level', '1-6', '--with', 'astar,greedy,beam(width=50)', '--heuristics', 'manhattan,pushes'],
  tournament: ['tournament', 'abalone', '--players', 'random,greedy,mcts(playouts=20)', '--rounds', '1', '--set', 'plies=60'],
};

/** What a cell measures: `430 µs` is less than `12 ms`. */
function measured(text) {
  const units = { µs: 1e-6, ms: 1e-3, s: 1, min: 60, h: 3600, B: 1, k: 1e3, kB: 1e3, M: 1e6, MB: 1e6, GB: 1e9 };
  const found = /^(?:> |\+)?([\d.]+) ?(µs|ms|min|s|h|kB|MB|GB|B|k|M)?/.exec(text);
  return found ? Number(found[1]) * (units[found[2]] ?? 1) : NaN;
}

describe('reports', () => {
  let browser;
  const folder = mkdtempSync(join(tmpdir(), 'plyground-reports-'));
  before(async () => {
    for (const [name, args] of Object.entries(REPORTS)) execFileSync(BINARY, [...args, '--out', join(folder, name)], { stdio: 'pipe' });
    browser = await startBrowser();
  });
  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const name of Object.keys(REPORTS)) {
    const address = `file://${folder}/${name}/report.html`;
    for (const width of [1280, 390]) {
      for (const colorScheme of ['light', 'dark']) {
        test(`${name} at ${width} px, ${colorScheme}: no error, no other host, nothing wider than the screen`, async () => {
          const page = await openPage(browser, 'file://', { viewport: { width, height: 900 }, colorScheme });
          await page.goto(address);
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
          await page.evaluate(axe.source);
          const found = await page.evaluate(() => globalThis.axe.run({ runOnly: ['wcag2a', 'wcag2aa'] }));
          assert.deepEqual(
            found.violations.map((v) => `${v.id}: ${v.nodes[0].html.slice(0, 200)}`),
            [],
          );
          assert.deepEqual(page.troubles, []);
          await page.context().close();
        });
      }
    }

    test(`${name}: a click sorts a table, and a line is replayed to its end and back`, async () => {
      const page = await openPage(browser, 'file://');
      await page.clock.install();
      await page.goto(address);
      await page.clock.pauseAt(Date.now() + 1000);
      const table = page.locator('table.sorted').last();
      for (const [column, head] of (await table.locator('th').all()).entries()) {
        if (!(await head.getAttribute('class'))) continue;
        for (const sign of [1, -1]) {
          await head.getByRole('button').click();
          const texts = await table.locator(`tbody td:nth-child(${column + 1})`).allTextContents();
          const numbers = texts.map(measured);
          const known = numbers.filter((number) => !Number.isNaN(number));
          assert.ok(known.length > 0, `column ${column} holds numbers: ${texts}`);
          assert.deepEqual(
            known,
            [...known].sort((a, b) => sign * (a - b)),
          );
          assert.deepEqual(numbers.slice(0, known.length), known, 'what has no number comes last');
        }
      }
      const board = page.locator('article').first();
      const pieces = () => board.locator('g.pieces').innerHTML();
      const range = board.getByRole('slider');
      const end = await range.getAttribute('max');
      await range.fill('0');
      const first = await pieces();
      await range.fill(end);
      assert.notEqual(await pieces(), first);
      await range.fill('0');
      assert.equal(await pieces(), first);
      // By a clock of our own: however slow the machine is, one step is played before the pause, and none after it.
      await board.getByRole('button', { name: 'Play' }).click();
      await page.clock.runFor(250);
      await board.getByRole('button', { name: 'Pause' }).click();
      const paused = await range.inputValue();
      assert.notEqual(paused, '0');
      await page.clock.runFor(5000);
      assert.equal(await range.inputValue(), paused);
      assert.deepEqual(page.troubles, []);
      await page.context().close();
    });
  }
});
