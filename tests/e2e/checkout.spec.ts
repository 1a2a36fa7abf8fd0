import { expect, test } from './fixtures.ts';
import { readOrderTraces } from './order-traces.ts';
import { FIRST_CALL } from './pages/admin-page.ts';
import { Cart } from './pages/cart.ts';
import { Checkout } from './pages/checkout.ts';
import { LoginPage } from './pages/login-page.ts';
import { cartLine, signInWithCart, storeLocally } from './sign-in.ts';

// The last test reads the traces of the orders that the others place.
test.use({ recordsActions: true });
test.describe.configure({ timeout: 120_000 });

const SUCCESS = 'Your order is confirmed.';
const startedAt = Date.now();

test('the checkout asks for sign-in, returns, validates its fields, keeps its draft over a reload, and ends in a paid order that can be canceled before it is packed', async ({
  page,
  context,
  shopper,
}) => {
  const cart = new Cart(page);
  const checkout = new Checkout(page);
  const fullName = page.getByLabel('Full name');
  await storeLocally(page, { cart: [cartLine('save-point-tee', 'M')] });
  await page.goto('/checkout');
  await expect(page).toHaveURL(/\/login$/);
  await new LoginPage(page).login(shopper);
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.getByRole('list', { name: 'Your items' }).getByRole('listitem')).toHaveCount(1);

  await test.step('an error is shown at each missing field, and the first has the focus', async () => {
    await fullName.fill('');
    await page.getByRole('button', { name: 'Continue to delivery' }).click();
    await expect(fullName).toBeFocused();
    await expect(fullName).toHaveAccessibleDescription(/Enter the recipient's name/);
    await expect(page.getByLabel('City')).toHaveAccessibleDescription('Enter the town or city.');
  });

  await test.step('the draft is kept over a reload', async () => {
    await fullName.fill('Reloaded Shopper');
    await page.getByLabel('Street address').fill('7 Checkpoint Lane');
    await page.reload();
    await expect(fullName).toHaveValue('Reloaded Shopper');
    await expect(page.getByLabel('Street address')).toHaveValue('7 Checkpoint Lane');
  });

  await test.step('an address and a delivery that nobody chose are not skipped after a reload', async () => {
    await checkout.fillAddress();
    const next = page.getByRole('button', { name: 'Continue to review' });
    await expect(next).toBeVisible();
    await page.reload();
    await expect(next).toBeVisible();
    await expect(checkout.pay).toBeHidden();
    await next.click();
    await expect(page.getByRole('main')).toContainText('$50.99');
  });

  await test.step('Pay is disabled while offline, which is said', async () => {
    await context.setOffline(true);
    await expect(page.getByRole('main')).toContainText('You are offline.');
    await expect(checkout.pay).toBeDisabled();
    await context.setOffline(false);
    await expect(checkout.pay).toBeEnabled();
  });

  await checkout.pay.click();
  await page.waitForURL('**/c/pay/**');
  await checkout.payWith('Succeeds 4242');
  await page.waitForURL('**/payment/success?**');
  await expect(page.getByRole('heading', { name: SUCCESS })).toBeVisible(FIRST_CALL);
  await cart.expectUnits(0);
  await page.getByRole('link', { name: 'View order' }).click();
  const history = page.getByRole('list', { name: 'Order history' });
  await expect(history.getByRole('listitem')).toContainText(['Order placed', 'Payment confirmed']);
  await expect(page.getByRole('main')).toContainText('1 Respawn Road');

  await page.getByRole('button', { name: 'Cancel order' }).click();
  await page.getByRole('dialog').getByLabel('Reason (optional)').fill('Wrong size');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click();
  await expect(page.getByText('Your order is canceled.')).toBeVisible(FIRST_CALL);
  await expect(history).toContainText('Canceled');
  await expect(history).toContainText('Wrong size');
});

