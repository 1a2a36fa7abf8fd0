import { expect, test } from './fixtures.ts';
import { FIRST_CALL } from './pages/admin-page.ts';
import { Cart } from './pages/cart.ts';
import { Checkout } from './pages/checkout.ts';
import { cartLine, signIn, signInWithCart } from './sign-in.ts';

test.describe('a payment', () => {
  test("ends in a paid order and empties the cart on the shopper's other device, except for newer items, even if the paying browser is closed", async ({
    page,
    browser,
    shopper,
  }) => {
    await signInWithCart(page, shopper, cartLine('boss-rush-tee', 'L'));
    const device = await browser.newContext();
    const phone = await device.newPage();
    await signIn(phone, shopper);

    const checkout = new Checkout(page);
    await checkout.order();
    await phone.goto('/product/pixel-ronin-tee');
    await new Cart(phone).expectUnits(1);
    await phone.getByRole('radio', { name: /^M\b/ }).check();
    await phone.getByRole('button', { name: 'Add to cart' }).click();
    await new Cart(phone).expectUnits(2);
    await page.route('**/payment/success**', (route) => route.abort());
    const wayBack = page.waitForRequest('**/payment/success**');
    await checkout.payWith('Succeeds 4242');
    await wayBack;
    await page.close();

    await new Cart(phone).expectUnits(1, FIRST_CALL);
    await phone.goto('/cart');
    await expect(new Cart(phone).lines).toContainText(['Pixel Ronin Tee']);
    await phone.goto('/account/orders');
    await expect(phone.getByRole('list', { name: 'Your orders' }).getByText('Paid')).toBeVisible();
    await device.close();
  });

  test('is not undone in the cart by a save that another device began before it', async ({
    page,
    browser,
    shopper,
  }) => {
    // Two devices and a purchase.
    test.slow();
    await signInWithCart(page, shopper, cartLine('boss-rush-tee', 'L'));
    const checkout = new Checkout(page);
    await checkout.order();
    const device = await browser.newContext();
    const phone = await device.newPage();
    await signIn(phone, shopper);

    let release: () => void = () => {};
    const paid = new Promise<void>((resolve) => {
      release = resolve;
    });
    await phone.route('**/google.firestore.v1.Firestore/Write/channel**', async (route) => {
      await paid;
      await route.continue();
    });
    const heldSave = phone.waitForRequest('**/google.firestore.v1.Firestore/Write/channel**');
    await phone.goto('/product/pixel-ronin-tee');
    await new Cart(phone).expectUnits(1);
    await phone.getByRole('radio', { name: /^M\b/ }).check();
    await phone.getByRole('button', { name: 'Add to cart' }).click();
    await new Cart(phone).expectUnits(2);
    await heldSave;
    await checkout.payWith('Succeeds 4242');
    await expect(page.getByRole('heading', { name: 'Your order is confirmed.' })).toBeVisible(FIRST_CALL);
    await new Cart(page).expectUnits(0);
    release();

    await new Cart(phone).expectUnits(1);
    await new Cart(page).expectUnits(1);
    await phone.goto('/cart');
    await expect(new Cart(phone).lines).toContainText(['Pixel Ronin Tee']);
    await device.close();
  });
});
