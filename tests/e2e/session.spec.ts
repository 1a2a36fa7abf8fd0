// A session that ends unasked: said, led to the login, and back to where one was.
import { closeAccount } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { Door } from './pages/door.ts';

test('a session that has ended is said, and the page asks to log in again', async ({ page, shopper }) => {
  await new Door(page).enter(shopper);
  await closeAccount(shopper);
  await page.goto('/account/settings');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('alert').filter({ hasText: 'your session has ended' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
});

test('signing out oneself is no session that ended', async ({ page, shopper }) => {
  const door = new Door(page);
  await door.enter(shopper);
  await door.logout();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('your session has ended')).toHaveCount(0);
});
