import type { Page } from '@playwright/test';
import { deleteAccount } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { LoginPage } from './pages/login-page.ts';
import { signIn } from './sign-in.ts';

test('a session that the server ended shows an alert and redirects to /login', async ({ page, shopper }) => {
  await signIn(page, shopper);
  await deleteAccount(shopper);
  await page.goto('/account/settings');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('alert').filter({ hasText: 'Your session has ended' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
});

test.describe('a signed-in shopper', () => {
  async function expectSignedInAfterReload(page: Page, displayName: string): Promise<void> {
    await page.goto('/account');
    await expect(page.getByRole('heading', { level: 1, name: `Hi, ${displayName}` })).toBeVisible();
    await page.goto('/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Account' })).toBeVisible();
    await expect(page.getByText('Your session has ended')).toHaveCount(0);
  }

  test('stays signed in after a reload when opening IndexedDB throws', async ({ page, shopper }) => {
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('IndexedDB is disabled.', 'SecurityError');
      };
    });
    await new LoginPage(page).openAndLogin(shopper);
    await expectSignedInAfterReload(page, shopper.displayName);
  });

  test('stays signed in after a reload when opening IndexedDB fails with an error event', async ({
    page,
    shopper,
  }) => {
    await page.addInitScript(() => {
      const { open } = IDBFactory.prototype;
      IDBFactory.prototype.open = function refuse(this: IDBFactory) {
        const newer = open.call(this, 'refused', 2);
        newer.onsuccess = () => newer.result.close();
        // A lower version than the stored one: the request ends with a VersionError.
        return open.call(this, 'refused', 1);
      };
    });
    await new LoginPage(page).openAndLogin(shopper);
    await expectSignedInAfterReload(page, shopper.displayName);
  });

  test('stays signed in after a reload when IndexedDB is refused once and local storage holds no user', async ({
    page,
    shopper,
  }) => {
    await signIn(page, shopper);
    await page.addInitScript(() => {
      const { open } = IDBFactory.prototype;
      let failures = 1;
      IDBFactory.prototype.open = function failOnce(this: IDBFactory, ...args) {
        if (failures === 0) return open.apply(this, args);
        failures -= 1;
        throw new DOMException('IndexedDB is busy.', 'UnknownError');
      };
    });
    await expectSignedInAfterReload(page, shopper.displayName);
  });

  test('stays signed in after a reload when the stored user has a format that only the SDK can read', async ({
    page,
    shopper,
  }) => {
    await signIn(page, shopper);
    await page.goto('/robots.txt');
    await page.evaluate(async () => {
      const [key = ''] = Object.keys(localStorage).filter((name) => name.startsWith('firebase:authUser:'));
      const { stsTokenManager } = JSON.parse(localStorage.getItem(key) ?? '');
      localStorage.removeItem(key);
      const opening = indexedDB.open('firebaseLocalStorageDb', 1);
      opening.onupgradeneeded = () =>
        opening.result.createObjectStore('firebaseLocalStorage', { keyPath: 'fbase_key' });
      await new Promise((resolve) => {
        opening.onsuccess = resolve;
      });
      const transaction = opening.result.transaction('firebaseLocalStorage', 'readwrite');
      // The SDK also accepts a bare ID token, and then looks up its user.
      const record = { fbase_key: key, value: stsTokenManager.accessToken };
      transaction.objectStore('firebaseLocalStorage').put(record);
      await new Promise((resolve) => {
        transaction.oncomplete = resolve;
      });
      opening.result.close();
    });
    await expectSignedInAfterReload(page, shopper.displayName);
  });
});
