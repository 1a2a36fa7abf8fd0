import { expect, test } from './fixtures.ts';
import { FIRST_CALL } from './pages/admin-page.ts';
import { Cart } from './pages/cart.ts';
import { Checkout } from './pages/checkout.ts';
import { LoginPage } from './pages/login-page.ts';

test.use({ recordsActions: true });

test.describe('a payment', () => {
  // A service worker would fetch the page behind the test's back.
  test.use({ serviceWorkers: 'block' });

  test("empties the cart on the shopper's other device, except for what was added since, although the browser that paid is closed", async ({
    page,
    browser,
    shopper,
  }) => {
    await new LoginPage(page).openAndLogin(shopper);
    await new Cart(page).add('boss-rush-tee', 'L');
    const device = await browser.newContext();
    const phone = await device.newPage();
    await new LoginPage(phone).openAndLogin(shopper);
    await new Cart(phone).expectUnits(1);

    const checkout = new Checkout(page);
    await checkout.order();
    await phone.goto('/product/pixel-ronin-tee');
    await new Cart(phone).expectUnits(1);
    await phone.getByRole('radio', { name: /^M\b/ }).check({ force: true });
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
    await device.close();
  });

  test('stays out of the cart when a save that another device began before arrives after it', async ({
    page,
    browser,
    shopper,
  }) => {
    // Two devices and a purchase.
    test.slow();
    await new LoginPage(page).openAndLogin(shopper);
    await new Cart(page).add('boss-rush-tee', 'L');
    const checkout = new Checkout(page);
    await checkout.order();
    const device = await browser.newContext({ serviceWorkers: 'block' });
    const phone = await device.newPage();
    await new LoginPage(phone).openAndLogin(shopper);
    await new Cart(phone).expectUnits(1);

    let release: () => void = () => {};
    const paid = new Promise<void>((resolve) => {
      release = resolve;
    });
    await phone.route('**/google.firestore.v1.Firestore/Write/channel**', async (route) => {
      await paid;
      await route.continue();
    });
    const heldSave = phone.waitForRequest('**/google.firestore.v1.Firestore/Write/channel**');
    await new Cart(phone).add('pixel-ronin-tee', 'M');
    await heldSave;
    await checkout.payWith('Succeeds 4242');
    await expect(page.getByRole('heading', { name: 'Thank you, your order is paid!' })).toBeVisible(
      FIRST_CALL,
    );
    await new Cart(page).expectUnits(0);
    release();

    await new Cart(phone).expectUnits(1);
    await new Cart(page).expectUnits(1);
    await phone.goto('/cart');
    await expect(new Cart(phone).lines).toContainText(['Pixel Ronin Tee']);
    await device.close();
  });
});
