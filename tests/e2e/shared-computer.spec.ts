// No data of a shopper stays in a browser that the next person uses, however the session ended.
import type { Page } from '@playwright/test';
import { createAccount, deleteAccount, type ShopAccount } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { openInApp } from './open-in-app.ts';
import { writeOrder } from './orders.ts';
import { FIRST_CALL } from './pages/admin-page.ts';
import { LoginPage } from './pages/login-page.ts';
import { ProductPage } from './pages/product-page.ts';
import { installServiceWorker } from './service-worker.ts';
import { signIn } from './sign-in.ts';
import { readStorage } from './stored-data.ts';

test.use({ serviceWorkers: 'allow' });

const STREET = '1 Respawn Road';

interface Shopper {
  readonly account: ShopAccount;
  readonly orderId: string;
  /** Strings that only this shopper's data contains. */
  readonly strings: readonly string[];
}

async function createShopperWithOrder(account: ShopAccount): Promise<Shopper> {
  const orderId = await writeOrder(account, 'save-point-tee', 'delivered');
  const strings = [account.uid, account.email, account.displayName, STREET, orderId];
  return { account, orderId, strings };
}

/**
 * Signs in and opens a product, a search and an order, so that every storage of the browser holds
 * data.
 */
async function shop(page: Page, { account, orderId }: Shopper): Promise<void> {
  await signIn(page, account);
  await page.goto('/');
  await installServiceWorker(page);
  await new ProductPage(page).open('save-point-tee');
  await openInApp(page, '/shop?q=hoodie');
  await expect(page.getByRole('heading', { level: 1, name: 'hoodie' })).toBeVisible();
  await openInApp(page, `/account/orders/${orderId}`);
  await expect(page.getByText(STREET)).toBeVisible();
}

async function openOrder(page: Page, orderId: string): Promise<void> {
  await page.goto(`/account/orders/${orderId}`);
  await expect(page.getByText(STREET)).toBeVisible();
}

async function stringsIn(page: Page, { strings }: Shopper): Promise<string[]> {
  const stored = await readStorage(page);
  return strings.filter((text) => stored.includes(text));
}

const expectNothingStored = (page: Page, shopper: Shopper) =>
  expect.poll(() => stringsIn(page, shopper), { timeout: 20_000 }).toEqual([]);

const recentlyViewed = (page: Page) => page.evaluate(() => localStorage.getItem('recentlyViewed'));

