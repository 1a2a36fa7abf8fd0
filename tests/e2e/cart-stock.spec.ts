import { setStock } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { Cart } from './pages/cart.ts';

const setMedium = (stock: number) => setStock('pixel-ronin-tee', [{ size: 'M', stock }]);

test('a cart line never exceeds the stock, and says so; a line that has since sold out is fixed with one click', async ({
  page,
}) => {
  const cart = new Cart(page);
  const left = page.getByRole('alert').filter({ hasText: 'Only 3 of Pixel Ronin Tee, size M are left' });
  await setMedium(3);
  await page.goto('/product/pixel-ronin-tee');
  await page.getByRole('radio', { name: /^M\b/ }).check();
  await page.getByRole('button', { name: /^Add one / }).click();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await cart.expectUnits(2);
  await cart.closeDrawer();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(left).toBeVisible();
  await cart.expectUnits(3);

  await cart.button.dblclick();
  const quantity = page.getByRole('textbox', { name: /^Quantity of Pixel Ronin Tee/ });
  await quantity.fill('40');
  await quantity.press('Enter');
  await expect(left).toBeVisible();
  await expect(quantity).toHaveValue('3');

  await setMedium(1);
  await page.reload();
  await expect(cart.lines).toContainText('Only 1 left.');
  await cart.lines.getByRole('button', { name: 'Change to 1' }).click();
  await cart.expectUnits(1);
  await expect(cart.lines).not.toContainText('Only 1 left.');
});
