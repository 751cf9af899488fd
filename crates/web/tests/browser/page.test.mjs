// What a person does on the page, in a real browser.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { BINARY, api, openPage, startBrowser, startServer } from './app.mjs';
import { PHONE, atBothSizes, axeFinds, sizes } from './person.mjs';

let server, browser;
/** The names of the sides, by world. */
const sides = {};
before(async () => {
  server = await startServer();
  browser = await startBrowser();
  for (const world of (await api(server.address, '/api/worlds')).worlds) sides[world.id] = world.sides;
});
after(async () => {
  await browser?.close();
  await server?.kill();
  server?.clean();
});

/** Runs a test on a fresh page and fails on any error the page showed, but for refusals that the test provokes. */
function pageTest(name, work, { refusals = false, ...options } = {}) {
  test(name, { timeout: 180_000 }, async () => {
    const page = await openPage(browser, server.address, options);
    try {
      await work(page);
      // The browser logs a refused request itself.
      const troubles = page.troubles.filter((text) => !(refusals && /status of 422/.test(text)));
      assert.deepEqual(troubles, [], 'no error in the console');
    } finally {
      await page.context().close();
    }
  });
}

const bothSizes = atBothSizes(pageTest);
const KEYS = { U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' };
/** The menu under a label. */
const menu = (inside, label) => inside.locator(`label.field:has(> span:text-is("${label}")) select`);
const counter = (page, name) => page.locator(`[data-counter="${name}"] b`).textContent();
async function press(page, moves) {
  for (const move of moves.toUpperCase()) if (KEYS[move]) await page.keyboard.press(KEYS[move]);
}
/** Opens a level of a world's first pack. */
async function openLevel(page, world, level = 1) {
  const { worlds } = await api(server.address, '/api/worlds');
  const pack = worlds.find((entry) => entry.id === world).packs[0].name;
  await page.goto(`${server.address}/puzzle/${world}/${encodeURIComponent(pack)}/${level}`);
  await page.getByRole('heading', { name: new RegExp(`^${level}\\. `) }).waitFor();
  await page.locator('svg.board').waitFor();
}
/** Starts a game as its dialog says, and waits until its clocks run: what is done before would be lost. */
async function startGame(page) {
  await page.locator('dialog').getByRole('button', { name: 'Start the game', exact: true }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '❚❚ Pause', exact: true }).waitFor();
}
/** A game of Dropper between people, opened on D5; gives where moves are typed. */
async function dropperOpened(page) {
  await page.goto(`${server.address}/game/dropper`);
  await menu(page.locator('dialog'), sides.dropper[1]).selectOption('');
  await startGame(page);
  const typed = page.getByLabel('Type a move', { exact: true });
  await typed.fill('D5');
  await typed.press('Enter');
  await page.locator('.moves button.main').first().waitFor();
  return typed;
}
async function solution(world, level = 1) {
  const { worlds } = await api(server.address, '/api/worlds');
  const pack = worlds.find((entry) => entry.id === world).packs[0].name;
  const solved = await api(server.address, `/api/solve/${world}`, { level: { pack, level } });
  assert.ok(solved.solution, `${world} ${level} is solvable`);
  return solved.solution;
}

pageTest('the start shows every world with its board', async (page) => {
  const { worlds } = await api(server.address, '/api/worlds');
  await page.goto(server.address);
  await page
    .locator('.world .art svg')
    .nth(worlds.length - 1)
    .waitFor();
  assert.equal(await page.locator('.world').count(), worlds.length);
});

for (const world of ['sokoban', 'sokobond']) {
  pageTest(`${world}: level 1 is solved by keys, and counts as solved`, async (page) => {
    const moves = await solution(world);
    await openLevel(page, world);
    await press(page, moves);
    await page.locator('.status.good').filter({ hasText: 'Solved' }).waitFor();
    await page.keyboard.press('l');
    await page.locator('.levels button.solved').first().waitFor();
  });

  pageTest(`${world}: a hint shows the next move and how many remain`, async (page) => {
    await openLevel(page, world, 2);
    await page.keyboard.press('h');
    await page
      .locator('.status')
      .filter({ hasText: /Hint: \w+\. \d+ moves? remain/ })
      .waitFor();
    await page.locator('.overlay .arrow').waitFor();
  });

  pageTest(`${world}: three methods solve a level, and the solution can be stepped through`, async (page) => {
    for (const method of ['bfs', 'astar', 'greedy']) {
      await openLevel(page, world, 2);
      await page.getByText('Solve it for me', { exact: true }).click();
      await menu(page, 'Solve with').selectOption(method);
      await page.getByRole('button', { name: 'Solve', exact: true }).click();
      await page
        .locator('p')
        .filter({ hasText: new RegExp(`^${method}.*moves?`) })
        .waitFor();
      await page.getByRole('button', { name: 'To the end', exact: true }).click();
      await page.locator('.status.good').waitFor();
      await page.getByRole('button', { name: 'One step back', exact: true }).click();
      await page.locator('.status.good').waitFor({ state: 'detached' });
    }
  });
}

