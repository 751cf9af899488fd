// Takes a picture of every screen, desktop and phone, light and dark, into docs/screens/.
import { mkdirSync } from 'node:fs';
import { openPage, startBrowser, startServer } from './app.mjs';

const folder = new URL('../../../../docs/screens/', import.meta.url).pathname;
mkdirSync(folder, { recursive: true });
const server = await startServer();
const browser = await startBrowser();
const screens = {
  home: async (page) => page.locator('.world .art svg').nth(3).waitFor(),
  sokoban: async (page) => page.locator('svg.board').waitFor(),
  sokobond: async (page) => page.locator('svg.board').waitFor(),
  abalone: async (page) => { await page.keyboard.press('Escape'); await page.locator('svg.board').first().waitFor(); },
  'abalone-new': async (page) => page.locator('dialog svg.board').waitFor(),
  dropper: async (page) => { await page.keyboard.press('Escape'); await page.locator('svg.board').first().waitFor(); },
  watch: async (page) => { await page.getByRole('button', { name: 'Search', exact: true }).click(); await page.locator('.tree circle').first().waitFor(); await page.waitForTimeout(2500); },
  editor: async (page) => page.locator('.status.good').waitFor(),
  about: async (page) => page.locator('svg.board').nth(3).waitFor(),
};
const paths = { home: '/', sokoban: '/puzzle/sokoban', sokobond: '/puzzle/sokobond', abalone: '/game/abalone', 'abalone-new': '/game/abalone', dropper: '/game/dropper', watch: '/watch', editor: '/editor/sokoban', about: '/about' };
const sizes = { desktop: { viewport: { width: 1280, height: 860 } }, phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } };
const only = process.argv.slice(2);
for (const [size, options] of Object.entries(sizes)) {
  for (const colorScheme of ['light', 'dark']) {
    for (const [name, ready] of Object.entries(screens)) {
      if (only.length && !only.includes(name)) continue;
      const page = await openPage(browser, server.address, { ...options, colorScheme });
      await page.goto(server.address + paths[name]);
      await ready(page);
      await page.waitForTimeout(300);
      await page.screenshot({ type: "png", path: `${folder}${name}-${size}-${colorScheme}.png` });
      if (page.troubles.length) console.log(name, size, colorScheme, page.troubles);
      await page.context().close();
    }
  }
}
await browser.close();
await server.kill();
server.clean();
