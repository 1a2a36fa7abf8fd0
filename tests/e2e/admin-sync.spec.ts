// A sync hides the sample products from everyone, so each test undoes its syncs and checks that
// they are undone.
import { randomUUID } from 'node:crypto';
import type { Browser } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { FIRST_CALL } from './pages/admin-page.ts';
import { ListingPage } from './pages/listing-page.ts';
import {
  controlShopifyEmulator,
  SyncAdminPage,
  undoAllSyncs,
  visibleProducts,
} from './pages/sync-admin-page.ts';
import { signIn } from './sign-in.ts';

const PRODUCTS = 120;
const FIRST = 1_000_000;

/** Checks the listing in a new browser context, which has no cached catalog. */
async function expectListed(browser: Browser, products: number): Promise<void> {
  const context = await browser.newContext();
  const listing = new ListingPage(await context.newPage());
  await listing.open();
  await expect(listing.count).toHaveText(`${products} products`);
  await expect(listing.products.first().locator('img').first()).toHaveJSProperty('complete', true);
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
  await controlShopifyEmulator('POST', '/reset', { products: PRODUCTS });
  await controlShopifyEmulator('POST', '/faults', { hold: true });
  await signIn(page, admin);
});
test.afterEach(async ({ admin }) => {
  await controlShopifyEmulator('DELETE', '/faults');
  await undoAllSyncs(admin);
  expect(await visibleProducts()).toEqual(before);
});

test('a sync shows its progress and its changes, and can be undone', async ({ page, browser }) => {
  test.setTimeout(120_000);
  const adminPage = new SyncAdminPage(page);
  await controlShopifyEmulator('POST', '/faults', { apiDelayMs: 1500 });
  await adminPage.open('sync');
  await adminPage.button('Sync now').click();
  await expect(adminPage.progress).toBeVisible(FIRST_CALL);
  await expect(adminPage.run(0)).toContainText(/page [1-3], \d+ products/, FIRST_CALL);
  await expect(adminPage.button('Syncing…')).toBeVisible();
  await adminPage.expectToast(/^Synced: \d+ new, \d+ changed, 0 archived\.$/);
  await expect(adminPage.run(0)).toContainText(`${PRODUCTS} read`);
  await expect(adminPage.progress).toBeHidden();
  await expectListed(browser, (await visibleProducts()).length);
  expect((await visibleProducts()).every((product) => product.startsWith('shopify-'))).toBe(true);

  const title = `Renamed there ${randomUUID().slice(0, 8)}`;
  await controlShopifyEmulator('POST', '/faults', { apiDelayMs: 0 });
  await controlShopifyEmulator('POST', `/products/${FIRST}`, { title });
  await adminPage.open('sync');
  await adminPage.button('Sync now').click();
  await adminPage.expectToast('Synced: 0 new, 1 changed, 0 archived.');
  await expect(adminPage.run(0)).toContainText('0 new, 1 changed');
  await adminPage.run(0).getByRole('button', { name: 'Show changes' }).click();
  const change = adminPage.list('Changes').getByRole('listitem');
  await expect(change).toHaveCount(1);
  await expect(change).toContainText(`shopify-${FIRST}`);
  await expect(change).toContainText(`→ "${title}"`);

  const question = page.getByRole('dialog', { name: 'Undo this sync?' });
  await adminPage.button('Undo this sync').click();
  await expect(question).toContainText('Gives 1 product the previous data back.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(adminPage.run(0)).not.toContainText('undone');
  await adminPage.button('Undo this sync').click();
  await question.getByRole('button', { name: 'Undo the sync' }).click();
  await adminPage.expectToast('The sync has been undone.');
  await expect(adminPage.run(0)).toContainText('undone');
  expect(await visibleProducts()).not.toContain(`shopify-${FIRST} ${title}`);
  await expect(adminPage.run(1).getByRole('button', { name: 'Undo this sync' })).toBeVisible();
  await adminPage.run(1).getByRole('button', { name: 'Undo this sync' }).click();
  await expect(question).toContainText(`Removes ${PRODUCTS} products that the sync added.`);
  await question.getByRole('button', { name: 'Undo the sync' }).click();
  await expect(adminPage.run(1)).toContainText('undone', FIRST_CALL);
  await expectListed(browser, before.length);
  await adminPage.expectAuditEntry('Undid a sync', 'syncs/');
  await adminPage.expectAuditEntry('Synced: 0 new, 1 changed, 0 archived', 'syncs/');
});

test('a failed sync shows the reason, and shoppers see the previous catalog', async ({ page }) => {
  const adminPage = new SyncAdminPage(page);
  await controlShopifyEmulator('POST', '/faults', { failPage: 2, failPageTimes: 50, failPageStatus: 500 });
  await adminPage.open('sync');
  await adminPage.button('Sync now').click();
  await expect(adminPage.run(0)).toContainText('failed', FIRST_CALL);
  await expect(adminPage.run(0)).toContainText('The shop platform refused a page of products');
  await expect(adminPage.button('Sync now')).toBeEnabled();
  expect(await visibleProducts()).toEqual(before);
});
