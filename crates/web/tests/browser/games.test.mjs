// What a person does with games: the tree of moves, analysis, opponents, first steps, the keyboard.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { api, startBrowser, startServer } from './app.mjs';
import { DESKTOP, PHONE, atBothSizes, axeFinds, menu, personTest, sizes } from './person.mjs';

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
const person = (name, work, options = DESKTOP) => personTest(name, () => ({ server, browser }), work, options);

const bothSizes = atBothSizes(person);

const cell = (page, name) => page.locator(`.stage svg.board [data-name="${name}"]`).first();
const shown = (page, count) => page.waitForFunction((n) => document.querySelectorAll('.moves button.main').length === n, count);
const current = (page, text) => page.locator('.moves button[aria-current]').filter({ hasText: text }).waitFor();
const idOf = (page) => page.url().split('/').pop();

/** Starts a game from its dialog: between people, or against the opponent of that name. */
async function startGame(page, world, { size, opponent } = {}) {
  await page.goto(`${server.address}/game/${world}`);
  const { worlds } = await api(server.address, '/api/worlds');
  const found = worlds.find((entry) => entry.id === world);
  const dialog = page.locator('dialog');
  if (size) await menu(dialog, 'Size').selectOption(size);
  const spec = found.opponents.find((one) => one.name === opponent)?.spec ?? '';
  await menu(dialog, found.sides[1]).selectOption(spec);
  await dialog.getByRole('button', { name: 'Start the game', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '❚❚ Pause', exact: true }).waitFor();
}
/** Types turns. */
async function type(page, ...turns) {
  for (const turn of turns) {
    const before = await page.locator('.moves button').count();
    await page.getByLabel('Type a move', { exact: true }).fill(turn);
    await page.getByLabel('Type a move', { exact: true }).press('Enter');
    await page.waitForFunction((n) => document.querySelectorAll('.moves button').length > n, before);
  }
  await page.locator('h1').click();
}
/** A game of three turns on a board of 5 × 5. */
async function threeTurns(page) {
  await startGame(page, 'dropper', { size: '5' });
  await type(page, 'C3', 'C3-C4+A1', 'C3-D3+E5');
}

for (const [size, options] of sizes) {
  person(
    `A2: going through a game by click, keys, wheel and buttons loses nothing (${size})`,
    async (page) => {
      await threeTurns(page);
      await page.locator('.moves button.main').first().click();
      await current(page, 'C3');
      await page.keyboard.press('ArrowRight');
      await current(page, 'C3-C4+A1');
      await page.keyboard.press('End');
      await current(page, 'C3-D3+E5');
      await page.keyboard.press('Home');
      await page.waitForFunction(() => !document.querySelector('.moves button[aria-current]'));
      await page.getByRole('button', { name: 'One turn on', exact: true }).click();
      await current(page, 'C3');
      if (size === 'desktop') {
        await cell(page, 'A5').hover();
        await page.mouse.wheel(0, 120);
        await current(page, 'C3-C4+A1');
        await page.mouse.wheel(0, -120);
        await current(page, 'C3');
      }
      await shown(page, 3);
      await page.getByRole('button', { name: '▶ Back to the game', exact: true }).click();
      await current(page, 'C3-D3+E5');
    },
    options,
  );

  person(
    `B1: a move in the past is a variation that is promoted, commented, marked, deleted and kept (${size})`,
    async (page) => {
      await startGame(page, 'dropper', { size: '5', opponent: 'Newcomer' });
      await page.getByLabel('Type a move', { exact: true }).fill('C3');
      await page.getByLabel('Type a move', { exact: true }).press('Enter');
      await shown(page, 2);
      await page.locator('.moves button.main').first().click();
      await current(page, 'C3');
      await type(page, 'C3-B2+E5');
      await page.waitForTimeout(600);
      assert.equal(await page.locator('.moves .variation button').count(), 1, 'the computer does not answer there');
      await shown(page, 2);
      await page.getByText('Comment and marks', { exact: true }).click();
      await page.getByRole('button', { name: 'Mark as good', exact: true }).click();
      await page.locator('.moves .variation [data-mark="!"]').waitFor();
      await page.getByLabel('Comment on this turn', { exact: true }).fill('Towards the corner.');
      await page.locator('h1').click();
      await page.locator('.moves .comment').filter({ hasText: 'Towards the corner.' }).waitFor();
      // Asked, the computer plays on.
      await page.getByRole('button', { name: '⚙ Computer moves', exact: true }).click();
      await page.waitForFunction(() => document.querySelectorAll('.moves .variation button').length === 2);
      await page.reload();
      await page.locator('.moves .variation [data-mark="!"]').waitFor();
      const { record } = await api(server.address, `/api/game/${idOf(page)}/record`);
      assert.match(record, /C3-B2\+E5! \{[^}]*Towards the corner\.\}/);
      await page.getByRole('button', { name: '⇧ Make main line', exact: true }).click();
      await page.locator('.moves button.main').filter({ hasText: 'C3-B2+E5' }).waitFor();
      await page.locator('.moves .variation button').first().click();
      await page.getByRole('button', { name: '✕ Delete from here', exact: true }).click();
      await page.waitForFunction(() => !document.querySelector('.moves .variation'));
      assert.deepEqual(await axeFinds(page), []);
    },
    options,
  );
}

