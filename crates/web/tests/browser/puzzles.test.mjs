// Puzzles as a person plays them: solving from here, walking, results, what is kept, tips.
import assert from 'node:assert/strict';
import { atBothSizes } from './person.mjs';
import { PHONE, accessible, cell, counter, counts, drag, middle, press, visit } from './puzzler.mjs';

const here = visit();
const { pageTest, openLevel, openText, solution } = here;
const bothSizes = atBothSizes(pageTest);
/** A room in which the man can walk around a wall, and a box one push from its goal. */
const ROOM = '########\n#@ #   #\n#  #   #\n#    $.#\n########';
/** The man beside a box in a corridor. */
const CORRIDOR = '#######\n#@$  .#\n#######';

// First of all, while nobody has played here.
for (const world of ['sokoban', 'sokobond']) {
  pageTest(
    `B5: a new user solves level 1 of ${world} on a phone by what the screen says`,
    async (page) => {
      await page.goto(here.server.address);
      await page.locator(`[data-world="${world}"]`).getByRole('link', { name: 'Play', exact: true }).tap();
      await page.getByRole('heading', { name: /^1\. / }).waitFor();
      for (let step = 0; step < 20; step++) {
        const solved = page.locator('.result');
        const words = page.locator('div.tip > span');
        await Promise.race([solved.waitFor(), words.waitFor()]);
        if (await solved.isVisible()) break;
        assert.match(await words.textContent(), /[Tt]ap|Go |[Pp]ush/);
        const marks = page.locator('.overlay .spot.tip');
        await marks.first().waitFor();
        const before = await counter(page, 'moves');
        // The marked squares, one after the other: what it says to do.
        const places = [];
        for (let i = 0; i < (await marks.count()); i++) places.push(await middle(marks.nth(i)));
        for (const { x, y } of places) {
          await page.touchscreen.tap(x, y);
          await page.waitForTimeout(150);
        }
        await page.waitForFunction((moves) => document.querySelector('[data-counter="moves"] b')?.textContent !== moves, before);
        await page.waitForTimeout(250);
      }
      await page.locator('.result').waitFor();
      await page.getByRole('button', { name: /^Next: 2\. / }).tap();
      await page.getByRole('heading', { name: /^2\. / }).waitFor();
    },
    PHONE,
  );
}

for (const [size, options] of [
  ['desktop', {}],
  ['phone', PHONE],
]) {
  pageTest(
    `A5: a solution goes on from where one stands, and undo leads back to what one had (${size})`,
    async (page) => {
      await openText(page, 'sokoban', CORRIDOR);
      await press(page, 'R');
      await counts(page, 'moves', 1);
      await page.keyboard.press('2');
      await counts(page, 'moves', 3);
      await page.locator('.status.good').waitFor();
      // Two steps of the solution, then the person's own.
      await page.keyboard.press('z');
      await page.keyboard.press('z');
      await counts(page, 'moves', 1);
      await page.keyboard.press('z');
      await counts(page, 'moves', 0);
    },
    options,
  );
}

bothSizes('A5: a switch has it solved from the start, and that can be undone too', async (page) => {
  await openText(page, 'sokoban', ROOM);
  await press(page, 'RD');
  await counts(page, 'moves', 2);
  await page.getByText('Solve it for me', { exact: true }).click();
  await page.getByLabel('From the start', { exact: true }).check();
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page.locator('.status.good').waitFor();
  await page.getByRole('button', { name: 'To the start', exact: true }).click();
  await counts(page, 'moves', 0);
  await page.keyboard.press('z');
  await counts(page, 'moves', 2);
});

bothSizes('A5: a position without a solution says so', async (page) => {
  await openText(page, 'sokoban', '#######\n#     #\n#@$ . #\n#     #\n#######');
  await press(page, 'DRU');
  await counts(page, 'moves', 3);
  await page.keyboard.press('2');
  await page
    .locator('p')
    .filter({ hasText: /There is no solution from here; undo some moves/ })
    .waitFor();
  assert.equal(await counter(page, 'moves'), '3');
});