pageTest('a reset can be undone, and a reload loses nothing', async (page) => {
  const moves = (await solution('sokoban', 2)).slice(0, 3);
  await openLevel(page, 'sokoban', 2);
  await press(page, moves);
  await page.waitForFunction((n) => document.querySelector('[data-counter="moves"] b')?.textContent === String(n), 3);
  await page.keyboard.press('r');
  await page.waitForFunction(() => document.querySelector('[data-counter="moves"] b')?.textContent === '0');
  await page.keyboard.press('z');
  await page.waitForFunction(() => document.querySelector('[data-counter="moves"] b')?.textContent === '3');
  await page.reload();
  await page.locator('svg.board').waitFor();
  assert.equal(await counter(page, 'moves'), '3');
});

pageTest(
  'a pasted level is imported; a broken one is refused with its place',
  async (page) => {
    await openLevel(page, 'sokoban');
    await page.getByText('This level', { exact: true }).click();
    await page.getByRole('button', { name: 'Import …', exact: true }).click();
    const text = page.getByLabel('Levels as text', { exact: true });
    await text.fill('#####\n#@q.#\n#####');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page
      .locator('dialog .warn')
      .filter({ hasText: /line 2/ })
      .waitFor();
    await text.fill('#####\n#@$.#\n#####\nTitle: Pasted');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('heading', { name: /Pasted/ }).waitFor();
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await page.locator('.status.good').waitFor();
  },
  { refusals: true },
);

pageTest('Sokoban by mouse: a click walks, a box shows where it can go', async (page) => {
  await page.goto(`${server.address}/puzzle/sokoban/shared#${new URLSearchParams({ level: '#######\n#@    #\n#  $ .#\n#######' })}`);
  await page.locator('svg.board').waitFor();
  await page.locator('.piece.box').click();
  await page.locator('.spot.target').first().waitFor();
  await page
    .locator('[data-cell]')
    .filter({ has: page.locator('circle') })
    .first()
    .click();
  await page.locator('.status.good').waitFor();
});

/** Drags with a finger, as a touch screen reports it. */
async function fingerDrag(page, from, to) {
  const client = await page.context().newCDPSession(page);
  const touch = (type, at) => client.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  await touch('touchStart', from);
  for (let part = 1; part <= 5; part++)
    await touch('touchMove', { x: from.x + ((to.x - from.x) * part) / 5, y: from.y + ((to.y - from.y) * part) / 5 });
  await touch('touchEnd');
}
const middle = async (cell) => {
  const box = await cell.boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
/** A level in which one box can be pushed one cell to the right by one push, and further. */
const CORRIDOR = '########\n#@$  .#\n########';

pageTest(
  'A1: on a phone a box that is dragged by one cell is pushed once',
  async (page) => {
    await page.goto(`${server.address}/puzzle/sokoban/shared#${new URLSearchParams({ level: CORRIDOR })}`);
    await page.locator('svg.board').waitFor();
    const cell = (index) => page.locator(`[data-cell="${index}"]`).first();
    await fingerDrag(page, await middle(cell(10)), await middle(cell(11)));
    await page
      .locator('[data-counter="pushes"] b')
      .filter({ hasText: /^[1-9]/ })
      .waitFor();
    await page.waitForTimeout(400);
    assert.equal(await counter(page, 'pushes'), '1');
    assert.equal(await counter(page, 'moves'), '1');
    // A finger that begins beside the box still swipes.
    await fingerDrag(page, await middle(cell(9)), await middle(cell(10)));
    await page.locator('[data-counter="moves"] b').filter({ hasText: '2' }).waitFor();
  },
  { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
);

pageTest('A6: Space and Enter belong to the button that has the focus, and the focus begins at the heading', async (page) => {
  await page.goto(server.address);
  await page.locator('.world .art svg').first().waitFor();
  await page.locator('.world a.button').first().click();
  await page.locator('svg.board').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H1');
  await page.getByRole('button', { name: 'Levels', exact: true }).focus();
  await page.keyboard.press('Space');
  await page.locator('dialog').waitFor();
});

pageTest('A7: a box under the pointer follows it, and one that is put back is selected', async (page) => {
  await page.goto(`${server.address}/puzzle/sokoban/shared#${new URLSearchParams({ level: CORRIDOR })}`);
  await page.locator('svg.board').waitFor();
  const [from, to] = [await middle(page.locator('[data-cell="10"]').first()), await middle(page.locator('[data-cell="12"]').first())];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 14, from.y, { steps: 3 });
  await page.locator('.overlay .ghost').waitFor();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  const ghost = await middle(page.locator('.overlay .ghost'));
  assert.ok(Math.abs(ghost.x - to.x) < 8 && Math.abs(ghost.y - to.y) < 8, `the shade is under the pointer: ${JSON.stringify([ghost, to])}`);
  await page.mouse.move(from.x + 12, from.y, { steps: 4 });
  await page.mouse.up();
  await page.locator('.overlay .spot.selected').waitFor();
  assert.equal(await page.locator('.overlay .ghost').count(), 0);
  assert.equal(await counter(page, 'moves'), '0');
});

pageTest('Sokoban by mouse: a box is dragged to its goal', async (page) => {
  await page.goto(`${server.address}/puzzle/sokoban/shared#${new URLSearchParams({ level: '#######\n#@    #\n#  $ .#\n#######' })}`);
  const middle = async (locator) => {
    const box = await locator.boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.locator('.piece.box').waitFor();
  const goal = await middle(
    page
      .locator('[data-cell]')
      .filter({ has: page.locator('circle') })
      .first(),
  );
  await page.mouse.move(...(await middle(page.locator('.piece.box'))));
  await page.mouse.down();
  await page.mouse.move(...goal, { steps: 5 });
  await page.locator('.spot.target').first().waitFor();
  await page.mouse.up();
  await page.locator('.status.good').waitFor();
});

pageTest(
  'touch: a swipe on the board moves',
  async (page) => {
    await page.goto(`${server.address}/puzzle/sokoban/shared#${new URLSearchParams({ level: '#####\n#@$.#\n#####' })}`);
    const box = await page.locator('svg.board').boundingBox();
    const [x, y] = [box.x + box.width / 3, box.y + box.height / 2];
    const touch = await page.context().newCDPSession(page);
    const point = (type, dx) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: dx === null ? [] : [{ x: x + dx, y }] });
    await point('touchStart', 0);
    await point('touchMove', 30);
    await point('touchMove', 80);
    await point('touchEnd', null);
    await page.locator('.status.good').waitFor();
  },
  { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true },
);