bothSizes('B1: a variation, its comment and its mark are exported and imported with the game', async (page) => {
  await threeTurns(page);
  await page.locator('.moves button.main').first().click();
  await current(page, 'C3');
  await type(page, 'C3-B2+E5');
  await page.getByText('Save, load, position', { exact: true }).click();
  await page.getByRole('button', { name: 'Export record', exact: true }).click();
  const record = await page.getByRole('textbox', { name: 'Record' }).inputValue();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Import record …', exact: true }).click();
  await page.getByRole('textbox', { name: 'Record' }).fill(record.replace('C3-B2+E5', 'C3-B2+E5?? {Too far.}'));
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.locator('.moves .variation [data-mark="??"]').waitFor();
  await page.locator('.moves .comment').filter({ hasText: 'Too far.' }).waitFor();
});

for (const [size, options] of sizes) {
  person(
    `B1: lines show a position under the pointer and are followed by a click, and the game stays as it is (${size})`,
    async (page) => {
      await threeTurns(page);
      await page.getByText('How', { exact: true }).click();
      await menu(page, 'Time a position').selectOption('500');
      await page.getByRole('button', { name: 'Analyse', exact: true }).click();
      // At its end the thought is written to the turn, and the lines stay as they are.
      await page.locator('.lines .line').first().waitFor();
      await page
        .locator('.lines .quiet')
        .filter({ hasText: /, (0\.[5-9]|[1-9].*) s$/ })
        .waitFor();
      const bar = page.getByRole('img', { name: /^Evaluation for X: / });
      await bar.waitFor();
      assert.match(await bar.textContent(), /^[+−](\d+(\.\d+)?|#)$/);
      const turn = page.locator('.lines .turns button').nth(1);
      if (size === 'desktop') {
        await turn.hover();
        await page.locator('.preview svg.board').waitFor();
      }
      await turn.click();
      await page.waitForFunction(() => document.querySelectorAll('.moves .variation button').length === 2);
      await shown(page, 3);
      await page.locator('.moves .variation button[aria-current]').waitFor();
    },
    options,
  );
}

for (const [size, options] of sizes) {
  person(
    `A12 B1: a review shows its progress, labels its graph, marks mistakes and says what was best (${size})`,
    async (page) => {
      const game = await api(server.address, '/api/game', {
        world: 'abalone',
        options: { position: 'b E6b,E7b,E8b,E9w,A3w,A4w,A5b,C1b 5-5' },
      });
      // Black could win by pushing E9 off, and lets White push A5 off.
      await page.goto(`${server.address}/game/abalone/${game.id}`);
      await page.locator('svg.board').waitFor();
      await type(page, 'i-C1-3');
      await page.getByText('How', { exact: true }).click();
      await menu(page, 'Time a position').selectOption('500');
      // What the progress says is gone too quickly to wait for.
      await page.evaluate(() => {
        window.progress = [];
        const line = document.querySelector('.review-progress');
        new MutationObserver(() => window.progress.push(line.textContent)).observe(line, { subtree: true, childList: true });
      });
      await page.getByRole('button', { name: 'Review game', exact: true }).click();
      await page.locator('.graph .dot').waitFor();
      await page.locator('.review-progress').waitFor({ state: 'hidden' });
      assert.ok((await page.evaluate(() => window.progress)).some((text) => /^Position 2 of 2/.test(text)));
      await page.locator('.graph').getByText('▲ Black better').waitFor();
      await page.locator('.graph').getByText('▼ White better').waitFor();
      assert.equal(await page.locator('.graph .here').count(), 1);
      assert.equal(await page.locator('.graph .dot').count(), 1);
      await page
        .locator('[data-accuracy="0"]')
        .filter({ hasText: /^Black \d+ % accurate: 1 blunder$/ })
        .waitFor();
      await page.locator('.moves [data-mark="??"]').waitFor();
      await page
        .locator('.status')
        .filter({ hasText: /^Blunder: best was i-E[67]-3\./ })
        .waitFor();
      await page.locator('.arrow.better').waitFor();
      await page.locator('.graph').click({ position: { x: 8, y: 40 } });
      await page.waitForFunction(() => !document.querySelector('.moves button[aria-current]'));
      await page.reload();
      await page.locator('.moves [data-mark="??"]').waitFor();
      assert.deepEqual(await axeFinds(page), []);
    },
    options,
  );
}

bothSizes('B1: a position and a whole game travel in a link', async (page) => {
  await threeTurns(page);
  await page.locator('.moves button.main').first().click();
  await current(page, 'C3');
  await page.getByRole('button', { name: '⤴ Share', exact: true }).click();
  const [position, game] = [
    await page.getByLabel('This position', { exact: true }).inputValue(),
    await page.getByLabel('The whole game', { exact: true }).inputValue(),
  ];
  await page.goto('about:blank');
  await page.goto(game);
  await shown(page, 3);
  await page.goto('about:blank');
  await page.goto(position);
  await page.locator('.status').filter({ hasText: 'O to move' }).waitFor();
  assert.equal(await page.locator('.stage svg.board .piece').count(), 1);
});

person(
  'A11: on a phone the whole hexagon is seen, coordinates lie beside it, and a thumb that misses a marble hits it',
  async (page) => {
    await startGame(page, 'abalone', { opponent: 'Medium' });
    await page.locator('.clock').getByText('Medium', { exact: true }).waitFor();
    const look = await page.evaluate(() => {
      const svg = document.querySelector('.stage svg.board');
      const rim = svg.querySelector('g.board polygon');
      const { x: left, y: top, width: across, height: down } = rim.getBBox();
      const box = { x: left, y: top, width: across, height: down };
      const view = svg.viewBox.baseVal;
      const inside = (x, y) => {
        const point = svg.createSVGPoint();
        [point.x, point.y] = [x, y];
        return rim.isPointInFill(point) || rim.isPointInStroke(point);
      };
      const labels = [...svg.querySelectorAll('g.labels path')].map((path) => {
        const { x, y, width, height } = path.getBBox();
        return [inside(x, y), inside(x + width, y), inside(x, y + height), inside(x + width, y + height)];
      });
      return { box, view: { width: view.width, height: view.height }, labels };
    });
    const stroke = 12;
    assert.ok(look.box.x - stroke >= 0 && look.box.x + look.box.width + stroke <= look.view.width, 'nothing is clipped');
    assert.ok(look.box.y - stroke >= 0 && look.box.y + look.box.height + stroke <= look.view.height);
    assert.ok(look.labels.length >= 18);
    for (const corners of look.labels) assert.equal(corners.some(Boolean), false, 'no coordinate touches the board');
    // A thumb 20 pixels beside a marble at the edge of the own ones.
    const box = await cell(page, 'C3').boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.touchscreen.tap(x - 2, y - 20);
    await page.locator('.spot.selected').first().waitFor();
    await page.locator('.spot.target').first().waitFor();
    const chosen = await page.locator('.spot.selected').first().boundingBox();
    assert.ok(Math.hypot(chosen.x + chosen.width / 2 - x, chosen.y + chosen.height / 2 - y) < 6, 'C3 is meant');
  },
  PHONE,
);

for (const [size, options] of sizes) {
  person(
    `A12: a rule that is on or off is a switch, and titles are whole (${size})`,
    async (page) => {
      await page.goto(`${server.address}/game/dropper`);
      await page.locator('dialog').getByText('Rules', { exact: true }).click();
      const pass = page.locator('dialog').getByRole('switch');
      assert.equal(await pass.isChecked(), false);
      await pass.check();
      assert.deepEqual(await axeFinds(page), []);
      await page.getByRole('button', { name: 'Start the game', exact: true }).click();
      await page.locator('dialog').waitFor({ state: 'detached' });
      const view = await api(server.address, `/api/game/${idOf(page)}`);
      assert.equal(view.options.pass, 'true');
      for (const title of ['h1', '.doors'])
        assert.equal(
          await page.locator(title).evaluate((element) => element.scrollWidth > element.clientWidth),
          false,
          `${title} is whole`,
        );
    },
    options,
  );

  person(
    `B5: the first game has a line at each step with its squares marked, which can be dismissed; rules are one click away (${size})`,
    async (page) => {
      await page.goto(`${server.address}/game/dropper`);
      const chosen = await menu(page.locator('dialog'), 'O').evaluate((menu) => menu.selectedOptions[0].text);
      assert.match(chosen, /^Beginner/, 'an easy opponent to begin with');
      await menu(page.locator('dialog'), 'O').selectOption('');
      await page.getByRole('button', { name: 'Start the game', exact: true }).click();
      await page.locator('dialog').waitFor({ state: 'detached' });
      await page.locator('.lesson').getByText('Put the first stone wherever you like.').waitFor();
      await cell(page, 'D4').click();
      await page
        .locator('.lesson')
        .getByText(/^Drop: /)
        .waitFor();
      await page.locator('.shade.lesson [data-tone="orange"]').waitFor();
      await cell(page, 'D4').click({ force: true });
      await page.locator('.spot.selected').waitFor();
      await cell(page, 'D5').click();
      await page
        .locator('.lesson')
        .getByText(/^Free: /)
        .waitFor();
      await page.locator('.shade.lesson [data-tone="green"]').first().waitFor();
      assert.deepEqual(await axeFinds(page), []);
      await page.getByRole('button', { name: 'Rules', exact: true }).click();
      await page
        .locator('dialog')
        .getByText(/^Drop: choose an opposing stone/)
        .waitFor();
      await page
        .locator('dialog')
        .getByText(/is a whole turn/)
        .waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: 'No more of these lines' }).click();
      await page.locator('.lesson').waitFor({ state: 'hidden' });
      await page.reload();
      await page.locator('svg.board').waitFor();
      assert.equal(await page.locator('.lesson').isVisible(), false);
      await page.goto(`${server.address}/game/abalone`);
      await page.getByRole('button', { name: 'Start the game', exact: true }).click();
      await page
        .locator('.lesson')
        .getByText(/^Choose one, two or three of your marbles/)
        .waitFor();
    },
    options,
  );
}

