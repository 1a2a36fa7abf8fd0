// Owns `npm run screenshots`: every route at three widths in both themes, for people to look at.
import { join } from 'node:path';
import { test } from './fixtures.ts';
import { Door } from './pages/door.ts';
import { VISITED_ROUTES } from './routes.ts';

const FOLDER = process.env.SAVEPOINT_SCREENSHOTS ?? 'screenshots';

for (const width of [390, 768, 1440]) {
  for (const theme of ['light', 'dark'] as const) {
    test(`${width} px, ${theme}`, async ({ page, shopper, admin }) => {
      test.setTimeout(240_000);
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.addInitScript((value) => {
        localStorage.setItem('theme', value);
        localStorage.setItem('consent', 'denied');
      }, theme);
      for (const as of [undefined, 'shopper', 'admin'] as const) {
        if (as === 'admin') await page.context().clearCookies();
        if (as !== undefined) {
          await page.evaluate(() => indexedDB.deleteDatabase('firebaseLocalStorageDb'));
          await new Door(page).enter(as === 'admin' ? admin : shopper);
        }
        for (const route of VISITED_ROUTES.filter((visited) => visited.as === as)) {
          await page.goto(route.path);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.evaluate(() => {
            for (const image of document.images) image.loading = 'eager';
          });
          await page.waitForLoadState('networkidle');
          await page.screenshot({
            path: join(FOLDER, `${route.name}-${width}-${theme}.png`),
            fullPage: true,
          });
        }
      }
    });
  }
}
