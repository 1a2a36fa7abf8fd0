import { expect, test } from './fixtures.ts';
import { LoginPage } from './pages/login-page.ts';

test("a guest's wishlist can be shared and is offered for merging after sign-in", async ({
  page,
  shopper,
  browser,
}) => {
  await page.goto('/product/save-point-tee');
  const heart = page.getByRole('main').getByRole('button', { name: 'Add Save Point Tee to wishlist' });
  await heart.click();
  await expect(page.getByRole('link', { name: 'Wishlist, 1 item' })).toBeVisible();
  await page.getByRole('link', { name: 'Wishlist, 1 item' }).click();
  await expect(page.getByRole('list', { name: 'Your wishlist' })).toContainText('Save Point Tee');

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto('/wishlist?items=save-point-tee,no-such-product,a%2Fb');
  await expect(visitor.getByRole('list', { name: 'Shared wishlist' })).toContainText('Save Point Tee');
  await expect(visitor.getByRole('list', { name: 'Shared wishlist' }).getByRole('link')).toHaveCount(1);
  await visitor.context().close();

  await page.getByRole('link', { name: 'Login' }).first().click();
  await new LoginPage(page).login(shopper);
  await expect(page).toHaveURL(/\/wishlist$/);
  const offer = page.getByRole('region', { name: 'Saved before you logged in' });
  await offer.getByRole('button', { name: 'Add all' }).click();
  await expect(page.getByRole('list', { name: 'Your wishlist' })).toContainText('Save Point Tee');
  await page.reload();
  await expect(page.getByRole('list', { name: 'Your wishlist' })).toContainText('Save Point Tee');
  await page.getByRole('button', { name: 'Remove Save Point Tee from wishlist' }).click();
  await expect(page.getByRole('heading', { name: 'Your wishlist is empty' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('list', { name: 'Your wishlist' })).toContainText('Save Point Tee');
});