person(
  'B5: a newcomer finishes a game of Dropper on a phone, doing only what the screen says',
  async (page) => {
    await page.goto(server.address);
    await page.locator('.world').filter({ hasText: 'Dropper' }).getByRole('link', { name: 'Play', exact: true }).tap();
    await page.getByRole('button', { name: 'Start the game', exact: true }).tap();
    await page.locator('dialog').waitFor({ state: 'detached' });
    const tap = async (spot) => {
      const box = await spot.boundingBox({ timeout: 2000 });
      if (box) await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    };
    const told = () => page.locator('.lesson span').textContent();
    const step = async () => {
      await page.locator('.stage svg.board').scrollIntoViewIfNeeded();
      const [words, before] = [await told(), await page.locator('.stage svg.board .piece:not(.gone)').count()];
      if (words.startsWith('Drop:')) {
        if (!(await page.locator('.spot.selected').count())) await tap(page.locator('.shade.lesson [data-tone="orange"]').first());
        await page.locator('.spot.selected').waitFor({ timeout: 2000 });
        await tap(page.locator('.spot.target').first());
      } else if (words.includes('green square')) await tap(page.locator('.shade.lesson [data-tone="green"]').first());
      else await tap(page.locator('.spot.target').first());
      const more = (n) => document.querySelectorAll('.stage svg.board .piece:not(.gone)').length > n;
      await page.waitForFunction(more, before, { timeout: 2000 });
    };
    for (let tries = 0; tries < 200; tries++) {
      // Whatever comes next: a line that says what to do, or the end.
      await page.waitForFunction(() => {
        const line = document.querySelector('.lesson');
        return (line && !line.hidden) || document.querySelector('.status.good');
      });
      if (await page.locator('.status.good').count()) break;
      // A tap that missed, because the board was drawn anew, is made again.
      await step().catch(() => {});
    }
    await page
      .locator('.status.good')
      .filter({ hasText: /(wins|Draw)/ })
      .waitFor();
    assert.equal(await page.locator('.lesson').isVisible(), false, 'the first game is over');
  },
  PHONE,
);