pageTest('keys 1 to 9 solve with a method; the solution is played, paused, stepped and scrubbed', async (page) => {
  // One step a second: even a slow machine gets to the pause before the end.
  await page.addInitScript(() => localStorage.setItem('speed', '1'));
  await openLevel(page, 'sokoban', 9);
  const { quick_methods: quick } = (await api(server.address, '/api/worlds')).worlds.find((world) => world.id === 'sokoban');
  await page.keyboard.press(String(1 + quick.indexOf('bfs')));
  await page.getByRole('button', { name: '❚❚ Pause', exact: true }).click();
  await page.getByRole('button', { name: '▶ Play', exact: true }).waitFor();
  const scrub = page.getByLabel('Step of the solution', { exact: true });
  await scrub.fill('3');
  await page.waitForFunction(() => document.querySelector('[data-counter="moves"] b')?.textContent === '3');
  await page.getByRole('button', { name: 'One step on', exact: true }).click();
  await page.waitForFunction(() => document.querySelector('[data-counter="moves"] b')?.textContent === '4');
});

pageTest('the menu goes on where one was', async (page) => {
  await openLevel(page, 'sokobond', 3);
  const name = (await page.getByRole('heading', { level: 1 }).textContent()).replace(/^\d+\. /, '');
  await press(page, (await solution('sokobond', 3)).slice(0, 1));
  await page.locator('[data-counter="moves"] b').filter({ hasText: '1' }).waitFor();
  await noted(server, 'sokobond');
  await page.keyboard.press('m');
  await page
    .locator('[data-world="sokobond"]')
    .getByRole('link', { name: `Continue: ${name}`, exact: true })
    .click();
  await page.getByRole('heading', { name: `3. ${name}`, exact: true }).waitFor();
});

pageTest('a level travels in a link, with the moves', async (page) => {
  await page.goto(`${server.address}/puzzle/sokoban/shared#${new URLSearchParams({ level: '#######\n#@ $ .#\n#######', moves: 'rR' })}`);
  await page.locator('svg.board').waitFor();
  assert.equal(await counter(page, 'moves'), '2');
  await page.getByText('This level', { exact: true }).click();
  await page.getByRole('button', { name: 'Share link', exact: true }).click();
  const address = await page.getByLabel('Link', { exact: true }).inputValue();
  await page.goto('about:blank');
  await page.goto(address);
  await page.locator('svg.board').waitFor();
  assert.equal(await counter(page, 'moves'), '2');
});