bothSizes(
  'A7: the man walks around walls, cell by cell',
  async (page) => {
    await openText(page, 'sokoban', ROOM);
    await page.evaluate(() => {
      window.trail = [];
      const man = document.querySelector('.piece.player');
      new MutationObserver(() => window.trail.push(Number(man.dataset.at))).observe(man, { attributeFilter: ['data-at'] });
    });
    await cell(page, 13).click();
    await counts(page, 'moves', 8);
    await page.waitForFunction(() => document.querySelector('.piece.player').dataset.at === '13');
    const trail = await page.evaluate(() => [...new Set(window.trail)]);
    assert.equal(trail.length, 8, `each cell of the way: ${trail}`);
    let at = 9;
    for (const next of trail) {
      assert.ok([1, 8].includes(Math.abs(next - at)), `${at} to ${next} is one step`);
      at = next;
    }
  },
  { reducedMotion: 'no-preference' },
);

bothSizes(
  'A7: a box gets its mark when it has arrived, not before, and the words come then too',
  async (page) => {
    await openText(page, 'sokoban', '######\n#@$.##\n######');
    await page.evaluate(() => {
      const box = document.querySelector('.piece.box');
      const wooden = box.innerHTML;
      const goal = () => new DOMMatrix(getComputedStyle(box).transform).e;
      window.early = [];
      const look = () => {
        if (box.innerHTML !== wooden && goal() < 340) window.early.push(goal());
        requestAnimationFrame(look);
      };
      look();
    });
    await page.keyboard.press('ArrowRight');
    await page.locator('.status.good').waitFor();
    assert.deepEqual(await page.evaluate(() => window.early), []);
    assert.match(await page.locator('.piece.box').innerHTML(), /M-20 2/);
  },
  { reducedMotion: 'no-preference' },
);

for (const [size, options] of [
  ['desktop', {}],
  ['phone', PHONE],
]) {
  pageTest(
    `B2: after a solve come both results, the replays and the next level by Enter (${size})`,
    async (page) => {
      await openLevel(page, 'sokoban', 'plyground', 2);
      await press(page, await solution('sokoban', 'plyground', 2));
      const result = page.locator('.result');
      await result.waitFor();
      const rows = await result.locator('tbody tr').allTextContents();
      assert.equal(rows.length, 2, rows.join());
      await result.getByRole('button', { name: /^Next: 3\. / }).waitFor();
      await page.waitForFunction(() => !document.querySelector('.result .primary').disabled);
      await result.getByRole('button', { name: 'Replay the best', exact: true }).click();
      await page.locator('.panel').filter({ hasText: 'Speed' }).first().waitFor();
      await page.locator('.status.good').waitFor();
      await openLevel(page, 'sokoban', 'plyground', 2);
      await press(page, await solution('sokoban', 'plyground', 2));
      await result.getByRole('button', { name: /^Next: 3\. / }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: /^3\. / }).waitFor();
      assert.ok(await result.isHidden());
    },
    options,
  );
}

bothSizes('B2: the last level of a chapter leads into the next chapter', async (page) => {
  const { levels } = (await (await fetch(`${here.server.address}/api/collections/sokobond`)).json())[0];
  await openLevel(page, 'sokobond', 'Bonding', levels);
  await press(page, await solution('sokobond', 'Bonding', levels));
  await page.locator('.result').filter({ hasText: 'Next comes “Pushing”' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^1\. / }).waitFor();
  await page.keyboard.press('p');
  await page.getByRole('heading', { name: new RegExp(`^${levels}\\. `) }).waitFor();
});

bothSizes('B4: solutions are kept, replayed and made shorter; positions are kept', async (page, size) => {
  // A board for each size: what is kept belongs to the board.
  await openText(page, 'sokoban', `#########\n#@ $   .#\n#       #\n#${size === 'phone' ? ' ' : '#'}#######\n#########`);
  // A long way around.
  await press(page, 'DRRRRUDLLLLURRRRR');
  await page.locator('.result').waitFor();
  const panel = page.locator('details').filter({ hasText: 'Solutions and positions' });
  await panel.locator('summary').click();
  await panel.locator('li').filter({ hasText: 'You 17 moves, 4 pushes' }).waitFor();
  await panel.getByRole('button', { name: 'Make it shorter', exact: true }).click();
  await panel
    .locator('p')
    .filter({ hasText: /^17 moves, 4 pushes became 5 moves, 4 pushes/ })
    .waitFor();
  await panel.locator('li').filter({ hasText: 'yours, shortened 5 moves' }).getByRole('button', { name: '▶ Replay', exact: true }).click();
  await page.locator('.status.good').filter({ hasText: '5 moves' }).waitFor();
  await page.keyboard.press('r');
  await press(page, 'RD');
  await counts(page, 'moves', 2);
  await panel.getByRole('button', { name: 'Save this position', exact: true }).click();
  await panel.getByRole('button', { name: 'Position 1', exact: true }).waitFor();
  await page.keyboard.press('r');
  await counts(page, 'moves', 0);
  await page.reload();
  await page.locator('svg.board').waitFor();
  await panel.locator('summary').click();
  await panel.getByRole('button', { name: 'Position 1', exact: true }).click();
  await counts(page, 'moves', 2);
  await panel.getByRole('button', { name: 'Drop Position 1', exact: true }).click();
  await panel.getByText('Keep a position before you try something.', { exact: true }).waitFor();
});

