import type { Page, Response } from '@playwright/test';
import { delayScripts } from './delay-scripts.ts';
import { updateDocument } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { readListedScripts } from './listed-scripts.ts';
import { Cart } from './pages/cart.ts';
import { LoginPage } from './pages/login-page.ts';

// Playwright cannot count or delay requests that a service worker makes.
test.use({ serviceWorkers: 'block', waitsForHydration: false });

/** Resolves when a server-rendered page is hydrated. */
async function openAndHydrate(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('home, listing and product pages can be read', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Featured loot' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Save Point Tee' }).first()).toBeVisible();
    await page.goto('/shop?sort=name');
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(
      'Arcade Dragon Tee',
    );
    await page.goto('/product/save-point-tee');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Save Point Tee');
    await expect(page.getByRole('button', { name: 'Add to cart' })).toBeDisabled();
  });

  test('links lead from page to page, and a page that needs JavaScript says so', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: 'Shop' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('All products');
    await page.getByRole('link', { name: 'Mana Potion Tee' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mana Potion Tee');
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    // Playwright's roles and texts ignore what a <noscript> contains.
    const explanation = page.locator('noscript p');
    await expect(explanation).toBeVisible();
    await explanation.locator('a[href="/shop"]').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('All products');
  });
});

test('a control is disabled until hydration, and a click that waits for it is done', async ({ page }) => {
  const release = await delayScripts(page);
  await page.goto('/product/save-point-tee');
  const addToCart = page.getByRole('button', { name: 'Add to cart' });
  const size = page.getByRole('radio', { name: /^M\b/ });
  for (const control of [addToCart, size, new Cart(page).button]) await expect(control).toBeDisabled();
  release();
  await expect(size).toBeEnabled();
  await size.check({ force: true });
  await addToCart.click();
  await new Cart(page).expectUnits(1);
});

test('a field is disabled until hydration, and keeps what is typed afterwards', async ({ page }) => {
  const release = await delayScripts(page);
  await page.goto('/');
  const email = page.getByRole('contentinfo').getByRole('textbox', { name: /email/i });
  await expect(email).toBeDisabled();
  release();
  await email.fill('nobody');
  await email.press('Enter');
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

for (const removed of ['index', 'product', 'libraries']) {
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

for (const path of ['/', '/shop']) {
  test(`${path} is hydrated without a DateTimeFormat, because the first one of a page blocks a slow phone`, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
        construct(target, args) {
          performance.mark('DateTimeFormat');
          return new target(...args);
        },
      });
    });
    await openAndHydrate(page, path);
    const countFormats = () =>
      page.evaluate(() => performance.getEntriesByName('DateTimeFormat', 'mark').length);
    expect(await countFormats()).toBe(0);
    // It would be counted.
    await page.evaluate(() => void new Intl.DateTimeFormat('en'));
    expect(await countFormats()).toBe(1);
  });
}

test('a sort order can be chosen once the page is hydrated', async ({ page }) => {
  const release = await delayScripts(page);
  await page.goto('/shop');
  await expect(page.getByLabel('Sort by')).toBeDisabled();
  release();
  await page.getByLabel('Sort by').selectOption('Name');
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(
    'Arcade Dragon Tee',
  );
});

test('a tap on Add to cart 1 s after the first paint is done or visibly pending within 3 s, and done in the end, on a slow phone', async ({
  page,
}) => {
  await updateDocument('products/lag-slayer-gloves', {
    variants: [{ sku: 'lag-slayer-gloves', stock: 5 }],
  });
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  // Fast 3G of Chromium's developer tools.
  const bytesPerSecond = (1.6 * 1024 * 1024 * 0.9) / 8;
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 562.5,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond / 2,
  });
  await page.goto('/product/lag-slayer-gloves', { waitUntil: 'commit' });
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new PerformanceObserver(() => setTimeout(resolve, 1000)).observe({ type: 'paint', buffered: true });
      }),
  );
  const addToCart = page.getByRole('button', { name: 'Add to cart' });
  const isPending = await addToCart.isDisabled();
  const tappedAt = Date.now();
  // While the button is disabled, visibly, the shopper has to wait.
  await addToCart.click();
  await new Cart(page).expectUnits(1);
  const ms = Date.now() - tappedAt;
  test.info().annotations.push({
    type: 'figure',
    description: `${isPending ? 'disabled' : 'enabled'} when tapped, done after ${ms} ms`,
  });
  expect(isPending || ms < 3000).toBe(true);
});

test('hydration causes no layout shift and no console error, signed in and in dark mode', async ({
  page,
  shopper,
}) => {
  const consoleErrors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') consoleErrors.push(`${message.text()} ${message.location().url}`);
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
    test(`${path} requests the scripts of its first render at once, and no style sheet`, async ({ page }) => {
      const requested = new Set<string>();
      const { promise: allRequested, resolve: release } = Promise.withResolvers<void>();
      await page.route(/\/assets\/[^/]+\.(js|css)$/, async (route) => {
        const { pathname } = new URL(route.request().url());
        requested.add(pathname);
        const listed = await readListedScripts(page);
        if (listed.every((file) => requested.has(file))) release();
        // None is served before all that the page lists are requested.
        await allRequested;
        await route.continue();
      });
      await page.goto(path, { waitUntil: 'commit' });
      await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
      expect(requested.size).toBeGreaterThan(5);
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
