// Runs after all files that place orders: files run in the order of their names.
import { expect, test } from './fixtures.ts';
import { readOrderTraces } from './order-traces.ts';
import { Cart } from './pages/cart.ts';
import { Checkout } from './pages/checkout.ts';
import { LoginPage } from './pages/login-page.ts';

const TIMEOUT_MS = 60_000;

test.use({ recordsActions: true });
test.describe.configure({ timeout: 180_000 });

test('every order of the browser tests is one connected trace, from the click to the email where it was paid', async ({
  page,
  shopper,
}) => {
  await new LoginPage(page).openAndLogin(shopper);
  await new Cart(page).add('save-point-tee', 'M');
  const checkout = new Checkout(page);
  await checkout.order();
  await checkout.payWith('Succeeds 4242');
  await expect(page.getByRole('heading', { name: 'Thank you, your order is paid!' })).toBeVisible({
    timeout: TIMEOUT_MS,
  });
  // Of what has just happened, the last spans are on their way.
  let orders = await readOrderTraces();
  await expect
    .poll(
      async () => {
        orders = await readOrderTraces();
        return {
          paid: orders.filter(({ isPaid }) => isPaid).length > 0,
          problems: orders.flatMap(({ orderId: id, problem }) =>
            problem === undefined ? [] : [`${id}: ${problem}`],
          ),
        };
      },
      { timeout: TIMEOUT_MS },
    )
    .toEqual({ paid: true, problems: [] });
  const paid = orders.filter(({ isPaid }) => isPaid).length;
  test.info().annotations.push({
    type: 'figure',
    description: `${orders.length} of ${orders.length} orders connected, ${paid} of them to their email`,
  });
});
