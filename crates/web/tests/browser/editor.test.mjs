// The editor as a person uses it: the picture stays a picture, pieces combine, the whole is turned and resized.
import assert from 'node:assert/strict';
import { atBothSizes } from './person.mjs';
import { PHONE, accessible, cell, drag, middle, visit } from './puzzler.mjs';

const here = visit();
const { pageTest } = here;
const bothSizes = atBothSizes(pageTest);
const text = (page) => page.getByLabel('The level as text', { exact: true });
const brush = (page, name) => page.locator('.palette').getByRole('button', { name, exact: true });
const becomes = (page, wanted) =>
  page.waitForFunction((words) => document.querySelector('textarea[aria-label="The level as text"]')?.value.trimEnd() === words, wanted);

/** Opens the editor with a level in it. */
async function open(page, world, level) {
  await page.goto(`${here.server.address}/editor/${world}`);
  await page.locator('svg.board').waitFor();
  await page.waitForFunction(() => document.querySelector('textarea[aria-label="The level as text"]')?.value);
  await text(page).fill(level);
  await text(page).blur();
  await page.waitForTimeout(200);
  await page.evaluate(() => scrollTo(0, 0));
}

for (const [size, options] of [
  ['desktop', {}],
  ['phone', PHONE],
])
  pageTest(
    `B7: the picture stays a picture whatever is missing, and pieces combine (${size})`,
    async (page) => {
      await open(page, 'sokoban', '######\n#    #\n######');
      await page.locator('.status.warn').filter({ hasText: 'no player' }).waitFor();
      const touch = async (index) => {
        const { x, y } = await middle(cell(page, index));
        await (options.hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
      };
      await brush(page, 'Goal').click();
      await touch(10);
      await becomes(page, '######\n#   .#\n######');
      await brush(page, 'Box').click();
      await touch(9);
      await becomes(page, '######\n#  $.#\n######');
      // Still no level, and drawn as it will be: a box, not a letter.
      assert.equal(await page.locator('svg.board .piece.box rect').count(), 2);
      await brush(page, 'Player').click();
      await touch(7);
      await becomes(page, '######\n#@ $.#\n######');
      await page.locator('.status.good').filter({ hasText: 'Solvable: 2 moves, 1 push' }).waitFor();
      // A second player moves the first.
      await touch(8);
      await becomes(page, '######\n# @$.#\n######');
      // Box and goal go together, in either order.
      await brush(page, 'Box').click();
      await touch(10);
      await becomes(page, '######\n# @$*#\n######');
      await brush(page, 'Goal').click();
      await touch(9);
      await becomes(page, '######\n# @**#\n######');
      await page.getByRole('button', { name: '↶ Undo', exact: true }).click();
      await becomes(page, '######\n# @$*#\n######');
    },
    options,
  );

bothSizes('B7: the palette shows pieces', async (page) => {
  for (const world of ['sokoban', 'sokobond']) {
    await page.goto(`${here.server.address}/editor/${world}`);
    await page.locator('.palette button').first().waitFor();
    const [brushes, pictures] = [await page.locator('.palette button').count(), await page.locator('.palette button svg').count()];
    assert.equal(pictures, brushes);
  }
});

bothSizes('B7: a level is mirrored, turned and trimmed, and all of that is undone', async (page) => {
  await open(page, 'sokoban', '########\n########\n##@ $.##\n########');
  await page.getByRole('button', { name: '✂ Trim', exact: true }).click();
  await becomes(page, '######\n#@ $.#\n######');
  await page.getByRole('button', { name: '⇋ Mirror', exact: true }).click();
  await becomes(page, '######\n#.$ @#\n######');
  await page.getByRole('button', { name: '⟳ Rotate', exact: true }).click();
  await becomes(page, '###\n#.#\n#$#\n# #\n#@#\n###');
  await page.locator('.status.good').filter({ hasText: 'Solvable: 2 moves' }).waitFor();
  for (let i = 0; i < 3; i++) await page.getByRole('button', { name: '↶ Undo', exact: true }).click();
  await becomes(page, '########\n########\n##@ $.##\n########');
  await open(page, 'sokobond', 'v2\nx x x x\n\nx H - x\n   /\nx - o x\n\nx x x x');
  await page.getByRole('button', { name: '⇋ Mirror', exact: true }).click();
  await becomes(page, 'v2\nx x x x\n\nx - H x\n   /\nx o - x\n\nx x x x');
});

for (const [size, options] of [
  ['desktop', {}],
  ['phone', PHONE],
])
  pageTest(
    `B7: an edge that is dragged makes room there (${size})`,
    async (page) => {
      await open(page, 'sokoban', '######\n#@ $.#\n######');
      for (const [edge, way, expected] of [
        ['left', { x: -2, y: 0 }, '########\n###@ $.#\n########'],
        ['bottom', { x: 0, y: 1 }, '########\n###@ $.#\n########\n########'],
      ]) {
        const from = await middle(page.locator(`.edge.${edge}`));
        await drag(page, from, { x: from.x + way.x * 16, y: from.y + way.y * 16 });
        await becomes(page, expected);
      }
      await page.locator('.edge.bottom').focus();
      await page.keyboard.press('ArrowUp');
      await becomes(page, '########\n###@ $.#\n########');
    },
    options,
  );

for (const colorScheme of ['light', 'dark'])
  for (const [size, options] of [
    ['desktop', {}],
    ['phone', PHONE],
  ])
    pageTest(
      `axe finds nothing serious in the editor (${colorScheme}, ${size})`,
      async (page) => {
        await page.goto(`${here.server.address}/editor/sokoban`);
        await page.locator('.status.good').waitFor();
        await accessible(page);
      },
      { colorScheme, ...options },
    );
