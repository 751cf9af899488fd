// Collections as a person has them: imported, opened, searched, renamed, exported, deleted; watched and measured.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { BINARY } from './app.mjs';
import { atBothSizes } from './person.mjs';
import { PHONE, press, visit } from './puzzler.mjs';

const here = visit();
const { pageTest, openLevel } = here;

const bothSizes = atBothSizes(pageTest);

/** A collection as files have it: an introduction, and names after the boards. */
function file(count, { title = 'Corridors', note = 'Small ones for beginners, some of them from the\nregular sets.' } = {}) {
  const board = (i) => {
    const floor = ' '.repeat(i);
    return `${'#'.repeat(i + 5)}\n#@${floor}$.#\n${'#'.repeat(i + 5)}\n`;
  };
  const levels = Array.from({ length: count }, (_, i) => `${board(i)}\n; ${i + 1}\n`);
  return `${title}\n(${count} puzzles)\nAuthor: Ada\n\n${note}\n\n${levels.join('\n')}`;
}

/** Opens the import dialog and chooses a file. */
async function importFile(page, name, buffer) {
  await page.keyboard.press('l');
  await page.locator('dialog').getByRole('button', { name: 'Import …', exact: true }).click();
  await page.locator('dialog').getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: 'text/plain', buffer });
  await page.locator('dialog').waitFor({ state: 'detached' });
}
const section = (page, name) => page.locator('details.collection').filter({ has: page.getByRole('heading', { name, exact: true }) });

for (const [size, options] of [
  ['desktop', {}],
  ['phone', PHONE],
])
  pageTest(
    `A10: a file of 120 levels is one request, its titles are right, and a second time nothing is added (${size})`,
    async (page) => {
      await openLevel(page, 'sokoban', 'plyground', 2);
      const name = `corridors-${size}.txt`;
      const requests = [];
      page.on('request', (request) => request.method() === 'POST' && requests.push(new URL(request.url()).pathname));
      await importFile(page, name, Buffer.from(file(120)));
      await page
        .locator('.toast')
        .filter({ hasText: `120 levels added to “corridors-${size}”` })
        .waitFor();
      await page.getByRole('heading', { name: '1. 1', exact: true }).waitFor();
      assert.equal(requests.filter((path) => path === '/api/collections/sokoban').length, 1);
      assert.ok(requests.length <= 3, requests.join());
      await importFile(page, name, Buffer.from(file(120)));
      await page.locator('.toast').filter({ hasText: 'Nothing new' }).waitFor();
      await page.keyboard.press('l');
      const shelf = section(page, `corridors-${size}`);
      await shelf.locator('.introduction').filter({ hasText: 'regular sets.' }).waitFor();
      assert.equal(await shelf.locator('.levels button').count(), 120);
      assert.match(await shelf.locator('summary').textContent(), /by Ada.*0 of 120 solved/);
    },
    options,
  );

pageTest('A10: a file in Windows-1252 is read, with a note', async (page) => {
  await openLevel(page, 'sokoban', 'plyground', 2);
  const text = `Title: Cafés\n\n#####\n#@$.#\n#####\nTitle: Crème brûlée\n\n######\n#@ $.#\n######\nTitle: Noël\n`;
  await importFile(page, 'old.txt', Buffer.from(text, 'latin1'));
  await page.getByRole('heading', { name: '1. Crème brûlée', exact: true }).waitFor();
  await page.locator('.toast').filter({ hasText: 'Windows-1252' }).waitFor();
  await page.keyboard.press('l');
  await section(page, 'Cafés').waitFor();
});

test('A10: the command line reads it too, with a note', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plyground-old-'));
  const path = join(folder, 'old.xsb');
  writeFileSync(path, Buffer.from('#####\n#@$.#\n#####\nTitle: Café\n', 'latin1'));
  const made = spawnSync(BINARY, ['solve', 'sokoban', path], { encoding: 'utf8' });
  assert.equal(made.status, 0, made.stderr);
  assert.match(made.stderr, /note: .*old\.xsb: not UTF-8; read as Windows-1252/);
  assert.match(made.stdout + made.stderr, /Café/);
  rmSync(folder, { recursive: true });
});

const shared = new URL('../../../../../shared/data/sokoban/microban.xsb', import.meta.url).pathname;
const elsewhere = '/work/shared/data/sokoban/microban.xsb';
const microban = [shared, elsewhere].find(existsSync);
pageTest('A10: Microban comes in by one request', async (page) => {
  if (!microban) return console.log('skipped: the shared data is not beside the checkout');
  await openLevel(page, 'sokoban', 'plyground', 2);
  const done = page.waitForResponse(
    (response) => response.url().endsWith('/api/collections/sokoban') && response.request().method() === 'POST',
  );
  await importFile(page, 'microban.xsb', readFileSync(microban));
  const answer = await (await done).json();
  assert.deepEqual([answer.levels, answer.added], [155, 155]);
  await page.getByRole('heading', { name: '1. 1', exact: true }).waitFor();
});