person('B8: a game by keyboard alone: arrows move over the board, Enter chooses, each cell is spoken, moves are listed', async (page) => {
  await startGame(page, 'dropper', { size: '5' });
  const spoken = (text) => page.waitForFunction((wanted) => document.getElementById('spoken')?.textContent.startsWith(wanted), text);
  for (let i = 0; i < 40 && !(await page.evaluate(() => document.activeElement?.classList.contains('board-frame'))); i++)
    await page.keyboard.press('Tab');
  await spoken('C3, empty, free to play');
  await page.keyboard.press('ArrowUp');
  await spoken('C4, empty, free to play');
  await page.keyboard.press('ArrowLeft');
  await spoken('B4, empty');
  await page.keyboard.press('Enter');
  await shown(page, 1);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await spoken('B4, cross, can be selected');
  await page.keyboard.press('Enter');
  await spoken('B4, cross, selected');
  await page.keyboard.press('ArrowDown');
  await spoken('B3, empty, target');
  await page.keyboard.press('Enter');
  await page.locator('.status').filter({ hasText: 'second part' }).waitFor();
  await page.getByText(/^Legal moves \(\d+\)$/).click();
  await page.locator('.legal').getByRole('button', { name: 'E1', exact: true }).click();
  await shown(page, 2);
});

