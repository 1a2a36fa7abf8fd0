import { updateDocument } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { Checkout } from './pages/checkout.ts';
import { LoginPage } from './pages/login-page.ts';
import { cartLine, storeLocally } from './sign-in.ts';

test("a guest's items are offered at the checkout to an account with a cart, before the order can be paid", async ({
  page,
  shopper,
}) => {
  await updateDocument(`users/${shopper.uid}`, { cart: [cartLine('boss-rush-tee', 'L')] });
  const checkout = new Checkout(page);
  await storeLocally(page, { cart: [cartLine('save-point-tee', 'M')] });
  await page.goto('/checkout');
  await new LoginPage(page).login(shopper);
  await expect(page).toHaveURL(/\/checkout$/);

  const offer = page.getByRole('region', { name: 'Added before you logged in' });
  await expect(offer).toContainText('1 × Save Point Tee, size M');
  await checkout.fill();
  await expect(checkout.pay).toBeDisabled();
  await expect(page.getByRole('main')).toContainText('Add or dismiss them, then pay.');
  await offer.getByRole('button', { name: 'Add all' }).click();
  await expect(offer).toBeHidden();
  await expect(checkout.pay).toHaveText('Pay $90.00');
  await checkout.pay.click();
  await page.waitForURL('**/c/pay/**');
  await expect(page.getByRole('button', { name: 'Pay $90.00' })).toBeVisible();
});
