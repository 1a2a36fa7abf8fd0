import { updateDocument } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { FIRST_CALL } from './pages/admin-page.ts';
import { Cart } from './pages/cart.ts';
import { Checkout } from './pages/checkout.ts';
import { cartLine, signInWithCart } from './sign-in.ts';

/** Sets the price of the only size, as an admin does. */
const setPrice = (id: string, product: number, size = product) =>
  updateDocument(`products/${id}`, { price: product, variants: [{ size: 'M', stock: 20, price: size }] });

test('a size with a price of its own raises no warning in the cart and costs that price', async ({
  page,
}) => {
  await setPrice('boss-rush-tee', 45, 81);
  const cart = new Cart(page);
  await cart.add('boss-rush-tee', 'M');
  await cart.button.dblclick();
  await expect(cart.summary).toContainText('$81.00');
  await expect(cart.lines).toContainText('$81.00 each');
  await expect(page.getByRole('main')).not.toContainText(/price (is|has)/i);
});

test("a price that changes in the cart and again at checkout is shown with its total, accepted, and equal to the payment page's", async ({
  page,
  shopper,
}) => {
  const cart = new Cart(page);
  const checkout = new Checkout(page);
  await setPrice('respawn-club-tee', 52);
  await signInWithCart(page, shopper, cartLine('respawn-club-tee', 'M'));

  await page.goto('/cart');
  const change = page.getByRole('region', { name: 'New prices' });
  await expect(change).toContainText('from $45.00 to $52.00');
  await expect(cart.summary).toContainText('$52.00');

  await page.getByRole('link', { name: 'Check out' }).click();
  await checkout.fill();
  await expect(checkout.pay).toHaveText('Pay $52.00');
  await expect(checkout.pay).toBeDisabled();
  await change.getByRole('button', { name: 'Accept the new price' }).click();
  await expect(change).toBeHidden();
  await expect(checkout.pay).toBeEnabled();

  await setPrice('respawn-club-tee', 61);
  await checkout.pay.click();
  await expect(page.getByRole('alert').filter({ hasText: 'has changed' })).toBeVisible(FIRST_CALL);
  await expect(change).toContainText('from $52.00 to $61.00');
  await expect(checkout.pay).toBeDisabled();
  await change.getByRole('button', { name: 'Accept the new price' }).click();
  await expect(checkout.pay).toHaveText('Pay $61.00');
  await checkout.pay.click();
  await page.waitForURL('**/c/pay/**');
  await expect(page.getByRole('button', { name: 'Pay $61.00' })).toBeVisible();
});