person('B8: on hexagons the arrows find the next cell as well', async (page) => {
  await startGame(page, 'abalone');
  await page.locator('.board-row .board-frame').focus();
  await page.keyboard.press('ArrowRight');
  const spoken = (pattern) =>
    page.waitForFunction((wanted) => new RegExp(wanted).test(document.getElementById('spoken')?.textContent ?? ''), pattern);
  await spoken('^E[56], empty');
  await page.keyboard.press('ArrowDown');
  await spoken('^D[456], ');
  await page.keyboard.press('ArrowDown');
  await spoken('^C[3456], ');
});

for (const [size, options] of sizes) {
  person(
    `B9: eight opponents with ratings, clocks to choose, taking back asks once, resigning asks (${size})`,
    async (page) => {
      const { worlds } = await api(server.address, '/api/worlds');
      for (const world of worlds.filter((entry) => entry.kind === 'game')) {
        const ratings = world.opponents.map((one) => one.rating);
        assert.equal(ratings.length, 8);
        assert.deepEqual(
          ratings,
          [...ratings].sort((a, b) => a - b),
        );
        assert.equal(ratings[0], 1000);
      }
      await page.goto(`${server.address}/game/dropper`);
      await page.locator('dialog').getByText('How strong they are', { exact: true }).click();
      assert.equal(await page.locator('.ladder tbody tr').count(), 8);
      await menu(page.locator('dialog'), 'Clock').selectOption('180+2/0');
      await menu(page.locator('dialog'), 'O').selectOption('');
      await page.getByRole('button', { name: 'Start the game', exact: true }).click();
      await page.locator('[data-clock="1"]').filter({ hasText: '3:00' }).waitFor();
      await type(page, 'D4', 'D4-D5+A1');
      const undo = page.getByRole('button', { name: '↶ Undo', exact: true });
      await undo.click();
      await page.getByRole('button', { name: 'No', exact: true }).click();
      await shown(page, 2);
      await undo.click();
      await page.getByRole('button', { name: 'Take it back', exact: true }).click();
      await shown(page, 1);
      await undo.click();
      await shown(page, 0);
      await page.getByRole('button', { name: '⚑ Resign', exact: true }).click();
      await page.locator('dialog').getByText('X gives up?').waitFor();
      await page.locator('dialog').getByRole('button', { name: 'Resign', exact: true }).click();
      await page.locator('.status.good').filter({ hasText: 'O wins: X resigned.' }).waitFor();
    },
    options,
  );
}

for (const [size, options] of sizes)
  for (const colorScheme of ['light', 'dark'])
    person(
      `B8: axe finds nothing serious on a game under analysis (${size}, ${colorScheme})`,
      async (page) => {
        await threeTurns(page);
        await page.getByRole('button', { name: 'Analyse', exact: true }).click();
        await page.locator('.lines .line').first().waitFor();
        await page.getByText(/^Legal moves/).click();
        assert.deepEqual(await axeFinds(page), []);
      },
      { ...options, colorScheme },
    );
