import { expect, test } from './fixtures.ts';
import { FIRST_CALL } from './pages/admin-page.ts';
import { Checkout } from './pages/checkout.ts';
import { cartLine, signIn, signInWithCart } from './sign-in.ts';

test('an owner issues a gift card, and a shopper redeems it once and orders without paying anything else', async ({
  page,
  browser,
  shopper,
  admin,
}) => {
  // Two people and a purchase.
  test.slow();
  const office = await (await browser.newContext()).newPage();
  await signIn(office, admin);
  await office.goto('/admin/customers');
  await office.getByRole('button', { name: 'Issue a gift card' }).click();
  const dialog = office.getByRole('dialog');
  await dialog.getByLabel('Amount in $').fill('60');
  await dialog.getByLabel('Reason').fill('Raffle');
  await dialog.getByRole('button', { name: 'Issue the card' }).click();
  const code = (await dialog.getByRole('status').locator('code').textContent(FIRST_CALL)) ?? '';
  await office.context().close();

  await signInWithCart(page, shopper, cartLine('boss-rush-tee', 'L'));
  await page.goto('/account/credit');
  await page.getByLabel('Gift card code').fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Redeem' }).click();
  await expect(page.getByRole('main')).toContainText('$60.00', FIRST_CALL);
  await page.getByLabel('Gift card code').fill(code);
  await page.getByRole('button', { name: 'Redeem' }).click();
  await expect(page.getByLabel('Gift card code')).toHaveAttribute('aria-invalid', 'true', FIRST_CALL);

  await page.goto('/checkout');
  await new Checkout(page).fillAddress();
  await page.getByRole('button', { name: 'Continue to review' }).click();
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page).toHaveURL(/\/account\/orders\/|payment\/success/, FIRST_CALL);
  await page.goto('/account/credit');
  await expect(page.getByRole('main')).toContainText('$9.01', FIRST_CALL);
});
