import type { Locator } from '@playwright/test';
import { SETTINGS } from '@savepoint/model/settings';
import { updateDocument } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { writeOrder } from './orders.ts';
import { FIRST_CALL } from './pages/admin-page.ts';
import { Cart } from './pages/cart.ts';
import { Checkout } from './pages/checkout.ts';
import { cartLine, signIn, signInWithCart } from './sign-in.ts';

const DATE = /(Mon|Tue|Wed|Thu|Fri), [A-Z][a-z]{2} \d{1,2}/;
const ADDRESS = {
  ...{ name: 'Erin Endtoend', line1: '1 Respawn Road', city: 'Beverly Hills' },
  ...{ region: 'CA', postalCode: '90210', country: 'US' },
};
const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1440, height: 900 };

test('the checkout shows the order beside every step at 1440 px, folded on a phone, saves the address and fills the next checkout with it', async ({
  page,
  shopper,
}) => {
  await page.setViewportSize(WIDE);
  const checkout = new Checkout(page);
  const summary = page.getByRole('region', { name: 'Your order' });
  await signInWithCart(page, shopper, cartLine('save-point-tee', 'M'));
  await page.goto('/checkout');
  await expect(summary.getByRole('listitem')).toContainText(['Save Point Tee']);
  await expect(summary).toContainText('Size M');
  await expect(summary.locator('img')).toBeVisible();
  await expect(summary).toContainText('$50.99');

  await test.step('on a phone it is a row with the total, and the consent banner covers no button', async () => {
    await page.setViewportSize(PHONE);
    const row = page.locator('summary').filter({ hasText: 'Your order' });
    await expect(row).toContainText('$50.99');
    const lines = page.getByRole('list', { name: 'Your items' });
    await expect(lines).toBeHidden();
    await row.click();
    await expect(lines).toContainText('Save Point Tee');
    const next = page.getByRole('button', { name: 'Continue to delivery' });
    await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible();
    // As if a shopper had scrolled until the button is the last thing on the screen.
    const isOnTop = await next.evaluate((button) => {
      const { bottom } = button.getBoundingClientRect();
      scrollBy({ top: bottom - innerHeight, behavior: 'instant' });
      const { left, top, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect(isOnTop).toBe(true);
    await page.setViewportSize(WIDE);
  });

  await expect(summary).toBeVisible();
  await expect(page.getByLabel('Save this address to my account')).toBeChecked();
  await checkout.fillAddress();
  await page.getByRole('radio', { name: /Express/ }).check();
  await expect(page.getByText(/^Duties and import taxes/)).toHaveCount(0);
  await expect(summary).toContainText('$59.99');
  await page.getByRole('button', { name: 'Continue to review' }).click();
  const [steps, side] = [await page.locator('.checkout-steps').boundingBox(), await summary.boundingBox()];
  expect(side?.x).toBeGreaterThan((steps?.x ?? 0) + (steps?.width ?? 0));
  await expect(checkout.pay).toHaveText('Pay $59.99');
  await checkout.pay.click();
  await page.waitForURL('**/c/pay/**');
  await checkout.payWith('Succeeds 4242');
  await page.waitForURL('**/payment/success?**');

  const details = page.getByRole('main');
  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload();
    await expect(page.getByRole('heading', { name: 'Your order is confirmed.' })).toBeVisible(FIRST_CALL);
    await expect(details).toContainText(/Order [0-9A-Z]{8}/);
    await expect(details).toContainText('Save Point Tee');
    await expect(details).toContainText('1 Respawn Road');
    await expect(details).toContainText('$59.99');
    await expect(page.getByRole('list', { name: 'What happens next' })).toContainText('Next business day');
  }

  await updateDocument(`users/${shopper.uid}`, { cart: [cartLine('boss-rush-tee', 'L')] });
  await page.goto('/checkout');
  await expect(page.getByRole('heading', { name: 'Review and pay' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('1 Respawn Road');
  await page.getByRole('button', { name: 'Edit contact and address' }).click();
  await expect(page.getByLabel('Street address')).toHaveValue('1 Respawn Road');
  await expect(page.getByLabel('Save this address to my account')).not.toBeChecked();
});

test('the checkout shows the delivery date, and the tax and total to be charged, in every step, and orders for that total', async ({
  page,
  shopper,
}) => {
  // A Wednesday afternoon in New York, before Thanksgiving and a weekend.
  await page.clock.setFixedTime(new Date('2026-11-25T20:00:00Z'));
  await page.setViewportSize(WIDE);
  const defaults = Object.entries(SETTINGS).map(([section, { defaults }]) => [section, defaults]);
  const settings = { ...Object.fromEntries(defaults), tax: { rate: 0.1, exceptions: [] } };
  await page.route('**/shop-settings.json', (route) => route.fulfill({ json: settings }));
  const checkout = new Checkout(page);
  const summary = page.getByRole('region', { name: 'Your order' });
  await signInWithCart(page, shopper, cartLine('save-point-tee', 'M'));
  await page.goto('/checkout');
  await expect(summary).toContainText('Tax$5.10');
  await expect(summary).toContainText('Total$56.09');
  await checkout.fillAddress();
  await expect(page.getByRole('radio', { name: /Standard/ })).toHaveAccessibleName(DATE);
  await expect(page.getByText('Get it by Fri, Dec 4')).toBeVisible();
  await expect(page.getByText('Get it by Mon, Nov 30')).toBeVisible();
  await page.getByRole('button', { name: 'Continue to review' }).click();
  await expect(checkout.pay).toHaveText('Pay $56.09');
  const ordered = page.waitForRequest('**/createOrder');
  await checkout.pay.click();
  expect((await ordered).postDataJSON().data).toMatchObject({ expectedTotalCents: 5609 });
});

test('a shopper who has ordered before is five taps away from the payment, from a listing on a phone', async ({
  browser,
  shopper,
}) => {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const ordered = await writeOrder(shopper, 'save-point-tee', 'delivered');
  await updateDocument(`orders/${ordered}`, { address: ADDRESS });
  await signIn(page, shopper, { consent: 'denied' });
  await page.goto('/shop');
  let taps = 0;
  const tap = async (target: Locator) => {
    await target.tap();
    taps += 1;
  };
  await tap(page.getByRole('button', { name: 'Quick add: Boss Rush Tee' }));
  const sizes = page.getByRole('dialog', { name: 'Boss Rush Tee' });
  await tap(sizes.locator('.size', { hasText: /^L$/ }));
  await tap(sizes.getByRole('button', { name: 'Add to cart' }));
  await tap(new Cart(page).drawer.getByRole('link', { name: 'Check out' }));
  await tap(new Checkout(page).pay);
  await page.waitForURL('**/c/pay/**');
  expect(taps).toBe(5);
  await context.close();
});

test('the pages after a payment show the state of its order: waiting or paid, however they were reached', async ({
  page,
  shopper,
}) => {
  const orderId = await writeOrder(shopper, 'save-point-tee', 'pending');
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  await signIn(page, shopper);
  await page.goto(`/payment/success?orderId=${orderId}`);
  await expect(heading('Confirming your payment…')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Save Point Tee');
  await expect(page.getByRole('main')).toContainText('$50.99');
  await updateDocument(`orders/${orderId}`, { status: 'paid' });
  await expect(heading('Your order is confirmed.')).toBeVisible();

  await updateDocument(`orders/${orderId}`, { status: 'pending' });
  await page.goto(`/payment/cancel?orderId=${orderId}`);
  await expect(heading('Your order is waiting for payment')).toBeVisible();
  await updateDocument(`orders/${orderId}`, { status: 'paid' });
  await page.reload();
  await expect(heading('This order has been paid')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('Nothing was charged');
  await expect(page.getByRole('link', { name: 'View order' })).toBeVisible();
});
