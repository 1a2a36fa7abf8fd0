import { updateDocument } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { Cart } from './pages/cart.ts';
import { ProductPage } from './pages/product-page.ts';
import { installServiceWorker } from './service-worker.ts';

test.use({ serviceWorkers: 'allow' });

test('visited pages work offline and say that they are offline', async ({ page, context }) => {
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

test('a previously visited page shows changes of the shop the first time it is opened again', async ({
  page,
}) => {
  await page.goto('/');
  await installServiceWorker(page);
  for (const name of ['Checkpoint Tee', 'Continue Tee']) {
    await updateDocument('products/save-point-tee', { name, featured: true });
    await page.goto('/');
    await expect(
      page.getByRole('region', { name: 'Featured loot' }).getByRole('article').filter({ hasText: name }),
    ).toHaveCount(1);
  }
});

test('the cart works offline after a visit of a product page only', async ({ page, context }) => {
  const cart = new Cart(page);
  await page.goto('/');
  await installServiceWorker(page);
  await cart.add('save-point-tee', 'M');
  await context.setOffline(true);
  await page.goto('/cart');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/cart/i);
  await expect(cart.lines).toHaveCount(1);
  await expect(page.getByRole('banner')).toHaveCSS('position', 'sticky');
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Wishlist, / })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/wishlist/i);
});
