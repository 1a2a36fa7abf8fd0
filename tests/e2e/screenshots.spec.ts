// Owns `npm run screenshots`: every route at three widths in both themes, for people to look at. A page is opened once
// and then resized and recoloured, as a person would.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ShopAccount } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { placeOrder } from './orders.ts';
import { Door } from './pages/door.ts';
import { addressOf, VISITED_ROUTES, type VisitedRoute } from './routes.ts';

const FOLDER = process.env.SAVEPOINT_SCREENSHOTS ?? 'screenshots';
const WIDTHS = [390, 768, 1440];

async function takePictures(page: Page, name: string): Promise<void> {
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
      : await placeOrder(account, 'save-point-tee', as === 'admin' ? 'paid' : 'delivered');
  if (account !== undefined) await new Door(page).enter(account);
  for (const route of VISITED_ROUTES.filter((visited) => visited.as === as)) {
    await page.goto(addressOf(route, orderId));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('contentinfo').waitFor();
    // Not for a network at rest: a signed-in page listens to the database for as long as it is open.
    await expect(page.locator('.skeleton')).toHaveCount(0);
    await takePictures(page, route.name);
  }
}

test('the pages of a guest', async ({ page }) => visit(page, undefined));
test('the pages of a shopper', async ({ page, shopper }) => visit(page, 'shopper', shopper));
test('the pages of an admin', async ({ page, admin }) => visit(page, 'admin', admin));