bothSizes(
  'B3: a collection has pictures, progress and marks; next stays inside; it is searched, renamed, exported and deleted',
  async (page) => {
    await openLevel(page, 'sokoban', 'plyground', 2);
    await importFile(
      page,
      'trees.txt',
      Buffer.from('Title: Trees\nAuthor: Ada\n\n#####\n#@$.#\n#####\nTitle: Oak\n\n######\n#@ $.#\n######\nTitle: Elm\n'),
    );
    await page.getByRole('heading', { name: '1. Oak', exact: true }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.locator('.result').waitFor();
    await page.getByRole('button', { name: 'Next: 2. Elm', exact: true }).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: '2. Elm', exact: true }).waitFor();
    await page.keyboard.press('n');
    await page.locator('.toast').filter({ hasText: 'That was the last level.' }).waitFor();
    await press(page, 'RR');
    await page.locator('.result').filter({ hasText: 'You have finished Trees' }).waitFor();
    await page.keyboard.press('l');
    const trees = section(page, 'Trees');
    await trees.locator('button.solved').nth(1).waitFor();
    assert.match(await trees.locator('summary').textContent(), /by Ada · 2 of 2 solved/);
    assert.equal(await trees.locator('.levels small').first().textContent(), '1 / 1');
    const picture = trees.locator('img').first();
    await page.waitForFunction((image) => image.complete && image.naturalWidth > 0, await picture.elementHandle());
    await page.getByLabel('Search by name', { exact: true }).fill('elm');
    await page.waitForFunction(
      () => [...document.querySelectorAll('.levels button')].filter((card) => card.checkVisibility()).length === 1,
    );
    await page.getByLabel('Search by name', { exact: true }).fill('');
    await trees.getByRole('button', { name: 'Rename', exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('Shrubs');
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    const shrubs = section(page, 'Shrubs');
    await shrubs.waitFor();
    if (!(await shrubs.evaluate((element) => element.open))) await shrubs.locator('summary').click();
    await shrubs.getByRole('button', { name: 'Export …', exact: true }).click();
    const exported = page.getByLabel('The collection', { exact: true });
    await page.waitForFunction((area) => area.value.includes('Solution: rR'), await exported.elementHandle());
    assert.match(await exported.inputValue(), /^Title: Shrubs\nAuthor: Ada\n/);
    await page.locator('dialog').last().getByLabel('Format').selectOption('slc');
    await page.waitForFunction((area) => area.value.includes('<Title>Shrubs</Title>'), await exported.elementHandle());
    await page.keyboard.press('Escape');
    await shrubs.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete it', exact: true }).click();
    await shrubs.waitFor({ state: 'detached' });
    await section(page, 'plyground').waitFor();
  },
);

pageTest('B3: Watch and Lab use own collections', async (page) => {
  await openLevel(page, 'sokoban', 'plyground', 2);
  await importFile(
    page,
    'birds.txt',
    Buffer.from('Title: Birds\n\n#####\n#@$.#\n#####\nTitle: Owl\n\n######\n#@ $.#\n######\nTitle: Jay\n'),
  );
  await page.getByRole('heading', { name: '1. Owl', exact: true }).waitFor();
  await page.goto(`${here.server.address}/watch`);
  await page.locator('label.field:has(> span:text-is("Pack")) select').selectOption('Birds');
  await page.getByLabel('Level', { exact: true }).fill('2');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByLabel('Timeline', { exact: true }).press('End');
  await page.locator('.mono').filter({ hasText: 'solved: 2 moves' }).waitFor();
  await page.goto(`${here.server.address}/lab`);
  for (const box of await page.locator('.pack-row input[type="checkbox"]').all()) await box.uncheck();
  await page.getByRole('checkbox', { name: 'Birds', exact: true }).check();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page
    .locator('.status')
    .filter({ hasText: /All \d+ runs done/ })
    .waitFor();
  assert.match(await page.locator('table.data tbody').textContent(), /Owl/);
});

pageTest('B6: a search of 20,000 events plays smoothly', async (page) => {
  await page.goto(`${here.server.address}/watch`);
  await page.getByLabel('Level', { exact: true }).fill('100');
  assert.equal(await page.locator('label.field:has(> span:text-is("Events at most")) select').inputValue(), '20000');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.locator('canvas.tree[aria-label]').waitFor();
  const timeline = page.getByLabel('Timeline', { exact: true });
  assert.ok(Number(await timeline.getAttribute('max')) > 1_000);
  await page.getByRole('button', { name: '❚❚ Pause', exact: true }).click();
  // What ten jumps cost the page's thread, beside drawing as many plain dots ten times: on any machine the same.
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => (await client.send('Performance.getMetrics')).metrics.find((entry) => entry.name === 'TaskDuration').value;
  const cost = async (work) => {
    const before = await spent();
    await page.evaluate(work);
    return (await spent()) - before;
  };
  const dots = await cost(async () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [600, 350];
    const context = canvas.getContext('2d');
    for (let frame = 0; frame < 10; frame++) {
      for (let i = 0; i < 20_000; i++) {
        context.beginPath();
        context.arc(i % 600, (i * 7) % 350, 3, 0, 7);
        context.fill();
      }
      context.getImageData(0, 0, 1, 1);
      await new Promise((done) => requestAnimationFrame(done));
    }
  });
  const jumps = await cost(async () => {
    const line = document.querySelector('[aria-label="Timeline"]');
    for (let frame = 1; frame <= 10; frame++) {
      line.value = String(Math.round((Number(line.max) * frame) / 10));
      line.dispatchEvent(new Event('input'));
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }
  });
  assert.ok(jumps < 2 * dots, `${jumps} s for ten jumps, ${dots} s for ten times 20,000 dots`);
  await timeline.press('End');
  await page
    .locator('.mono')
    .filter({ hasText: /solved|expansion/ })
    .first()
    .waitFor();
  assert.equal(await timeline.inputValue(), await timeline.getAttribute('max'));
});
