// State-space files on the page: an input comes in by hand or by file, moves and boards are seen and saved.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { BINARY } from './app.mjs';
import { atBothSizes, axeFinds } from './person.mjs';
import { visit } from './puzzler.mjs';

const here = visit();
const bothSizes = atBothSizes(here.pageTest);
const INPUT = 'b\nE5b,E6b,E7w,A1w\n';
/** What the command line makes of an input: lines of a move, a tab and its board. */
const expanded = (input) => spawnSync(BINARY, ['expand', 'abalone', '-'], { input, encoding: 'utf8' }).stdout.trimEnd().split('\n');
const moves = (page) => page.getByRole('group', { name: 'Moves' }).getByRole('button');
const said = (page, text) => page.locator('.status').filter({ hasText: text }).waitFor();

/** The text of a file that a button saves, and its name. */
async function saved(page, button) {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  const file = await download;
  return [file.suggestedFilename(), readFileSync(await file.path(), 'utf8')];
}

bothSizes('expand: a pasted input gives the moves and boards of the command line, seen on the board and saved', async (page) => {
  await page.goto(`${here.server.address}/lab`);
  await page.getByRole('link', { name: 'State space', exact: true }).click();
  await page.locator('svg.board').waitFor();
  await moves(page).first().waitFor();
  await page.getByLabel('The input', { exact: true }).fill(INPUT);
  await page.getByRole('button', { name: 'Expand', exact: true }).click();
  const lines = expanded(INPUT);
  await said(page, `${lines.length} moves.`);
  assert.deepEqual(
    await moves(page).allTextContents(),
    lines.map((line) => line.split('\t')[0]),
  );
  // The move that pushes: both its marbles and the one before them go one place on.
  const push = lines.findIndex((line) => line.startsWith('i-E5-3\t'));
  await moves(page).nth(push).click();
  await said(page, `Move ${push + 1} of ${lines.length}: i-E5-3`);
  await page.getByText(lines[push].split('\t')[1], { exact: true }).waitFor();
  await page.waitForFunction(() => {
    const at = (name) => document.querySelector(`svg.board [data-name="${name}"]`)?.dataset.cell;
    const on = (name) => document.querySelector(`svg.board .piece[data-at="${at(name)}"]:not(.gone)`)?.classList[1];
    return !on('E5') && on('E7') === 'black-marble' && on('E8') === 'white-marble';
  });
  await page.getByRole('button', { name: 'The next move', exact: true }).click();
  await said(page, `Move ${push + 2} of ${lines.length}`);
  await page.getByRole('button', { name: 'Back to the input', exact: true }).click();
  await said(page, 'The input. Choose a move to see its board.');
  assert.deepEqual(await saved(page, 'Download .move'), ['position.move', lines.map((line) => `${line.split('\t')[0]}\n`).join('')]);
  assert.deepEqual(await saved(page, 'Download .board'), ['position.board', lines.map((line) => `${line.split('\t')[1]}\n`).join('')]);
  assert.deepEqual(await axeFinds(page), []);
  await page.reload();
  await said(page, `${lines.length} moves.`);
});

bothSizes(
  'expand: a file is dropped or chosen, and a broken one is refused with its place',
  async (page) => {
    await page.goto(`${here.server.address}/lab/expand`);
    await moves(page).first().waitFor();
    const dropped = await page.evaluateHandle((text) => {
      const held = new DataTransfer();
      held.items.add(new File([text], 'Test1.input'));
      return held;
    }, INPUT);
    await page.dispatchEvent('main .page', 'drop', { dataTransfer: dropped });
    const lines = expanded(INPUT);
    await said(page, `Test1.input: ${lines.length} moves.`);
    assert.equal((await saved(page, 'Download .move'))[0], 'Test1.move');
    const choose = (name, text) =>
      page.getByLabel('Input file', { exact: true }).setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await choose('Test2.input', 'w\nE5b,A9w\n');
    await page.locator('.status.warn').filter({ hasText: 'Test2.input, line 2, column 5' }).waitFor();
    await choose('Test3.input', 'w\r\nI9w,A1b');
    await said(page, `Test3.input: ${expanded('w\nI9w,A1b\n').length} moves.`);
  },
  { refusals: true },
);
