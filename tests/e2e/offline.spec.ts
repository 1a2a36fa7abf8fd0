// Owns the shop without a network.
import { expect, test } from './fixtures.ts';
import { ProductPage } from './pages/product-page.ts';

test('seen pages work without a network and say so', async ({ page, context }) => {
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await new ProductPage(page).open('save-point-tee');
  await page.getByRole('heading', { name: 'You may also like' }).waitFor();
  await context.setOffline(true);
  await expect(page.getByText(/You are offline/)).toBeVisible();
  await page.reload();
  await expect(new ProductPage(page).heading).toHaveText('Save Point Tee');
  await context.setOffline(false);
  await expect(page.getByText(/You are offline/)).toHaveCount(0);
});
