import { expect, test } from './fixtures.ts';
import { FIRST_CALL } from './pages/admin-page.ts';
import { Cart } from './pages/cart.ts';
import { Checkout } from './pages/checkout.ts';
import { LoginPage } from './pages/login-page.ts';

test.use({ recordsActions: true });

const SUCCESS = 'Thank you, your order is paid!';

test.describe('checkout', () => {
  test('asks for sign-in, returns, keeps its draft over a reload, and ends in a paid order', async ({
    page,
    shopper,
  }) => {
    const cart = new Cart(page);
    const checkout = new Checkout(page);
    await cart.add('save-point-tee', 'M');
    await page.goto('/checkout');
    await expect(page).toHaveURL(/\/login$/);
    await new LoginPage(page).login(shopper);
    await expect(page).toHaveURL(/\/checkout$/);
    await cart.expectUnits(1);

    await checkout.fillContact('Reloaded Shopper');
    await page.getByLabel('Street address').fill('7 Checkpoint Lane');
    await page.reload();
    await page.getByRole('button', { name: 'Edit contact' }).click();
    await expect(page.getByLabel('Full name')).toHaveValue('Reloaded Shopper');
    await page.getByRole('button', { name: 'Continue to address' }).click();
    await expect(page.getByLabel('Street address')).toHaveValue('7 Checkpoint Lane');
    await checkout.fillAddress();
    await page.getByRole('button', { name: 'Continue to review' }).click();
    await expect(page.getByRole('main')).toContainText('$50.99');
    await checkout.pay.click();
    await page.waitForURL('**/c/pay/**');

    await checkout.payWith('Succeeds 4242');
    await page.waitForURL('**/payment/success?**');
    await expect(page.getByRole('heading', { name: SUCCESS })).toBeVisible(FIRST_CALL);
    await cart.expectUnits(0);
    await page.getByRole('link', { name: 'View order' }).click();
    await expect(page.getByRole('list', { name: 'Order history' }).getByRole('listitem')).toContainText([
      'Order placed',
      'Payment confirmed',
    ]);
    await expect(page.getByRole('main')).toContainText('1 Respawn Road');
  });

  test('shows an error at each missing field and focuses the first', async ({ page, shopper }) => {
    await new LoginPage(page).openAndLogin(shopper);
    await new Cart(page).add('save-point-tee', 'M');
    await page.goto('/checkout');
    await page.getByLabel('Full name').fill('');
    await page.getByRole('button', { name: 'Continue to address' }).click();
    await expect(page.getByLabel('Full name')).toBeFocused();
    await expect(page.getByLabel('Full name')).toHaveAccessibleDescription(/Enter the recipient's name/);
    await new Checkout(page).fillContact();
    await page.getByRole('button', { name: 'Continue to delivery' }).click();
    await expect(page.getByLabel('Country')).toBeFocused();
    await expect(page.getByLabel('City')).toHaveAccessibleDescription('Enter the town or city.');
  });

  test('disables Pay while offline and says why', async ({ page, shopper, context }) => {
    await new LoginPage(page).openAndLogin(shopper);
    await new Cart(page).add('save-point-tee', 'M');
    await page.goto('/checkout');
    const checkout = new Checkout(page);
    await checkout.fill();
    await context.setOffline(true);
    await expect(page.getByRole('main')).toContainText('You are offline.');
    await expect(checkout.pay).toBeDisabled();
    await context.setOffline(false);
    await expect(checkout.pay).toBeEnabled();
  });
});

test.describe('payment', () => {
  test.beforeEach(async ({ page, shopper }) => {
    await new LoginPage(page).openAndLogin(shopper);
    await new Cart(page).add('respawn-club-tee', 'L');
  });

  test('succeeds with a second card after a declined one', async ({ page }) => {
    const checkout = new Checkout(page);
    await checkout.order();
    await checkout.payWith('declined');
    await expect(page.getByRole('alert')).toContainText(/declined/i);
    await checkout.payWith('Succeeds 4242');
    await expect(page.getByRole('heading', { name: SUCCESS })).toBeVisible(FIRST_CALL);
  });

  test('keeps the cart when the shopper returns without paying, and can be retried', async ({ page }) => {
    const checkout = new Checkout(page);
    await checkout.order();
    await page.getByRole('link', { name: /back/i }).first().click();
    await page.waitForURL('**/payment/cancel?**');
    await expect(page.getByRole('heading', { name: 'Your order is waiting for payment' })).toBeVisible();
    await new Cart(page).expectUnits(1);
    await page.getByRole('button', { name: 'Pay now' }).click();
    await page.waitForURL('**/c/pay/**');
    await checkout.payWith('Succeeds 4242');
    await expect(page.getByRole('heading', { name: SUCCESS })).toBeVisible(FIRST_CALL);
    await new Cart(page).expectUnits(0);
  });

  test('has one order that waits for payment after the shopper went back and changed the delivery', async ({
    page,
  }) => {
    const checkout = new Checkout(page);
    await checkout.order();
    await page.goBack();
    await page.getByRole('button', { name: 'Edit delivery' }).click();
    await page.getByRole('radio', { name: /Express/ }).check();
    await page.getByRole('button', { name: 'Continue to review' }).click();
    await checkout.pay.click();
    await page.waitForURL('**/c/pay/**');
    await page.goto('/account/orders');
    await expect(page.getByText('Waiting for payment')).toHaveCount(1);
    await expect(page.getByText('Cancelled', { exact: true })).toHaveCount(1);
  });

  test('succeeds after 3-D Secure authentication', async ({ page }) => {
    const checkout = new Checkout(page);
    await checkout.order();
    await checkout.payWith('3-D Secure 3184');
    await page.getByRole('button', { name: 'Complete authentication' }).click();
    await expect(page.getByRole('heading', { name: SUCCESS })).toBeVisible(FIRST_CALL);
  });

  test.describe('without a service worker', () => {
    // A service worker would fetch the page behind the test's back.
    test.use({ serviceWorkers: 'block' });

    test('ends in a paid order and an empty cart when the tab is closed before the redirect', async ({
      page,
      context,
    }) => {
      const checkout = new Checkout(page);
      await checkout.order();
      await page.route('**/payment/success**', (route) => route.abort());
      const wayBack = page.waitForRequest('**/payment/success**');
      await checkout.payWith('Succeeds 4242');
      await wayBack;
      await page.close();
      const later = await context.newPage();
      await later.goto('/account/orders');
      await expect(later.getByRole('list', { name: 'Your orders' }).getByText('Paid')).toBeVisible();
      await new Cart(later).expectUnits(0);
    });
  });

  test('creates one order on a double click', async ({ page }) => {
    const checkout = new Checkout(page);
    await page.goto('/checkout');
    await checkout.fill();
    await checkout.pay.dblclick();
    await page.waitForURL('**/c/pay/**');
    await page.goto('/account/orders');
    await expect(page.getByRole('list', { name: 'Your orders' }).getByRole('heading')).toHaveCount(1);
  });

  test('creates no second order after Log in to see your order', async ({ page }) => {
    const checkout = new Checkout(page);
    await checkout.order();
    await page.goBack();
    const waiting = page.getByRole('region', { name: 'Order waiting for payment' });
    await expect(waiting).toBeVisible();
    await expect(waiting).not.toHaveCSS('margin-top', '0px');
    await checkout.pay.click();
    await page.waitForURL('**/c/pay/**');
    await checkout.payWith('Succeeds 4242');
    await expect(page.getByRole('heading', { name: SUCCESS })).toBeVisible(FIRST_CALL);
    await page.goto('/account/orders');
    await expect(page.getByRole('list', { name: 'Your orders' }).getByRole('heading')).toHaveCount(1);
  });
});
