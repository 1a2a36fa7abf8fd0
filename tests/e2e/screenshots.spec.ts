// `npm run screenshots`. Opens each page or state once, then resizes it and switches themes.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ShopAccount } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { writePageData } from './page-data.ts';
import { visitPageStates } from './page-states.ts';
import { FIRST_CALL } from './pages/admin-page.ts';
import { urlOf, VISITED_ROUTES, type VisitedRoute } from './routes.ts';
import { signIn, storeLocally } from './sign-in.ts';

const FOLDER = process.env.SAVEPOINT_SCREENSHOTS ?? 'screenshots';
const WIDTHS = [390, 768, 1440];
/** Forced colors use the browser's dark ones, at the narrowest and widest widths. */
const LOOKS = [
  { look: 'light', theme: 'light', forcedColors: 'none', isShown: () => true },
  { look: 'dark', theme: 'dark', forcedColors: 'none', isShown: () => true },
  { look: 'forced', theme: 'dark', forcedColors: 'active', isShown: (width: number) => width !== 768 },
] as const;

async function takeScreenshots(page: Page, name: string, widths: readonly number[] = WIDTHS): Promise<void> {
  for (const { look, theme, forcedColors, isShown } of LOOKS) {
    await page.emulateMedia({ colorScheme: theme, forcedColors });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    for (const width of widths.filter(isShown)) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(async () => {
        for (const image of document.images) image.loading = 'eager';
        await Promise.allSettled([...document.images].map((image) => image.decode()));
      });
      // Full-page screenshots show the sticky bar at the scroll position.
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      await page.screenshot({
        path: join(FOLDER, `${name}-${width}-${look}.png`),
        fullPage: (await page.locator('dialog[open]').count()) === 0,
      });
    }
  }
  await page.emulateMedia({ forcedColors: 'none' });
}

async function visit(page: Page, as: VisitedRoute['as'], account?: ShopAccount): Promise<void> {
  test.setTimeout(1_800_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const data = await writePageData(as, account);
  const withoutBanner = { consent: 'denied' };
  if (account === undefined) await storeLocally(page, withoutBanner);
  else await signIn(page, account, withoutBanner);
  for (const route of VISITED_ROUTES.filter((visited) => visited.as === as)) {
    await page.goto(urlOf(route, data));
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (as !== 'admin') await page.getByRole('contentinfo').waitFor();
    // The network is never idle: a signed-in page keeps a listen stream open.
    await expect(page.locator('.skeleton')).toHaveCount(0, FIRST_CALL);
    await takeScreenshots(page, route.name);
  }
  await visitPageStates(page, as, data, ({ name, width }) =>
    takeScreenshots(page, `state-${name}`, width === undefined ? WIDTHS : [width]),
  );
}

test('screenshots of guest pages', async ({ page }) => visit(page, undefined));
test('screenshots of shopper pages', async ({ page, shopper }) => visit(page, 'shopper', shopper));
test('screenshots of admin pages', async ({ page, admin }) => visit(page, 'admin', admin));
