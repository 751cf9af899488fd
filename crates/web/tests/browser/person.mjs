// What tests of a person's steps share.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { openPage } from './app.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** Both sizes with their names. */
export const sizes = [
  ['desktop', DESKTOP],
  ['phone', PHONE],
];

/** Makes a test of each size out of one: `run` gets the name, the work and the options. */
export const atBothSizes =
  (run) =>
  (name, work, more = {}) => {
    for (const [size, options] of sizes) run(`${name} (${size})`, (page) => work(page, size), { ...options, ...more });
  };

/** Runs a test on a fresh page and fails on any error the page showed. */
export function personTest(name, shared, work, options) {
  test(name, { timeout: 240_000 }, async () => {
    const { server, browser } = shared();
    const page = await openPage(browser, server.address, options);
    page.setDefaultTimeout(20_000);
    try {
      await work(page);
      assert.deepEqual(page.troubles, [], 'no error in the console');
    } finally {
      await page.context().close();
    }
  });
}

/** What axe calls serious or critical on the screen as it is. */
export async function axeFinds(page) {
  // Colours that are still changing would be judged half way.
  await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== 'running'));
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return violations
    .filter((found) => ['serious', 'critical'].includes(found.impact))
    .map((found) => `${found.id}: ${found.nodes.map((node) => node.html).join(' ')}`);
}

/** The menu under a label. */
export const menu = (inside, label) => inside.locator(`label.field:has(> span:text-is("${label}")) select`);
