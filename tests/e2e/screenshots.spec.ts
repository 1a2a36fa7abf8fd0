// `npm run screenshots`. A page is opened once, then resized and switched between themes.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ShopAccount } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { writeOrder } from './orders.ts';
import { LoginPage } from './pages/login-page.ts';
import { urlOf, VISITED_ROUTES, type VisitedRoute } from './routes.ts';

const FOLDER = process.env.SAVEPOINT_SCREENSHOTS ?? 'screenshots';
const WIDTHS = [390, 768, 1440];

async function takeScreenshots(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(async () => {
        for (const image of document.images) image.loading = 'eager';
        await Promise.allSettled([...document.images].map((image) => image.decode()));
      });
      await page.screenshot({ path: join(FOLDER, `${name}-${width}-${theme}.png`), fullPage: true });
    }
  }
}

async function visit(page: Page, as: VisitedRoute['as'], account?: ShopAccount): Promise<void> {
  test.setTimeout(600_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(() => localStorage.setItem('consent', 'denied'));
  const orderId =
    account === undefined
      ? ''
      : await writeOrder(account, 'save-point-tee', as === 'admin' ? 'paid' : 'delivered');
  if (account !== undefined) await new LoginPage(page).openAndLogin(account);
  for (const route of VISITED_ROUTES.filter((visited) => visited.as === as)) {
    await page.goto(urlOf(route, orderId));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('contentinfo').waitFor();
    // The network is never idle: a signed-in page keeps a listen stream open.
    await expect(page.locator('.skeleton')).toHaveCount(0);
    await takeScreenshots(page, route.name);
  }
}

test('screenshots of guest pages', async ({ page }) => visit(page, undefined));
test('screenshots of shopper pages', async ({ page, shopper }) => visit(page, 'shopper', shopper));
test('screenshots of admin pages', async ({ page, admin }) => visit(page, 'admin', admin));
