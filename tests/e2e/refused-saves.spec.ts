// Optimistic updates that Firestore denies.
import type { ShopAccount } from './accounts.ts';
import { readDocument, updateDocument } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { Cart } from './pages/cart.ts';
import { signIn } from './sign-in.ts';

/** While the name in the record is too long, rules deny every other update of it. */
const setDisplayName = ({ uid }: ShopAccount, displayName: string) =>
  updateDocument(`users/${uid}`, { displayName });
const refuseSaves = (shopper: ShopAccount) => setDisplayName(shopper, 'x'.repeat(101));
const acceptSaves = (shopper: ShopAccount) => setDisplayName(shopper, 'Erin Endtoend');

test('a wishlist item and a cart that cannot be saved stay visible with an error, and Retry saves them', async ({
  page,
  shopper,
}) => {
  const cart = new Cart(page);
  await signIn(page, shopper);
  await page.goto('/product/save-point-tee');
  await expect(cart.button).toBeEnabled();
  const badge = page.getByRole('link', { name: 'Wishlist, 1 item' });
  await refuseSaves(shopper);
  await page.getByRole('main').getByRole('button', { name: 'Add Save Point Tee to wishlist' }).click();
  await expect(badge).toBeVisible();
  const alert = page.getByRole('alert').filter({ hasText: 'Could not save to cloud. Item added locally.' });
  await expect(alert).toBeVisible();
  await acceptSaves(shopper);
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => readDocument(`users/${shopper.uid}`)).toContain('save-point-tee');
  await expect(alert).toHaveCount(0);

  await refuseSaves(shopper);
  await page.getByRole('radio', { name: /^M\b/ }).check();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await cart.expectUnits(1);
  await cart.drawer.getByRole('link', { name: 'View cart' }).click();
  const notice = page.getByRole('status').filter({ hasText: 'could not be saved to your account' });
  await expect(notice).toBeVisible();
  await expect(cart.lines).toHaveCount(1);
  await acceptSaves(shopper);
  await notice.getByRole('button', { name: 'Retry' }).click();
  await expect(notice).toHaveCount(0);

  await badge.click();
  await expect(page.getByRole('list', { name: 'Your wishlist' })).toContainText('Save Point Tee');
  await expect(page.getByText('Could not save to cloud.')).toHaveCount(0);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(badge).toBeVisible();
  await cart.expectUnits(1);
});

test('an address that cannot be saved is rolled back with an error, and Retry saves it', async ({
  page,
  shopper,
}) => {
  await signIn(page, shopper);
  await page.goto('/account/settings');
  await page.getByRole('button', { name: 'Add an address' }).click();
  const form = page.getByRole('form', { name: 'New address' });
  await form.getByLabel('Country').selectOption({ label: 'Germany' });
  // The country has no states, so the field disappears and the button moves.
  await expect(form.getByLabel(/^State/)).toHaveCount(0);
  await form.getByLabel('Full name').fill('Erin Endtoend');
  await form.getByLabel('Street address').fill('9 Rollback Row');
  await form.getByLabel('Postal code').fill('90210');
  await form.getByLabel('City').fill('x'.repeat(101));
  await form.getByRole('button', { name: 'Save address' }).click();
  await expect(form.getByLabel('City')).toBeFocused();
  await expect(form.getByLabel('City')).toHaveAccessibleDescription(/100 characters; this has 101/);
  await form.getByLabel('City').fill('Berlin');
  await refuseSaves(shopper);
  await form.getByRole('button', { name: 'Save address' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Your addresses could not be saved.' });
  await expect(alert).toBeVisible();
  await expect(page.getByText('9 Rollback Row')).toHaveCount(0);
  await acceptSaves(shopper);
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Your addresses are saved.')).toBeVisible();
  await expect(page.getByText('9 Rollback Row')).toBeVisible();
});
