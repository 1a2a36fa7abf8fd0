import type { Page, Response } from '@playwright/test';
import { delayScripts } from './delay-scripts.ts';
import { expect, test } from './fixtures.ts';
import { Cart } from './pages/cart.ts';
import { LoginPage } from './pages/login-page.ts';

// Playwright cannot count or delay requests that a service worker makes.
test.use({ serviceWorkers: 'block', waitsForHydration: false });

/** Resolves when a server-rendered page is hydrated. */
async function openAndHydrate(page: Page, path: string): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('savepoint:hydrated', () =>
      document.documentElement.setAttribute('data-hydrated-once', ''),
    );
  });
  await page.goto(path);
  await page.locator('html[data-hydrated-once]').waitFor({ state: 'attached' });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('home, listing and product pages can be read', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Featured loot' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Save Point Tee' })).toBeVisible();
    await page.goto('/shop?sort=name');
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(
      'Arcade Dragon Tee',
    );
    await page.goto('/product/save-point-tee');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Save Point Tee');
    await expect(page.getByRole('button', { name: 'Add to cart' })).toBeVisible();
  });
});

test('a click before hydration is replayed after it', async ({ page }) => {
  const release = await delayScripts(page);
  await page.goto('/product/save-point-tee');
  await page.getByRole('radio', { name: /^M\b/ }).click({ force: true });
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(new Cart(page).button).toHaveAccessibleName('Cart, 0 items');
  release();
  await new Cart(page).expectUnits(1);
  await expect(page.getByRole('radio', { name: /^M\b/ })).toBeChecked();
});

test('text typed before hydration is kept and submitted after it', async ({ page }) => {
  const release = await delayScripts(page);
  await page.goto('/');
  const email = page.getByRole('contentinfo').getByRole('textbox', { name: /email/i });
  await email.fill('nobody');
  await email.press('Enter');
  release();
  await expect(email).toHaveValue('nobody');
  await expect(email).toHaveAccessibleDescription(/./);
  await expect(email).toBeFocused();
});

test('a link works before hydration, and signing in returns to the page', async ({ page, shopper }) => {
  const release = await delayScripts(page);
  await page.goto('/product/save-point-tee');
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await page.waitForURL('**/login', { waitUntil: 'commit' });
  release();
  await new LoginPage(page).login(shopper);
  await expect(page).toHaveURL(/\/product\/save-point-tee$/);
});

for (const removed of ['index', 'product', 'deferred']) {
  test(`a page that references a removed chunk (${removed}) loads the newest app`, async ({ page }) => {
    await page.route('**/product/*', async (route) => {
      const response = await route.fetch();
      const stale = (await response.text()).replaceAll(
        new RegExp(`/assets/${removed}-[^ "]*`, 'g'),
        '/assets/gone.js',
      );
      expect(stale).toContain('/assets/gone.js');
      return route.fulfill({ response, body: stale });
    });
    await page.goto('/product/save-point-tee');
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Choose a size first.' })).toBeVisible();
  });
}

test('a page is hydrated in a window that is never painted', async ({ page }) => {
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {};
  });
  await page.goto('/product/save-point-tee');
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
});

test('a sort order chosen before hydration is applied', async ({ page }) => {
  const release = await delayScripts(page);
  await page.goto('/shop');
  await page.getByLabel('Sort by').selectOption('Name');
  release();
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(
    'Arcade Dragon Tee',
  );
});

test('hydration causes no layout shift and no console error, signed in and in dark mode', async ({
  page,
  shopper,
}) => {
  const consoleErrors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') consoleErrors.push(message.text());
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await new LoginPage(page).openAndLogin(shopper);
  await new Cart(page).add('save-point-tee', 'M');
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(JSON.stringify(entry));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const path of ['/', '/shop', '/product/save-point-tee']) {
    await openAndHydrate(page, path);
    await new Cart(page).expectUnits(1);
    const totalShift = await page.evaluate(() =>
      (window as unknown as { shifts: string[] }).shifts
        .map((text) => (JSON.parse(text) as { value: number }).value)
        .reduce((sum, value) => sum + value, 0),
    );
    expect(totalShift, path).toBeLessThan(0.02);
  }
  expect(consoleErrors).toEqual([]);
});

test.describe('budgets', () => {
  /** Number of documents in the database responses that a browser received. */
  async function documentsRead(page: Page, path: string): Promise<number> {
    const counts: Promise<number>[] = [];
    page.on('response', (response: Response) => {
      if (response.url().includes('/documents') && response.request().method() !== 'OPTIONS')
        counts.push(response.text().then((text) => text.match(/"name":\s*"projects\//g)?.length ?? 0));
    });
    await openAndHydrate(page, path);
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await page.waitForLoadState('networkidle');
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }

  test('the home page reads at most 20 documents', async ({ page }) => {
    expect(await documentsRead(page, '/')).toBeLessThanOrEqual(20);
  });

  test('a listing reads at most one page of products', async ({ page }) => {
    expect(await documentsRead(page, '/shop')).toBeLessThanOrEqual(24);
  });

  for (const path of ['/', '/shop', '/product/save-point-tee']) {
    test(`${path} requests every script of its first render at once, and no style sheet`, async ({
      page,
    }) => {
      const requested = new Set<string>();
      const { promise: allRequested, resolve: release } = Promise.withResolvers<void>();
      await page.route(/\/assets\/[^/]+\.(js|css)$/, async (route) => {
        const listed = (await page.locator('#app-script').getAttribute('data-src'))?.split(' ') ?? [];
        requested.add(new URL(route.request().url()).pathname);
        if (listed.every((file) => requested.has(file))) release();
        // Scripts that the page does not name are never served, and none is served before all are requested.
        await allRequested;
        if (listed.includes(new URL(route.request().url()).pathname)) await route.continue();
      });
      await page.goto(path);
      await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
      expect([...requested].filter((file) => file.endsWith('.css'))).toEqual([]);
    });

    test(`the LCP image of ${path} is among the first 8 requests`, async ({ page }) => {
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await page.goto(path, { waitUntil: 'commit' });
      const image = page.locator('img[fetchpriority="high"]');
      await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.currentSrc)).not.toBe('');
      const source = await image.evaluate((element: HTMLImageElement) => element.currentSrc);
      await expect.poll(() => requests).toContain(source);
      expect(requests.slice(0, 8)).toContain(source);
    });
  }
});
