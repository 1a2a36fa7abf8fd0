// Optimistic updates that Firestore denies.
import type { ShopAccount } from './accounts.ts';
import { updateDocument } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { Cart } from './pages/cart.ts';
import { LoginPage } from './pages/login-page.ts';

/** With an invalid theme in the record, rules deny every update of it until the theme is valid again. */
const setTheme = ({ uid }: ShopAccount, theme: string) => updateDocument(`users/${uid}`, { theme });

test('a wishlist item that cannot be saved stays visible with an error, and Retry saves it', async ({
  page,
  shopper,
}) => {
  await new LoginPage(page).openAndLogin(shopper);
  await page.goto('/product/save-point-tee');
  const badge = page.getByRole('link', { name: 'Wishlist, 1 item' });
  await setTheme(shopper, 'none');
  await page.getByRole('main').getByRole('button', { name: 'Add Save Point Tee to wishlist' }).click();
  await expect(badge).toBeVisible();
  const alert = page.getByRole('alert').filter({ hasText: 'Could not save to cloud. Item added locally.' });
  await expect(alert).toBeVisible();
  await setTheme(shopper, 'light');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('link', { name: 'Wishlist, 1 item' }).click();
  await expect(page.getByRole('list', { name: 'Your wishlist' })).toContainText('Save Point Tee');
  await expect(page.getByText('Could not save to cloud.')).toHaveCount(0);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(badge).toBeVisible();
});

test('a cart that cannot be saved stays visible with an error, and Retry saves it', async ({
  page,
  shopper,
}) => {
  const cart = new Cart(page);
  await new LoginPage(page).openAndLogin(shopper);
  await setTheme(shopper, 'none');
  await cart.add('save-point-tee', 'M');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Cart, / })
    .click();
  await cart.dropdown.getByRole('link', { name: 'View Cart' }).click();
  const notice = page.getByRole('status').filter({ hasText: 'could not be saved to your account' });
  await expect(notice).toBeVisible();
  await expect(cart.lines).toHaveCount(1);
  await setTheme(shopper, 'light');
  await notice.getByRole('button', { name: 'Retry' }).click();
  await expect(notice).toHaveCount(0);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await cart.expectUnits(1);
});

test('an address that cannot be saved is rolled back with an error, and Retry saves it', async ({
  page,
  shopper,
}) => {
  await new LoginPage(page).openAndLogin(shopper);
  await page.goto('/account/settings');
  await page.getByRole('button', { name: 'Add an address' }).click();
  const form = page.getByRole('form', { name: 'New address' });
  await form.getByLabel('Full name').fill('Erin Endtoend');
  await form.getByLabel('Street address').fill('9 Rollback Row');
  await form.getByLabel('Postal code').fill('90210');
  await form.getByLabel('City').fill('x'.repeat(101));
  await form.getByLabel('Country').selectOption({ label: 'Germany' });
  await form.getByRole('button', { name: 'Save address' }).click();
  await expect(form.getByLabel('City')).toBeFocused();
  await expect(form.getByLabel('City')).toHaveAccessibleDescription(/100 characters; this has 101/);
  await form.getByLabel('City').fill('Berlin');
  await setTheme(shopper, 'none');
  await form.getByRole('button', { name: 'Save address' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Your addresses could not be saved.' });
  await expect(alert).toBeVisible();
  await expect(page.getByText('9 Rollback Row')).toHaveCount(0);
  await setTheme(shopper, 'light');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Your addresses are saved.')).toBeVisible();
  await expect(page.getByText('9 Rollback Row')).toBeVisible();
});

test('a display name of 10,000 characters is refused with an error at the field', async ({
  page,
  shopper,
}) => {
  await new LoginPage(page).openAndLogin(shopper);
  await page.goto('/account/settings');
  const name = page.getByRole('form', { name: 'Profile' }).getByLabel('Display name');
  await name.fill('x'.repeat(10_000));
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(/100 characters; this has 10000/);
});
