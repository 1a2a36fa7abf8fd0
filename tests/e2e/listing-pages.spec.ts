import type { Page } from '@playwright/test';
import { writeDocument, writeDocuments } from './documents.ts';
import { serveEmptyShell } from './empty-shell.ts';
import { expect, test } from './fixtures.ts';
import { openInApp } from './open-in-app.ts';
import { ListingPage } from './pages/listing-page.ts';
import { LoginPage } from './pages/login-page.ts';
import { installServiceWorker } from './service-worker.ts';

const PINS = 30;

test.describe('a listing of two pages', () => {
  test.use({ viewport: { width: 390, height: 700 } });

  test('a page change scrolls to the top of the list and focuses it; Back restores the position', async ({
    page,
  }) => {
    const pin = (number: number) => ({
      name: `Pin ${number}`,
      ...{ price: 5, image: '/art/save-point-tee.webp', images: [], category: 'pins' },
      ...{ rating: 0, reviews: 0, inStock: true, featured: false, description: '', features: [] },
      ...{ specifications: {}, variants: [{ stock: 3 }], status: 'active' },
    });
    await writeDocuments(
      Array.from({ length: PINS }, (_pin, number) => [`products/pin-${number}`, pin(number)]),
    );
    await writeDocument('categories/pins', {
      ...{ name: 'Pins', image: '/art/save-point-tee.webp', description: 'Pins.', featured: false },
    });
    await new ListingPage(page).open('/shop/pins');
    const list = page.getByRole('region', { name: 'Products' });
    const next = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' });
    await next.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    await next.click();
    await expect(page).toHaveURL('/shop/pins?page=2');
    await expect(list).toBeFocused();
    // Just below the sticky bar: the first product of the new page is in view.
    const top = () => list.evaluate((element) => Math.round(element.getBoundingClientRect().top));
    await expect.poll(top).toBeGreaterThanOrEqual(64);
    await expect.poll(top).toBeLessThan(200);
    await expect(list.getByRole('article')).toHaveCount(PINS - 24);
    await page.goBack();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before - 200);
  });
});

test.describe('a guest', () => {
  test('is asked to log in at an unknown URL below the account or the admin pages, and then learns that there is no such page', async ({
    page,
    shopper,
  }) => {
    await page.goto('/account/no-such-page');
    await expect(page).toHaveURL('/login');
    await new LoginPage(page).login(shopper);
    for (const path of ['/account/no-such-page', '/account/orders/one/two', '/admin/no-such-page']) {
      if (path !== '/account/no-such-page') await page.goto(path);
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
    }
  });
});

test.describe('Try again', () => {
  /** Fails every read of the catalog until the returned function is called. */
  async function breakCatalogue(page: Page): Promise<() => void> {
    let isBroken = true;
    for (const url of ['**/catalogue.json', '**/documents:runQuery*', '**/documents:batchGet*'])
      await page.route(url, (route) =>
        isBroken ? route.fulfill({ status: 403, json: {} }) : route.continue(),
      );
    return () => {
      isBroken = false;
    };
  }

  test('loads a category with its title after the products and the categories failed', async ({ page }) => {
    await serveEmptyShell(page);
    const repair = await breakCatalogue(page);
    await page.goto('/shop/accessories');
    await expect(page.getByText('We could not load the products')).toBeVisible();
    repair();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(new ListingPage(page).count).toHaveText('2 products');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accessories');
    await expect(
      page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: /^Collectibles/ }),
    ).toBeVisible();
  });

  test('loads every part of the home page that failed', async ({ page }) => {
    await serveEmptyShell(page);
    const repair = await breakCatalogue(page);
    await page.goto('/');
    await expect(page.getByText('We could not load the featured products')).toBeVisible();
    repair();
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect(page.getByRole('region', { name: 'Featured loot' }).getByRole('article')).not.toHaveCount(0);
    await expect(
      page.getByRole('region', { name: 'Pick a class' }).getByRole('link', { name: 'Apparel' }),
    ).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'From the party chat' }).getByRole('article'),
    ).not.toHaveCount(0);
  });
});

/**
 * Pages whose documents the service worker answers in different ways; the others only need their
 * chunk from it.
 */
const LOADED = ['/', '/shop', '/cart', '/no-such-page', '/account/orders'];

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow' });

  test('login and registration say that they need a network, and work again with one', async ({
    page,
    context,
    shopper,
  }) => {
    await page.goto('/login');
    await installServiceWorker(page);
    await context.setOffline(true);
    const main = page.getByRole('main');
    await expect(main.getByText('You need a network connection to log in.')).toBeVisible();
    await new LoginPage(page).login(shopper);
    await expect(main.getByRole('alert')).toHaveText(/no network connection/i);
    await page.goto('/register');
    await expect(main.getByText('You need a network connection to create an account.')).toBeVisible();
    await page.goto('/login');
    await context.setOffline(false);
    await expect(main.getByText('You need a network connection to log in.')).toHaveCount(0);
    await new LoginPage(page).login(shopper);
    await expect(page.getByRole('heading', { level: 1, name: `Hi, ${shopper.displayName}` })).toBeVisible();
  });

  test('can open every page of the shell after one visit', async ({ page, context }) => {
    test.setTimeout(120_000);
    await page.goto('/about');
    await installServiceWorker(page);
    await context.setOffline(true);
    for (const [path, heading] of [
      ['/', /never finished/],
      ['/shop', 'All products'],
      ['/cart', 'Your cart'],
      ['/wishlist', 'Your wishlist'],
      ['/payment/success', /.+/],
      ['/payment/cancel', /.+/],
      ['/login', 'Welcome back'],
      ['/register', /.+/],
      ['/about', /save point/],
      ['/contact', 'Contact'],
      ['/faq', 'Frequently asked questions'],
      ['/shipping', 'Shipping and returns'],
      ['/privacy', /.+/],
      ['/terms', /.+/],
      ['/no-such-page', 'Page Not Found'],
      ['/account/orders', 'Welcome back'],
    ] as const) {
      if (LOADED.includes(path)) await page.goto(path);
      else await openInApp(page, path);
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(heading);
      await expect(page.getByRole('contentinfo'), path).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Something went wrong' }), path).toHaveCount(0);
    }
  });
});