test.describe('a shared computer', () => {
  let first: Shopper;
  test.beforeEach(async ({ page, shopper }) => {
    first = await createShopperWithOrder(shopper);
    await shop(page, first);
    // Without this check, the tests could not fail.
    await expect.poll(() => stringsIn(page, first)).toEqual(first.strings);
    expect(await recentlyViewed(page)).toContain('save-point-tee');
  });

  test("a sign-out in one tab removes all of the shopper's data from both tabs, even offline", async ({
    page,
    context,
  }) => {
    const otherTab = await context.newPage();
    await openOrder(otherTab, first.orderId);
    await page.evaluate(() => localStorage.setItem('recentSearches', '["hoodie"]'));
    await page.evaluate(() => localStorage.setItem('theme', 'dark'));
    await new LoginPage(page).logout();
    for (const tab of [page, otherTab]) {
      await expect(tab).toHaveURL(/\/login$/);
      await expectNothingStored(tab, first);
      await expect(tab.getByText(STREET)).toHaveCount(0);
    }
    const { recentSearches, theme, ...rest } = await otherTab.evaluate(() => ({ ...localStorage }));
    expect({ recentSearches, theme }).toEqual({ recentSearches: undefined, theme: 'dark' });
    expect(Object.keys(rest)).not.toContain('recentlyViewed');
    await context.setOffline(true);
    await otherTab.goto(`/account/orders/${first.orderId}`);
    await expect(otherTab).toHaveURL(/\/login$/);
    await expectNothingStored(otherTab, first);
  });

  test('the next shopper, offline, cannot open an order of the previous one', async ({ page, context }) => {
    await new LoginPage(page).logout();
    await expect(page).toHaveURL(/\/login$/);
    const second = await createShopperWithOrder(await createAccount({}));
    await new LoginPage(page).openAndLogin(second.account);
    await openOrder(page, second.orderId);
    await context.setOffline(true);
    await page.goto(`/account/orders/${first.orderId}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Order' })).toBeVisible();
    await expect(
      page
        .getByRole('main')
        .getByText(/could not|not in your account/i)
        .first(),
    ).toBeVisible({
      timeout: 20_000,
    });
    const found = await stringsIn(page, first);
    expect(found).not.toContain(first.account.uid);
    expect(found).not.toContain(first.account.email);
  });

  test('a sign-out without a network removes everything and persists when the network is back', async ({
    page,
    context,
  }) => {
    await context.setOffline(true);
    await new LoginPage(page).logout();
    await expect(page).toHaveURL(/\/login$/);
    await expectNothingStored(page, first);
    await context.setOffline(false);
    await page.goto('/account');
    await expect(page).toHaveURL(/\/login$/);
    await expectNothingStored(page, first);
  });

  test("a session that the server ends removes all of the shopper's data", async ({ page }) => {
    await deleteAccount(first.account);
    await page.goto('/account/orders');
    await expect(page).toHaveURL(/\/login$/);
    await expectNothingStored(page, first);
  });

  test("deleting the account removes all of the shopper's data", async ({ page }) => {
    await page.goto('/account/settings');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByLabel('Type DELETE to confirm').fill('DELETE');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page).toHaveURL(/\/login$/, FIRST_CALL);
    await expectNothingStored(page, first);
  });

  test('data of a session that ended while no tab was open is removed on the next visit', async ({
    page,
    context,
  }) => {
    // Not a page of the shop.
    await page.goto('/robots.txt');
    await page.evaluate(async () => {
      const opening = indexedDB.open('firebaseLocalStorageDb');
      await new Promise((resolve) => {
        opening.onsuccess = resolve;
      });
      const transaction = opening.result.transaction('firebaseLocalStorage', 'readwrite');
      transaction.objectStore('firebaseLocalStorage').clear();
      await new Promise((resolve) => {
        transaction.oncomplete = resolve;
      });
      opening.result.close();
    });
    expect(await stringsIn(page, first)).toContain(STREET);
    await context.setOffline(true);
    await page.goto('/');
    await expectNothingStored(page, first);
    expect(await recentlyViewed(page)).toBeNull();
  });

  test('an account that replaces another removes all of its data', async ({ page, browser }) => {
    const second = await createShopperWithOrder(await createAccount({}));
    const elsewhere = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
    await signIn(elsewhere, second.account);
    await elsewhere.goto('/robots.txt');
    const user = await elsewhere.evaluate(() => {
      const [key = ''] = Object.keys(localStorage).filter((name) => name.startsWith('firebase:authUser:'));
      return { fbase_key: key, value: JSON.parse(localStorage.getItem(key) ?? '') as object };
    });
    await elsewhere.context().close();
    // Stores what the SDK of another tab stores when an account signs in.
    await page.evaluate(async (record) => {
      const opening = indexedDB.open('firebaseLocalStorageDb');
      await new Promise((resolve) => {
        opening.onsuccess = resolve;
      });
      const transaction = opening.result.transaction('firebaseLocalStorage', 'readwrite');
      transaction.objectStore('firebaseLocalStorage').put(record);
      await new Promise((resolve) => {
        transaction.oncomplete = resolve;
      });
      opening.result.close();
    }, user);
    await page.goto('/account');
    await expect(page.getByText(second.account.email)).toBeVisible();
    const own = [first.account.uid, first.account.email, first.orderId];
    await expect
      .poll(async () => (await stringsIn(page, first)).filter((text) => own.includes(text)), {
        timeout: 20_000,
      })
      .toEqual([]);
    expect(await recentlyViewed(page)).toBeNull();
  });
});
