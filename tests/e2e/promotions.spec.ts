import { expect, test } from './fixtures.ts';
import { FIRST_CALL } from './pages/admin-page.ts';
import { Cart } from './pages/cart.ts';
import { Checkout } from './pages/checkout.ts';
import { cartLine, signIn, signInWithCart } from './sign-in.ts';

test('an owner creates a code, a shopper tries an unknown one, applies this one and pays less, and the owner sees it and refunds one item at the price paid', async ({
  page,
  browser,
  shopper,
  admin,
}) => {
  // Two people and a purchase.
  test.slow();
  const office = await (await browser.newContext()).newPage();
  await signIn(office, admin);
  await office.goto('/admin/promotions');
  await office.getByRole('button', { name: 'New promotion' }).click();
  await office.getByLabel('Name').fill('Winter sale');
  await office.getByLabel('Code (optional)').fill('winter15');
  await office.getByLabel('Percent off').fill('15');
  await office.getByLabel('Uses in all (optional)').fill('50');
  await office.getByRole('button', { name: 'Save' }).click();
  const row = office.getByRole('row', { name: /WINTER15/ });
  await expect(row).toContainText('0 of 50', FIRST_CALL);

  await signInWithCart(page, shopper, { ...cartLine('boss-rush-tee', 'L'), quantity: 3 });
  await page.goto('/cart');
  const { summary } = new Cart(page);
  const field = summary.getByRole('textbox', { name: 'Promo code' });
  await field.fill('summer');
  await summary.getByRole('button', { name: 'Apply' }).click();
  await expect(summary.getByText("We don't recognize SUMMER.")).toBeVisible(FIRST_CALL);
  await expect(field).toBeFocused();
  await field.fill(' winter15 ');
  await summary.getByRole('button', { name: 'Apply' }).click();
  await expect(summary.getByText('Winter sale (WINTER15)')).toBeVisible();
  await expect(summary).toContainText('$114.75');

  const checkout = new Checkout(page);
  await checkout.order();
  await checkout.payWith('Succeeds 4242');
  await expect(page).toHaveURL(/payment\/success/);
  await expect(page.getByText('Winter sale (WINTER15)')).toBeVisible(FIRST_CALL);

  await office.reload();
  await expect(row).toContainText('1 of 50');
  const orderId = new URL(page.url()).searchParams.get('orderId') ?? '';
  await office.goto(`/admin/orders/${orderId}`);
  await office.getByRole('button', { name: 'Partial refund' }).click();
  await office.getByLabel('Refund of Boss Rush Tee (L)').fill('1');
  await expect(office.getByLabel('Amount in $')).toHaveValue('38.25');
  await office.getByLabel('Reason').fill('A loose thread');
  await office.getByRole('button', { name: 'Refund this amount' }).click();
  await expect(office.getByText('for 1 × Boss Rush Tee (L)')).toBeVisible(FIRST_CALL);
  await office.context().close();
});
