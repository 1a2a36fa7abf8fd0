import { expect, test } from './fixtures.ts';
import { openInApp } from './open-in-app.ts';
import { Cart } from './pages/cart.ts';
import { storeLocally } from './sign-in.ts';

const KEYS = [
  ...['cart', 'savedForLater', 'cartOwner', 'guestWishlist', 'theme', 'consent', 'checkout'],
  ...['recentlyViewed', 'recentSearches', 'savepoint:session'],
];
const PATHS = [
  '/product/save-point-tee',
  '/',
  '/shop',
  '/cart',
  '/wishlist',
  '/payment/success',
  '/checkout',
];
/** A page that the server renders, and one that it does not; the app is the same on the others. */
const LOADED = new Set(['/product/save-point-tee', '/cart']);

for (const value of [
  '{broken',
  'null',
  '[null, 7, {"id": {}}]',
  '{"uid": 7, "offered": "x", "placed": [1]}',
]) {
  test(`every page renders with ${value} in every local storage key`, async ({ page }) => {
    await page.addInitScript(
      ([keys, stored]) => {
        for (const key of keys) localStorage.setItem(key, stored);
      },
      [KEYS, value] as const,
    );
    for (const path of PATHS) {
      if (LOADED.has(path)) await page.goto(path);
      else await openInApp(page, path);
      await expect(page).toHaveURL(path === '/checkout' ? '/login' : path);
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Something went wrong' }), path).toHaveCount(0);
      await new Cart(page).expectUnits(0);
    }
  });
}

test('a guest wishlist drops an item with a javascript: image and shows the others', async ({ page }) => {
  const item = (id: string, image: string) => ({ id, name: id, image, price: 45, addedAt: '2026-01-01' });
  await storeLocally(page, {
    guestWishlist: [
      item('bad', 'javascript:alert(1)'),
      item('save-point-tee', '/art/save-point-tee.webp'),
      'text',
    ],
  });
  await page.goto('/wishlist');
  await expect(page.getByRole('list', { name: 'Your wishlist' }).getByRole('listitem')).toHaveCount(1);
});
