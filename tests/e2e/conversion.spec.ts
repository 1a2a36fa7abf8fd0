import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { Cart } from './pages/cart.ts';
import { NavBar } from './pages/nav-bar.ts';
import { ProductPage } from './pages/product-page.ts';

const eventsOf = (page: Page) => page.evaluate(() => window.dataLayer as { event: string }[] | undefined);

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

test('conversion events are buffered until consent, then reported once and in order', async ({ page }) => {
  const product = new ProductPage(page);
  await product.open('save-point-tee');
  await product.size('M').check();
  await product.addToCart.click();
  await expect(new NavBar(page).cart).toHaveAccessibleName('Cart, 1 item');
  await new Cart(page).closeDrawer();
  expect(await eventsOf(page)).toBeUndefined();
  await page.getByRole('button', { name: 'Accept' }).click();
  await new NavBar(page).link('About').click();
  await expect
    .poll(() => eventsOf(page))
    .toEqual([
      { event: 'page_view', page_path: '/product/save-point-tee' },
      {
        event: 'add_to_cart',
        item_id: 'save-point-tee',
        item_name: 'Save Point Tee',
        price: 45,
        quantity: 1,
      },
      { event: 'page_view', page_path: '/about' },
    ]);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Cookies' })).toHaveCount(0);
  await expect.poll(() => eventsOf(page)).toEqual([{ event: 'page_view', page_path: '/about' }]);
});

test('without consent nothing is reported, and the choice can be changed', async ({ page }) => {
  await page.goto('/shop?size=M');
  await page.getByRole('button', { name: 'Decline' }).click();
  await new NavBar(page).link('Home').click();
  expect(await eventsOf(page)).toBeUndefined();
  await page.goto('/privacy');
  await page.getByRole('button', { name: 'Change your choice' }).click();
  await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible();
});

test('a toast does not cover the consent banner, whatever the width of the window', async ({ page }) => {
  // A toast that is still moving in is not in its final position.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/product/save-point-tee');
  // Keeps the toast for the length of the test.
  await page.clock.install();
  await page.getByRole('main').getByRole('button', { name: 'Add Save Point Tee to wishlist' }).click();
  const toast = page.getByRole('status').filter({ hasText: 'Save Point Tee: added to your wishlist.' });
  await expect(toast).toBeVisible();
  await page.clock.pauseAt(Date.now() + 1000);
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 700 });
    const [toastBox, bannerBox] = await Promise.all([
      toast.boundingBox(),
      page.getByRole('region', { name: 'Cookies' }).boundingBox(),
    ]);
    expect((toastBox?.y ?? 0) + (toastBox?.height ?? 0), `${width} px`).toBeLessThanOrEqual(
      bannerBox?.y ?? 0,
    );
  }
});
