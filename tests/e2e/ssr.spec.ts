import type { Page } from '@playwright/test';
import { delayScripts } from './delay-scripts.ts';
import { updateDocument } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { Cart } from './pages/cart.ts';
import { LoginPage } from './pages/login-page.ts';
import { cartLine, signInWithCart } from './sign-in.ts';

test.use({ waitsForHydration: false, startsCold: true });

/** Resolves when a server-rendered page is hydrated. */
async function openAndHydrate(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('home, listing and product pages can be read, links lead from page to page, and a page that needs JavaScript says so', async ({
    page,
  }) => {
    const heading = page.getByRole('heading', { level: 1 });
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Featured loot' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Save Point Tee' }).first()).toBeVisible();
    await page.goto('/shop?sort=name');
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(
      'Arcade Dragon Tee',
    );
    await page.getByRole('banner').getByRole('link', { name: 'Shop' }).click();
    await expect(heading).toHaveText('All products');
    await page.getByRole('link', { name: 'Mana Potion Tee' }).click();
    await expect(heading).toHaveText('Mana Potion Tee');
    await expect(page.getByRole('button', { name: 'Add to cart' })).toBeDisabled();
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    // Playwright's roles and texts ignore the contents of a <noscript>.
    const explanation = page.locator('noscript p');
    await expect(explanation).toBeVisible();
    await explanation.locator('a[href="/shop"]').click();
    await expect(heading).toHaveText('All products');
  });
});

test('the wordmark is a drawing, which waits for no font; controls and fields are disabled until hydration and look as if they wait, not sold out; a click that waits for it is done, and what is typed afterwards is kept', async ({
  page,
}) => {
  const release = await delayScripts(page);
  await page.goto('/product/save-point-tee');
  const addToCart = page.getByRole('button', { name: 'Add to cart' });
  const size = page.getByRole('radio', { name: /^M\b/ });
  const email = page.getByRole('contentinfo').getByRole('textbox', { name: /email/i });
  for (const control of [addToCart, size, new Cart(page).button, email]) await expect(control).toBeDisabled();
  const colorOf = () => addToCart.evaluate((button) => getComputedStyle(button).backgroundColor);
  const color = await colorOf();
  await expect(page.getByRole('banner').getByRole('img', { name: 'Savepoint' })).toBeVisible();
  await expect(addToCart).toHaveCSS('opacity', '0.6');
  release();
  await email.fill('nobody');
  await email.press('Enter');
  await expect(email).toHaveValue('nobody');
  await expect(email).toHaveAccessibleDescription(/./);
  await expect(email).toBeFocused();
  await expect(size).toBeEnabled();
  expect(await colorOf()).toBe(color);
  await expect(addToCart).toHaveCSS('opacity', '1');
  await size.check();
  await addToCart.click();
  await new Cart(page).expectUnits(1);
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

test('a page that references a removed chunk loads the newest app', async ({ page }) => {
  for (const removed of ['index', 'product', 'libraries']) {
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
    await expect(page.getByRole('alert').filter({ hasText: 'Choose a size first.' }), removed).toBeVisible();
    await page.unroute('**/product/*');
  }
});

test('a page is hydrated in a window that is never painted', async ({ page }) => {
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {};
  });
  await openAndHydrate(page, '/product/save-point-tee');
});

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

test('a tap on Add to cart 1 s after the first paint is executed or visibly pending within 3 s, and eventually executed, on a slow phone', async ({
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
  // While the button is visibly disabled, the shopper has to wait.
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
  await signInWithCart(page, shopper, cartLine('save-point-tee', 'M'));
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