pageTest('Abalone: six moves with the mouse against the computer', async (page) => {
  await page.goto(`${server.address}/game/abalone`);
  await menu(page.locator('dialog'), sides.abalone[1]).selectOption('alphabeta(nodes=1000)');
  await startGame(page);
  for (let turn = 0; turn < 6; turn++) {
    await page.waitForFunction(
      (n) =>
        document.querySelectorAll('.moves button.main').length === n &&
        /Black to move/.test(document.querySelector('.status')?.textContent ?? ''),
      turn * 2,
    );
    const view = await api(server.address, `/api/game/${page.url().split('/').pop()}`);
    const intent = view.intents.find((entry) => entry.select.length === 1 && !view.nodes.some((played) => played.text === entry.text));
    const cell = (index) => page.locator(`.stage svg.board [data-at="${index}"], .stage svg.board [data-cell="${index}"]`).last();
    await cell(intent.select[0]).click();
    await page.locator('.spot.selected').first().waitFor();
    await cell(intent.target).click({ force: true });
    await page.waitForFunction((n) => document.querySelectorAll('.moves button.main').length > n, turn * 2);
  }
  await page.waitForFunction(() => document.querySelectorAll('.moves button.main').length === 12);
});

pageTest('Dropper: computer against computer to the end; then undo', async (page) => {
  await page.goto(`${server.address}/game/dropper`);
  const setup = page.locator('dialog');
  await menu(setup, 'Size').selectOption('4');
  await menu(setup, sides.dropper[0]).selectOption('greedy(eval=groups)');
  await menu(setup, sides.dropper[1]).selectOption('random');
  await setup.getByRole('button', { name: 'Start the game', exact: true }).click();
  await page.locator('.status.good').waitFor({ timeout: 90_000 });
  const turns = await page.locator('.moves button.main').count();
  await page.keyboard.press('u');
  await page.waitForFunction((n) => document.querySelectorAll('.moves button.main').length < n, turns);
});

