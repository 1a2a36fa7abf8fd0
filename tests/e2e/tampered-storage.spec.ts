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
/**
 * A page that the server renders, and one that it does not render; the app is the same on all
 * pages.
 */
const LOADED = new Set(['/product/save-point-tee', '/cart']);

const VALUES = ['{broken', 'null', '[null, 7, {"id": {}}]', '{"uid": 7, "offered": "x", "placed": [1]}'];

test('every page renders with any of these values in every local storage key', async ({ page }) => {
  test.slow();
  for (const value of VALUES) {
    await test.step(value, async () => {
      for (const path of PATHS) {
        const what = `${path} with ${value}`;
        if (LOADED.has(path)) {
          // Not a page of the shop, because the app would write its own values.
          await page.goto('/robots.txt');
          await page.evaluate(
            ([keys, stored]) => {
              for (const key of keys) localStorage.setItem(key, stored);
            },
            [KEYS, value] as const,
          );
          await page.goto(path);
        } else await openInApp(page, path);
        await expect(page, what).toHaveURL(path === '/checkout' ? '/login' : path);
        await expect(page.getByRole('heading', { level: 1 }), what).toBeVisible();
        await expect(page.getByRole('heading', { name: 'Something went wrong' }), what).toHaveCount(0);
        await new Cart(page).expectUnits(0);
      }
    });
  }
});

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
