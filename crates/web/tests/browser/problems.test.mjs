// Problems of the games and the levels of a day, as a person meets them, at desktop and phone size.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { api, startBrowser, startServer } from './app.mjs';
import { axeFinds, personTest, sizes } from './person.mjs';

let server, browser;
/** The worlds that have problems, and the days' levels. */
let games, puzzles;
before(async () => {
  server = await startServer();
  browser = await startBrowser();
  const { worlds } = await api(server.address, '/api/worlds');
  games = worlds.filter((world) => world.problems);
  puzzles = worlds.filter((world) => world.daily);
  // Levels are made when they are first asked for, which no patience of a page shall depend on.
  const { previous } = await api(server.address, '/api/daily/today');
  await api(server.address, `/api/daily/${previous}`);
});
after(async () => {
  await browser?.close();
  await server?.kill();
  server?.clean();
});
const shared = () => ({ server, browser });

/** Where a hand has to point, one after the other, for the next part of a turn. */
const cellsOf = ({ select, target }) => [...select, target];

/** Taps cells of the board. */
async function tap(page, cells) {
  for (const cell of cells) {
    const box = await page.locator(`.board [data-cell="${cell}"]`).first().boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }
}

/** How a problem stands after turns. */
const attempt = (world, number, turns) => api(server.address, `/api/problems/${world}/${number}`, { turns });

/** The parts of a turn that solves a problem from where it stands, found by the hints. */
async function solution(world, number, turns) {
  const view = await attempt(world, number, turns);
  const hint = await api(server.address, `/api/problems/${world}/${number}/hint`, { turns, step: 3 });
  const turn = /^The turn: (.*)\.$/.exec(hint.text)[1];
  const fits = view.intents.filter((intent) => turn.startsWith(intent.text));
  return fits.sort((a, b) => b.text.length - a.text.length)[0];
}

for (const [name, size] of sizes) {
  personTest(
    `${name}: a wrong turn is refuted, hints lead on, the right turns solve it and that is kept`,
    shared,
    async (page) => {
      assert.ok(games.length > 1);
      for (const { id } of games) {
        // Each size solves problems of its own: what is solved stays.
        const number = name === 'phone' ? 2 : 1;
        await page.goto(`${server.address}/problems/${id}/${number}`);
        await page.locator('svg.board').waitFor();
        assert.deepEqual(await axeFinds(page), []);
        const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(width <= 0, 'nothing sticks out');

        // A wrong turn: any that is not the solution.
        let turns = [];
        const right = await solution(id, number, turns);
        const start = await attempt(id, number, []);
        const wrong = start.intents.find((intent) => intent.text !== right.text && intent.select.length);
        await tap(page, cellsOf(wrong));
        await page.locator('.status.warn', { hasText: 'Try again' }).waitFor();
        await page.getByRole('button', { name: '⟲ Try again' }).click();
        await page.waitForFunction(() => document.querySelector('.status')?.textContent === '');

        await page.getByRole('button', { name: '✦ Hint' }).click();
        await page.locator('.lesson', { hasText: 'The idea:' }).waitFor();
        await page.getByRole('button', { name: '✦ Hint' }).click();
        await page.locator('.lesson', { hasText: 'Begin with the marked' }).waitFor();
        assert.ok((await page.locator('.spot.hint').count()) > 0);
        await page.getByRole('button', { name: '✦ Hint' }).click();
        await page.locator('.lesson', { hasText: 'The turn:' }).waitFor();

        for (let view = start; view.judgement.is !== 'solved';) {
          const part = await solution(id, number, turns);
          turns = [...turns, part.text];
          view = await attempt(id, number, turns);
          const said = page.waitForResponse((response) => response.url().endsWith(`/api/problems/${id}/${number}`));
          await tap(page, cellsOf(part));
          await said;
        }
        await page.locator('.status.good', { hasText: 'Solved' }).waitFor();
        await page.reload();
        await page.getByText('Difficulty').waitFor();
        assert.match(await page.locator(`.numbers [aria-current]`).getAttribute('aria-label'), /solved$/);
        await page.goto(`${server.address}/problems/${id}`);
        await page.locator('svg.board').waitFor();
        assert.doesNotMatch(await page.locator(`.numbers [aria-current]`).getAttribute('aria-label'), /solved$/);
      }
    },
    size,
  );

  personTest(
    `${name}: the levels of the day are found from the start page, played, solved and marked`,
    shared,
    async (page) => {
      await page.goto(server.address);
      await page.getByRole('link', { name: /Daily challenge/ }).click();
      await page.getByRole('heading', { name: /^Today: / }).waitFor();
      assert.match(page.url(), /\/daily\/\d{4}-\d\d-\d\d$/);
      assert.deepEqual(await axeFinds(page), []);
      assert.equal(await page.locator('.worlds .world').count(), puzzles.length);
      await page
        .locator('.worlds .art svg')
        .nth(puzzles.length - 1)
        .waitFor();
      const address = page.url();
      const day = address.split('/').pop();
      const { id } = puzzles[name === 'phone' ? 1 : 0];
      await page.locator(`[data-world="${id}"]`).getByRole('link', { name: /^Play/ }).click();
      await page.locator('svg.board').waitFor();
      await page.getByRole('heading', { name: new RegExp(day) }).waitFor();
      assert.ok(page.url().endsWith(`/puzzle/${id}/daily/${day}`));

      const room = await page.evaluate(() => history.state.room);
      const { info } = await api(server.address, `/api/puzzle/${room}`);
      await api(server.address, `/api/puzzle/${room}/play`, { moves: info.best.solution });
      await page.goto(address);
      await page.locator(`[data-world="${id}"]`).getByText('✓ solved').waitFor();
      await page.getByText('1 day in a row').waitFor();
      await page.getByRole('link', { name: 'The day before' }).click();
      await page.getByRole('link', { name: 'To the levels of today' }).waitFor();
    },
    size,
  );
}