pageTest('looking at an early turn of a game loses nothing, and a move there is a variation', async (page) => {
  const typed = await dropperOpened(page);
  const id = page.url().split('/').pop();
  const turns = page.locator('.moves button.main');
  await typed.fill('D5-E4+A1');
  await typed.press('Enter');
  await turns.nth(1).waitFor();
  await turns.first().click();
  await page.locator('.moves button.main[aria-current]').filter({ hasText: 'D5' }).waitFor();
  assert.equal(await turns.count(), 2, 'the later turn is still there');
  await typed.fill('D5-D4+A8');
  await typed.press('Enter');
  await page.locator('.moves button').filter({ hasText: 'D5-D4+A8' }).waitFor();
  const record = (await api(server.address, `/api/game/${id}/record`)).record;
  assert.match(record, /D5-E4\+A1/);
  assert.match(record, /\(1\.\.\. D5-D4\+A8/);
  await page.reload();
  await page.locator('.moves button').filter({ hasText: 'D5-D4+A8' }).waitFor();
});

pageTest(
  'a game is paused, taken back, typed, refused in words, saved and analysed',
  async (page) => {
    const typed = await dropperOpened(page);
    await page.getByRole('button', { name: '❚❚ Pause', exact: true }).click();
    await page.getByRole('button', { name: '▶ Start', exact: true }).waitFor();
    await typed.fill('A1-A2');
    await typed.press('Enter');
    await page.locator('.toast.error').waitFor();
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await page.locator('.lines .line').first().waitFor();
    await page.getByText('Save, load, position', { exact: true }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.toast').filter({ hasText: 'Saved as' }).waitFor();
  },
  { refusals: true },
);

pageTest('a stopped game has no result, survives a reload, and can go on', async (page) => {
  const typed = await dropperOpened(page);
  const stopped = page.locator('.status').filter({ hasText: 'Stopped, without a result.' });
  await page.getByRole('button', { name: '■ Stop', exact: true }).click();
  await stopped.waitFor();
  assert.ok(await page.getByRole('button', { name: '■ Stop', exact: true }).isDisabled());
  await page.reload();
  await stopped.waitFor();
  await page.getByRole('button', { name: '▶ Go on', exact: true }).click();
  await page.getByRole('button', { name: '❚❚ Pause', exact: true }).waitFor();
  await typed.fill('D5-E4+A1');
  await typed.press('Enter');
  await page.locator('.moves button.main').nth(1).waitFor();
});

/** The tree of a search that was recorded. */
const tree = (page) => page.getByRole('img', { name: /^The search tree: [\d,]+ states/ });

/** Waits until the page has noted where the person is. */
async function noted(at, world) {
  while (!(await api(at.address, '/api/note/last'))?.[world]) await new Promise((done) => setTimeout(done, 50));
}

bothSizes(
  'A4: Play goes on where one was, or opens the next level that is not solved; looking at a level is not being there',
  async (_, size) => {
    const fresh = await startServer();
    const page = await openPage(browser, fresh.address, Object.fromEntries(sizes)[size]);
    try {
      await page.goto(`${fresh.address}/puzzle/sokoban`);
      await page.getByRole('heading', { name: /^1\. / }).waitFor();
      await page.goto(`${fresh.address}/puzzle/sokoban/plyground/7`);
      await page.getByRole('heading', { name: /^7\. / }).waitFor();
      await page.goto(fresh.address);
      await page.locator('.world .art svg').first().waitFor();
      assert.equal(await page.getByText('Continue:').count(), 0, 'nothing was played');
      // A move makes it the place where one was.
      await page.goto(`${fresh.address}/puzzle/sokoban/plyground/7`);
      await page.locator('svg.board').waitFor();
      const hint = await api(fresh.address, '/api/solve/sokoban', { level: { pack: 'plyground', level: 7 } });
      await press(page, hint.solution.slice(0, 1));
      await page.locator('[data-counter="moves"] b').filter({ hasText: '1' }).waitFor();
      await noted(fresh, 'sokoban');
      await page.goto(fresh.address);
      await page.getByText('Continue:').waitFor();
      await page.locator('.world[data-world="sokoban"]').getByRole('link', { name: 'Play', exact: true }).click();
      await page.getByRole('heading', { name: /^7\. / }).waitFor();
      assert.equal(await counter(page, 'moves'), '1');
      // Solved, it is behind: the next one that is open comes.
      await press(page, hint.solution.slice(1));
      await page.locator('.status.good').waitFor();
      await page.goto(`${fresh.address}/puzzle/sokoban`);
      await page.getByRole('heading', { name: /^1\. / }).waitFor();
      // A game that nobody moved in is not kept; numbers agree with their nouns.
      await page.goto(`${fresh.address}/game/dropper`);
      await menu(page.locator('dialog'), sides.dropper[1]).selectOption('');
      await startGame(page);
      await page.goto(fresh.address);
      await page.locator('.world .art svg').nth(3).waitFor();
      assert.equal(await page.locator('[data-world="dropper"]').getByText('Continue:').count(), 0);
      await page.goBack();
      await page.locator('.stage svg.board [data-name="B2"]').first().click();
      await page.locator('.moves button.main').first().waitFor();
      await noted(fresh, 'dropper');
      await page.goto(fresh.address);
      await page.locator('[data-world="dropper"]').getByRole('link', { name: 'Continue: 1 turn', exact: true }).click();
      await page.locator('.moves button.main').first().waitFor();
    } finally {
      await page.context().close();
      await fresh.kill();
      fresh.clean();
    }
  },
);

bothSizes('A9: who walks on after a solution is not counted, and the result stays', async (page) => {
  await page.goto(`${server.address}/puzzle/sokoban/shared#${new URLSearchParams({ level: '######\n#@$.-#\n######' })}`);
  await page.locator('svg.board').waitFor();
  await press(page, 'R');
  await page.locator('.status.good').filter({ hasText: '1 move, 1 push' }).waitFor();
  await press(page, 'L');
  await page.waitForFunction(() => document.querySelector('.piece.player')?.dataset.at === '7');
  assert.equal(await counter(page, 'moves'), '1');
  await page.locator('.status.good').filter({ hasText: '1 move, 1 push' }).waitFor();
  await page.keyboard.press('z');
  await page.keyboard.press('z');
  await page.locator('[data-counter="moves"] b').filter({ hasText: '0' }).waitFor();
  assert.equal(await page.locator('.status.good').count(), 0);
});

bothSizes('A12: the clock of a puzzle survives a reload, and titles are whole', async (page) => {
  await openLevel(page, 'sokoban', 5);
  await page
    .locator('[data-counter="time"] b')
    .filter({ hasText: /^0:0[2-9]/ })
    .waitFor();
  await page.reload();
  await page
    .locator('[data-counter="time"] b')
    .filter({ hasText: /^0:(0[2-9]|[1-5])/ })
    .waitFor();
  const cut = await page.locator('h1').evaluate((title) => title.scrollWidth > title.clientWidth);
  assert.equal(cut, false);
});

bothSizes(
  'B6: two searches are compared in a table, the tree is zoomed and asked, squares glow, and the link opens it again',
  async (page) => {
    await page.goto(`${server.address}/watch`);
    await page.getByLabel('Level', { exact: true }).fill('4');
    await page.getByRole('checkbox', { name: 'Two methods side by side' }).check();
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await tree(page).nth(1).waitFor();
    assert.equal(await page.locator('table.data tbody tr').count(), 2);
    const timeline = page.getByLabel('Timeline', { exact: true });
    await timeline.press('End');
    await page.locator('.mono').filter({ hasText: 'solved:' }).nth(1).waitFor();
    assert.ok((await page.locator('.heat rect').count()) > 4, 'visited squares glow');
    await page.locator('.legend').filter({ hasText: 'the way to the solution' }).first().waitFor();
    // The root is drawn in the middle of the top: a click on it shows the start.
    const canvas = page.locator('canvas.tree').first();
    await canvas.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const picture = await canvas.evaluate((/** @type {HTMLCanvasElement} */ element) => {
      const context = element.getContext('2d');
      const { data, width } = context.getImageData(0, 0, element.width, Math.round(20 * devicePixelRatio));
      for (let i = 3; i < data.length; i += 4)
        if (data[i] > 200) return { x: (((i - 3) / 4) % width) / devicePixelRatio, y: Math.floor((i - 3) / 4 / width) / devicePixelRatio };
      return null;
    });
    assert.ok(picture, 'the tree is drawn');
    const box = await canvas.boundingBox();
    await page.mouse.click(box.x + picture.x, box.y + picture.y + 3);
    await page
      .locator('.mono')
      .filter({ hasText: /f=.*the start/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Zoom in', exact: true }).first().click();
    await page.getByRole('button', { name: 'Show the whole tree', exact: true }).first().click();
    const address = page.url();
    assert.match(address, /with=astar.*with=bfs/);
    await page.goto(server.address);
    await page.goto(address);
    await tree(page).nth(1).waitFor();
    assert.equal(await page.locator('table.data tbody tr').count(), 2);
  },
);

pageTest('a search is watched: numbers, board and tree', async (page) => {
  await page.goto(`${server.address}/watch`);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await tree(page).waitFor();
  // The replay may be over by now: one step back shows an expansion again.
  await page.getByRole('button', { name: 'One expansion back', exact: true }).click();
  await page
    .locator('.mono')
    .filter({ hasText: /expansion.*f=/ })
    .waitFor();
});

pageTest('a watched search is saved as a file, and the file replays', async (page) => {
  await page.goto(`${server.address}/watch`);
  await page.getByLabel('Level', { exact: true }).fill('3');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const states = await tree(page).getAttribute('aria-label');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save trace', exact: true }).click();
  const text = readFileSync(await (await saved).path(), 'utf8');
  const head = JSON.parse(text.split('\n')[0]);
  assert.equal(head.world, 'sokoban');
  await page.goto(`${server.address}/watch`);
  const open = (/** @type {string} */ name, /** @type {string} */ body) =>
    page.getByLabel('Trace file', { exact: true }).setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(body) });
  await open('notes.jsonl', 'no trace at all');
  await page.locator('.toast.error').filter({ hasText: 'notes.jsonl is not a trace: line 1 is not JSON.' }).waitFor();
  await open('trace.jsonl', text);
  assert.equal(await tree(page).getAttribute('aria-label'), states);
  await page.getByLabel('Timeline', { exact: true }).press('End');
  await page
    .locator('.mono')
    .filter({ hasText: `solved: ${head.solved.moves} moves` })
    .waitFor();
});

pageTest('a trace of a search that pulls replays with the rules it was made by', async (page) => {
  const folder = mkdtempSync(join(tmpdir(), 'plyground-trace-'));
  // The box stands in a corner: only a pull gets it out.
  writeFileSync(join(folder, 'corner.xsb'), '#######\n#$@ . #\n#######\n');
  const made = spawnSync(
    BINARY,
    ['compare', 'sokoban', join(folder, 'corner.xsb'), '--with', 'bfs', '--pull', '--trace', '--out', folder],
    { encoding: 'utf8' },
  );
  assert.equal(made.status, 0, made.stderr);
  await page.goto(`${server.address}/watch`);
  await page.getByLabel('Trace file', { exact: true }).setInputFiles(join(folder, 'traces', '1-bfs.jsonl'));
  await tree(page).waitFor();
  await page.getByLabel('Timeline', { exact: true }).press('End');
  await page.locator('.mono').filter({ hasText: 'solved:' }).waitFor();
  assert.equal(await page.locator('.toast.error').count(), 0);
  rmSync(folder, { recursive: true });
});

bothSizes(
  'A3: plots have the colours of the theme; the lab runs an experiment, sorts it, offers it as files, and a reload loses nothing',
  async (page) => {
    await page.goto(`${server.address}/lab`);
    await page.getByLabel('Levels of plyground', { exact: true }).fill('1-2, 4');
    await page.getByRole('checkbox', { name: 'manhattan', exact: true }).check();
    await page.getByText('3 levels × 3 methods = 9 runs', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('.status').filter({ hasText: 'All 9 runs done' }).waitFor();
    assert.equal(await page.locator('table.data tbody tr').count(), 9);
    await page.locator('figure svg').nth(5).waitFor();
    // A3: the plots have the page's colours, in light and in dark.
    const colours = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('figure svg')].flatMap((svg) =>
          [...svg.querySelectorAll('[class^="fill"]')].map((mark) => getComputedStyle(mark).fill),
        ),
      );
    const light = await colours();
    assert.ok(new Set(light).size >= 3 && !light.includes('rgb(0, 0, 0)'), `colours: ${[...new Set(light)]}`);
    await page.getByRole('button', { name: 'Change between light and dark', exact: true }).click();
    assert.notDeepEqual(await colours(), light);
    const column = () => page.locator('table.data tbody td:nth-child(5)').allTextContents();
    await page.getByRole('button', { name: 'Moves', exact: true }).click();
    await page.locator('th[aria-sort="ascending"]').waitFor();
    const moves = (await column()).map(Number);
    assert.deepEqual(
      moves,
      [...moves].sort((a, b) => a - b),
    );
    for (const [name, text] of [
      ['Download CSV', /^experiment,world,file,level,title/],
      ['Download report', /^<!doctype html>/],
    ]) {
      const address = await page.getByRole('link', { name, exact: true }).getAttribute('href');
      assert.match(await (await fetch(server.address + address)).text(), text);
    }
    await page.reload();
    await page.locator('.status').filter({ hasText: 'All 9 runs done' }).waitFor();
    assert.equal(await page.getByLabel('Levels of plyground', { exact: true }).inputValue(), '1-2, 4');
  },
);

pageTest('an experiment is cancelled, keeps what it has, and goes on', async (page) => {
  await page.goto(`${server.address}/lab`);
  await page.getByLabel('Levels of plyground', { exact: true }).fill('60-100');
  await page.getByLabel('Seconds at most', { exact: true }).fill('5');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('table.data tbody tr').first().waitFor();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page
    .locator('.status')
    .filter({ hasText: /^Stopped: \d+ of 123 runs done/ })
    .waitFor();
  const rows = await page.locator('table.data tbody tr').count();
  await page.reload();
  await page
    .locator('.status')
    .filter({ hasText: /^Stopped/ })
    .waitFor();
  assert.ok((await page.locator('table.data tbody tr').count()) >= rows, 'what was shown is kept');
  await page.getByRole('button', { name: 'Go on', exact: true }).click();
  await page.locator('.status').filter({ hasText: /now / }).waitFor();
});

pageTest('a tournament is played, shows standings and cross table, and its games open', async (page) => {
  await page.goto(`${server.address}/lab/tournament`);
  await menu(page, 'World').selectOption('dropper');
  await menu(page, 'Size').selectOption('4');
  await page.getByText('3 players: 6 games.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('.status').filter({ hasText: 'All 6 games played' }).waitFor();
  const standings = page.getByRole('region', { name: 'Standings', exact: true }).locator('tbody tr');
  assert.equal(await standings.count(), 3);
  assert.equal(await page.getByRole('region', { name: 'Cross table', exact: true }).locator('tbody td').count(), 9);
  await page.reload();
  await page.locator('.status').filter({ hasText: 'All 6 games played' }).waitFor();
  await page.getByRole('region', { name: 'Games', exact: true }).getByRole('button').first().click();
  await page.waitForURL(/\/game\/dropper\//);
  await page.locator('.moves button.main').first().waitFor();
});

pageTest('the editor paints, checks, saves, and the level is played', async (page) => {
  await page.goto(`${server.address}/editor/sokoban`);
  await page.locator('.status.good').filter({ hasText: 'Solvable' }).waitFor();
  await page.getByLabel('The level as text', { exact: true }).fill('######\n#@ $.#\n######');
  await page.getByLabel('Title', { exact: true }).first().click();
  await page
    .locator('.status.good')
    .filter({ hasText: /Solvable: 2 moves, 1 push/ })
    .waitFor();
  await page.reload();
  await page
    .locator('.status.good')
    .filter({ hasText: /Solvable: 2 moves, 1 push/ })
    .waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('.toast').filter({ hasText: 'My level' }).waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForURL(/\/puzzle\/sokoban\/room\//);
  await page.locator('[data-counter="moves"]').waitFor();
  await page.keyboard.press('l');
  await page.getByRole('heading', { name: 'My levels', exact: true }).waitFor();
});

pageTest(
  'phone: the board fits, buttons move',
  async (page) => {
    await openLevel(page, 'sokoban');
    const first = (await solution('sokoban'))[0].toUpperCase();
    const name = { U: 'Up', D: 'Down', L: 'Left', R: 'Right' }[first];
    await page.locator('.pad').getByRole('button', { name, exact: true }).tap();
    await page.waitForFunction(() => document.querySelector('[data-counter="moves"] b')?.textContent === '1');
  },
  { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true },
);

for (const path of [
  '/',
  '/puzzle/sokoban/plyground/33',
  '/game/abalone',
  '/watch',
  '/lab',
  '/lab/tournament',
  '/lab/expand',
  '/editor/sokobond',
  '/editor/abalone',
  '/about',
]) {
  pageTest(
    `nothing sticks out of a narrow phone on ${path}`,
    async (page) => {
      await page.goto(server.address + path);
      await page.locator('main h1, dialog h2').first().waitFor();
      await page.waitForLoadState('networkidle');
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
    },
    { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  );
}

pageTest('Keeps: the first load takes less than 60 kB', async (page) => {
  await page.goto(server.address);
  await page.locator('.world .art svg').nth(3).waitFor();
  await page.waitForLoadState('networkidle');
  const bytes = await page.evaluate(() =>
    [...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')].reduce(
      (sum, entry) => sum + entry.transferSize,
      0,
    ),
  );
  assert.ok(bytes > 1_000 && bytes < 60_000, `${bytes} bytes`);
});

pageTest('keyboard alone: from the start to a level and into its menus', async (page) => {
  await page.goto(server.address);
  await page.locator('.world').first().waitFor();
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.getAttribute('href') === '/puzzle/sokoban')) break;
  }
  await page.keyboard.press('Enter');
  await page.locator('svg.board').waitFor();
  await page.keyboard.press('?');
  await page.locator('dialog').filter({ hasText: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('m');
  await page.locator('.world').first().waitFor();
});

/** Every screen as it opens, and what is behind its buttons. */
const SCREENS = [
  ['/'],
  ['/puzzle/sokoban'],
  ['/puzzle/sokobond/Cutting%20and%20doubling/2'],
  ['/puzzle/sokoban/plyground/3', 'Levels'],
  ['/puzzle/sokoban/plyground/3', 'Rules'],
  ['/puzzle/sokoban/plyground/3', 'Keys'],
  ['/puzzle/sokoban/plyground/3', 'Settings'],
  ['/game/abalone'],
  ['/game/dropper'],
  ['/watch'],
  ['/lab'],
  ['/lab/tournament'],
  ['/lab/expand'],
  ['/editor/sokoban'],
  ['/editor/sokobond'],
  ['/editor/dropper'],
  ['/about'],
  ['/nowhere'],
];
for (const [path, door] of SCREENS)
  for (const [size, options] of sizes)
    for (const colorScheme of ['light', 'dark'])
      pageTest(
        `axe finds nothing serious on ${path}${door ? `, ${door}` : ''} (${size}, ${colorScheme})`,
        async (page) => {
          await page.goto(server.address + path);
          await page.locator('main h1, dialog h2').first().waitFor();
          await page.waitForLoadState('networkidle');
          if (door) {
            await page.getByRole('button', { name: door, exact: true }).click();
            await page.locator('dialog h2').waitFor();
          }
          assert.deepEqual(await axeFinds(page), []);
        },
        { ...options, colorScheme },
      );

test('what was acknowledged survives a kill', { timeout: 60_000 }, async () => {
  const first = await startServer();
  const room = await api(first.address, '/api/puzzle', { world: 'sokoban', level: { text: '#######\n#@ $ .#\n#######' } });
  const played = await api(first.address, `/api/puzzle/${room.id}/play`, { moves: 'rr' });
  assert.equal(played.measures.moves, 2);
  await first.kill('SIGKILL');
  const second = await startServer(first.data);
  const again = await api(second.address, `/api/puzzle/${room.id}`);
  assert.equal(again.moves, 'rR');
  assert.deepEqual(again.measures, played.measures);
  await second.kill();
  second.clean();
});

test('a taken port is passed over, and a server that is told to end does so in spite of open searches', { timeout: 60_000 }, async () => {
  const first = await startServer();
  const port = new URL(first.address).port;
  const second = await startServer(undefined, port);
  assert.notEqual(new URL(second.address).port, port);
  const search = await fetch(`${second.address}/api/solve/sokoban`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ level: { level: 100 }, method: 'dfs', limits: { seconds: 600 } }),
  });
  assert.equal(search.status, 200);
  const cut = search.text().catch(() => undefined);
  for (const server of [first, second]) {
    assert.equal(await server.kill(), 0);
    server.clean();
  }
  await cut;
});