bothSizes('B5: signs that modify bonds are explained beside the board, and the solver waits folded', async (page) => {
  await openLevel(page, 'sokobond', 'Cutting and doubling', 2);
  const legend = page.getByLabel('What the signs mean', { exact: true });
  await legend.getByText('adds a line to a bond that passes over it', { exact: true }).waitFor();
  await legend.getByText('cuts one line of a bond that passes over it', { exact: true }).waitFor();
  assert.equal(await legend.locator('svg').count(), 2);
  assert.ok(await page.getByLabel('Seconds at most', { exact: true }).isHidden());
});

bothSizes('B5: the rules are one click away from the board', async (page) => {
  for (const world of ['sokoban', 'sokobond']) {
    await page.goto(`${here.server.address}/puzzle/${world}`);
    await page.locator('svg.board').waitFor();
    await page.getByRole('button', { name: 'Rules', exact: true }).click();
    await page.locator('dialog .rules li').nth(2).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
  }
});

bothSizes('B2: a finished pack celebrates', async (page, size) => {
  await openLevel(page, 'sokoban', 'plyground', 2);
  await page.getByRole('button', { name: 'Levels', exact: true }).click();
  await page.locator('dialog').getByRole('button', { name: 'Import …', exact: true }).click();
  await page
    .getByLabel('Levels as text', { exact: true })
    .fill(`Title: Pair ${size}\n\n#####\n#@$.#\n#####\nTitle: One\n\n######\n#@ $.#\n######\nTitle: Two\n`);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('heading', { name: '1. One', exact: true }).waitFor();
  await press(page, 'R');
  await page.getByRole('button', { name: 'Next: 2. Two', exact: true }).click();
  await page.getByRole('heading', { name: '2. Two', exact: true }).waitFor();
  await press(page, 'RR');
  await page
    .locator('.result.finished')
    .filter({ hasText: `You have finished Pair ${size}: every level of it is solved!` })
    .waitFor();
});

bothSizes('B5: tips go away when one wants none, and come back', async (page) => {
  await openLevel(page, 'sokoban', 'plyground', 1);
  await page.locator('div.tip').waitFor();
  await page.getByRole('button', { name: 'No more tips', exact: true }).click();
  await page.locator('div.tip').waitFor({ state: 'hidden' });
  await page.reload();
  await page.locator('svg.board').waitFor();
  assert.ok(await page.locator('div.tip').isHidden());
  await page.getByText('This level', { exact: true }).click();
  await page.getByLabel('Tips in the first levels', { exact: true }).check();
  await page.locator('div.tip').waitFor();
});

for (const colorScheme of ['light', 'dark'])
  for (const [size, options] of [
    ['desktop', {}],
    ['phone', PHONE],
  ])
    pageTest(
      `axe finds nothing serious on a level with its result, tips and panels open (${colorScheme}, ${size})`,
      async (page) => {
        await openLevel(page, 'sokoban', 'plyground', 1);
        await page.locator('div.tip').waitFor();
        for (const details of await page.locator('main details > summary').all()) await details.click();
        await accessible(page);
        await press(page, await solution('sokoban', 'plyground', 1));
        await page.locator('.result').waitFor();
        await page.getByRole('button', { name: /^Next: / }).waitFor();
        await page.waitForTimeout(300);
        await accessible(page);
        await page.keyboard.press('l');
        await page.locator('.levels button').first().waitFor();
        await accessible(page);
      },
      { colorScheme, ...options },
    );
