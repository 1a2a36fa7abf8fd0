// The product feed at the desk: a sync with its progress, history and differences, a failure, and undo. A sync hides the
// samples from everybody, so every test here ends by taking back what it left, and proves that.
import { randomUUID } from 'node:crypto';
import type { Browser } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { FIRST_CALL } from './pages/desk.ts';
import { Door } from './pages/door.ts';
import { ListingPage } from './pages/listing-page.ts';
import { platform, SyncDesk, undoAll, visibleProducts } from './pages/sync-desk.ts';

const PRODUCTS = 120;
const FIRST = 1_000_000;

/** What somebody sees who was not here before; who was may be shown what their browser remembers, for a while. */
async function seesListed(browser: Browser, products: number): Promise<void> {
  const context = await browser.newContext();
  const listing = new ListingPage(await context.newPage());
  await listing.open();
  await expect(listing.count).toHaveText(`${products} products`);
  await expect(listing.products.first().locator('img')).toHaveJSProperty('complete', true);
  await listing.page.goto('/');
  const featured = listing.page.getByRole('region', { name: 'Featured loot' });
  const isSynced = products >= PRODUCTS / 2;
  await expect(featured.getByRole('link', { name: 'Save Point Tee' })).toHaveCount(isSynced ? 0 : 1);
  await expect(featured.getByRole('article').first()).toBeVisible();
  await context.close();
}

let before: string[];
test.beforeEach(async ({ page, admin }) => {
  before = await visibleProducts();
  await platform('POST', '/reset', { products: PRODUCTS });
  await platform('POST', '/faults', { hold: true });
  await new Door(page).enter(admin);
});
test.afterEach(async ({ admin }) => {
  await platform('DELETE', '/faults');
  await undoAll(admin);
  expect(await visibleProducts()).toEqual(before);
});

test('a sync shows its progress, what it changed, and is taken back', async ({ page, browser }) => {
  test.setTimeout(120_000);
  const desk = new SyncDesk(page);
  await platform('POST', '/faults', { apiDelayMs: 1500 });
  await desk.open('sync');
  await desk.button('Sync now').click();
  await expect(desk.progress).toBeVisible(FIRST_CALL);
  await expect(desk.run(0)).toContainText(/page [1-3], \d+ products/, FIRST_CALL);
  await expect(desk.button('Syncing…')).toBeVisible();
  await desk.expectSaid(/^Synced: \d+ new, \d+ changed, 0 archived\.$/);
  await expect(desk.run(0)).toContainText(`${PRODUCTS} read`);
  await expect(desk.progress).toBeHidden();
  await seesListed(browser, (await visibleProducts()).length);
  expect((await visibleProducts()).every((product) => product.startsWith('shopify-'))).toBe(true);

  const title = `Renamed there ${randomUUID().slice(0, 8)}`;
  await platform('POST', '/faults', { apiDelayMs: 0 });
  await platform('POST', `/products/${FIRST}`, { title });
  await desk.open('sync');
  await desk.button('Sync now').click();
  await desk.expectSaid('Synced: 0 new, 1 changed, 0 archived.');
  await expect(desk.run(0)).toContainText('0 new, 1 changed');
  await desk.run(0).getByRole('button', { name: 'Show changes' }).click();
  const change = desk.list('Changes').getByRole('listitem');
  await expect(change).toHaveCount(1);
  await expect(change).toContainText(`shopify-${FIRST}`);
  await expect(change).toContainText(`→ "${title}"`);

  await desk.button('Undo this sync').click();
  await desk.expectSaid('The sync is taken back.');
  await expect(desk.run(0)).toContainText('undone');
  expect(await visibleProducts()).not.toContain(`shopify-${FIRST} ${title}`);
  await expect(desk.run(1).getByRole('button', { name: 'Undo this sync' })).toBeVisible();
  await desk.run(1).getByRole('button', { name: 'Undo this sync' }).click();
  await expect(desk.run(1)).toContainText('undone', FIRST_CALL);
  await seesListed(browser, before.length);
  await desk.expectNoted('Took a sync back', 'syncs/');
  await desk.expectNoted('Synced: 0 new, 1 changed, 0 archived', 'syncs/');
});

test('a sync that fails says why, and shoppers keep what they had', async ({ page }) => {
  const desk = new SyncDesk(page);
  await platform('POST', '/faults', { failPage: 2, failPageTimes: 50, failPageStatus: 500 });
  await desk.open('sync');
  await desk.button('Sync now').click();
  await expect(desk.run(0)).toContainText('failed', FIRST_CALL);
  await expect(desk.run(0)).toContainText('The shop platform refused a page of products');
  await expect(desk.button('Sync now')).toBeEnabled();
  expect(await visibleProducts()).toEqual(before);
});