test('a double click on Pay, a declined card, a return without paying, and 3-D Secure authentication lead to a single paid order', async ({
  page,
  shopper,
}) => {
  const checkout = new Checkout(page);
  await signInWithCart(page, shopper, cartLine('respawn-club-tee', 'L'));
  await page.goto('/checkout');
  await checkout.fill();
  await checkout.pay.dblclick();
  await page.waitForURL('**/c/pay/**');
  await checkout.payWith('declined');
  await expect(page.getByRole('alert')).toContainText(/declined/i);

  await page.getByRole('link', { name: /back/i }).first().click();
  await page.waitForURL('**/payment/cancel?**');
  await expect(page.getByRole('heading', { name: 'Your order is waiting for payment' })).toBeVisible();
  await new Cart(page).expectUnits(1);
  await page.getByRole('button', { name: 'Pay now' }).click();
  await page.waitForURL('**/c/pay/**');
  await checkout.payWith('3-D Secure 3184');
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(page.getByRole('heading', { name: SUCCESS })).toBeVisible(FIRST_CALL);
  await new Cart(page).expectUnits(0);
  await page.goto('/account/orders');
  await expect(page.getByRole('list', { name: 'Your orders' }).getByRole('heading')).toHaveCount(1);
});

test('going back from the payment page leads to the same order, and only a change creates another one, which cancels the first', async ({
  page,
  shopper,
}) => {
  const checkout = new Checkout(page);
  await signInWithCart(page, shopper, cartLine('respawn-club-tee', 'L'));
  await checkout.order();
  await page.goBack();
  const waiting = page.getByRole('region', { name: 'Order waiting for payment' });
  await expect(waiting).toBeVisible();
  await expect(waiting).not.toHaveCSS('margin-top', '0px');
  await checkout.pay.click();
  await page.waitForURL('**/c/pay/**');
  await page.goBack();
  await page.getByRole('button', { name: 'Edit delivery' }).click();
  await page.getByRole('radio', { name: /Express/ }).check();
  await page.getByRole('button', { name: 'Continue to review' }).click();
  await checkout.pay.click();
  await page.waitForURL('**/c/pay/**');
  await page.goto('/account/orders');
  await expect(page.getByText('Waiting for payment')).toHaveCount(1);
  await expect(page.getByText('Canceled', { exact: true })).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'Your orders' }).getByRole('heading')).toHaveCount(2);
});

test('every order of these tests is one connected trace, from the click to the email if it was paid', async () => {
  // The last spans of recent actions may not have arrived.
  let orders = await readOrderTraces(startedAt);
  await expect
    .poll(
      async () => {
        orders = await readOrderTraces(startedAt);
        return {
          paid: orders.filter(({ isPaid }) => isPaid).length > 0,
          problems: orders.flatMap(({ orderId: id, problem }) =>
            problem === undefined ? [] : [`${id}: ${problem}`],
          ),
        };
      },
      { timeout: 60_000 },
    )
    .toEqual({ paid: true, problems: [] });
  const paid = orders.filter(({ isPaid }) => isPaid).length;
  test.info().annotations.push({
    type: 'figure',
    description: `${orders.length} of ${orders.length} orders connected, ${paid} of them to their email`,
  });
});

// Runs after the test of traces: of two simultaneous clicks, either may lead to the email.
test("two tabs waiting at Pay with one cart create one payable order, and the other tab's page cannot be paid afterwards", async ({
  page,
  context,
  shopper,
}) => {
  await signInWithCart(page, shopper, cartLine('respawn-club-tee', 'L'));
  const second = await context.newPage();
  await page.goto('/checkout');
  await new Checkout(page).fill();
  // All tabs of the browser share the draft.
  await second.goto('/checkout');
  await expect(new Checkout(second).pay).toBeVisible();
  await Promise.all([page, second].map((tab) => new Checkout(tab).pay.click()));
  await Promise.all([page, second].map((tab) => tab.waitForURL('**/c/pay/**')));
  await new Checkout(page).payWith('Succeeds 4242');
  await expect(page.getByRole('heading', { name: SUCCESS })).toBeVisible(FIRST_CALL);
  await second.reload();
  await expect(second.getByRole('button', { name: /^Pay \$/ })).toHaveCount(0);
  await page.goto('/account/orders');
  await expect(page.getByText('Paid', { exact: true })).toHaveCount(1);
  await expect(page.getByText('Waiting for payment')).toHaveCount(0);
});
