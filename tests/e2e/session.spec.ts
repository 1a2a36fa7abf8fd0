import { deleteAccount } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { LoginPage } from './pages/login-page.ts';

test('a session that the server ended shows an alert and redirects to /login', async ({ page, shopper }) => {
  await new LoginPage(page).openAndLogin(shopper);
  await deleteAccount(shopper);
  await page.goto('/account/settings');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('alert').filter({ hasText: 'your session has ended' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
});

test('signing out shows no session-ended alert', async ({ page, shopper }) => {
  const loginPage = new LoginPage(page);
  await loginPage.openAndLogin(shopper);
  await loginPage.logout();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('your session has ended')).toHaveCount(0);
});
