// Owns pages that come with their content: what is there without the app, what happens until it runs, and what it costs.
import type { Page, Response } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { holdApp } from './hold-app.ts';
import { Cart } from './pages/cart.ts';
import { Door } from './pages/door.ts';

// What a service worker fetches cannot be counted or held.
test.use({ serviceWorkers: 'block', waitsForApp: false });

/** Resolves when the app of a served page answers. */
async function openAndTakeOver(page: Page, path: string): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('savepoint:hydrated', () =>
      document.documentElement.setAttribute('data-taken-over', ''),
    );
  });
  await page.goto(path);
  await page.locator('html[data-taken-over]').waitFor({ state: 'attached' });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('home, listing and product can be read', async ({ page }) => {
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

test('what is pressed before the app runs is done when it does', async ({ page }) => {
  const release = await holdApp(page);
  await page.goto('/product/save-point-tee');
  await page.getByRole('radio', { name: /^M\b/ }).click({ force: true });
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(new Cart(page).button).toHaveAccessibleName('Cart, 0 items');
  release();
  await new Cart(page).expectUnits(1);
  await expect(page.getByRole('radio', { name: /^M\b/ })).toBeChecked();
});

test('what is typed before the app runs is heard when it does', async ({ page }) => {
  const release = await holdApp(page);
  await page.goto('/');
  const email = page.getByRole('contentinfo').getByRole('textbox', { name: /email/i });
  await email.fill('nobody');
  await email.press('Enter');
  release();
  await expect(email).toHaveValue('nobody');
  await expect(email).toHaveAccessibleDescription(/./);
  await expect(email).toBeFocused();
});

test('a link pressed before the app runs works by itself, and signing in leads back', async ({
  page,
  shopper,
}) => {
  const release = await holdApp(page);
  await page.goto('/product/save-point-tee');
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await page.waitForURL('**/login', { waitUntil: 'commit' });
  release();
  await new Door(page).login(shopper);
  await expect(page).toHaveURL(/\/product\/save-point-tee$/);
});

for (const gone of ['index', 'product', 'deferred']) {
  test(`a page that names a file of the app that is gone (${gone}) takes the newest app`, async ({
    page,
  }) => {
    await page.route('**/product/*', async (route) => {
      const answer = await route.fetch();
      const older = (await answer.text()).replaceAll(
        new RegExp(`/assets/${gone}-[^ "]*`, 'g'),
        '/assets/gone.js',
      );
      expect(older).toContain('/assets/gone.js');
      return route.fulfill({ response: answer, body: older });
    });
    await page.goto('/product/save-point-tee');
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Choose a size first.' })).toBeVisible();
  });
}

test('the app comes where nothing is painted', async ({ page }) => {
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {};
  });
  await page.goto('/product/save-point-tee');
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
});

test('a sort chosen before the app runs is taken', async ({ page }) => {
  const release = await holdApp(page);
  await page.goto('/shop');
  await page.getByLabel('Sort by').selectOption('Name');
  release();
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(
    'Arcade Dragon Tee',
  );
});

test('the app takes a page over without a jump or a complaint, signed in and in the dark too', async ({
  page,
  shopper,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await new Door(page).enter(shopper);
  await new Cart(page).add('save-point-tee', 'M');
  await page.addInitScript(() => {
    const jumps: string[] = [];
    Object.assign(window, { jumps });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) jumps.push(JSON.stringify(entry));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const path of ['/', '/shop', '/product/save-point-tee']) {
    await openAndTakeOver(page, path);
    await new Cart(page).expectUnits(1);
    const jumped = await page.evaluate(() =>
      (window as unknown as { jumps: string[] }).jumps
        .map((text) => (JSON.parse(text) as { value: number }).value)
        .reduce((sum, value) => sum + value, 0),
    );
    expect(jumped, path).toBeLessThan(0.02);
  }
  expect(complaints).toEqual([]);
});

test.describe('budgets', () => {
  /** Documents that a browser read of the database, by the answers it got. */
  async function documentsRead(page: Page, path: string): Promise<number> {
    const answers: Promise<number>[] = [];
    page.on('response', (response: Response) => {
      if (response.url().includes('/documents') && response.request().method() !== 'OPTIONS')
        answers.push(response.text().then((text) => text.match(/"name":\s*"projects\//g)?.length ?? 0));
    });
    await openAndTakeOver(page, path);
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await page.waitForLoadState('networkidle');
    return (await Promise.all(answers)).reduce((sum, count) => sum + count, 0);
  }

  test('home reads at most 20 documents', async ({ page }) => {
    expect(await documentsRead(page, '/')).toBeLessThanOrEqual(20);
  });

  test('a listing reads at most one page of products', async ({ page }) => {
    expect(await documentsRead(page, '/shop')).toBeLessThanOrEqual(24);
  });

  for (const path of ['/', '/shop', '/product/save-point-tee']) {
    test(`${path} asks at once for all that it runs until it answers, and for no styles`, async ({
      page,
    }) => {
      const asked = new Set<string>();
      const { promise: allAsked, resolve: say } = Promise.withResolvers<void>();
      await page.route(/\/assets\/[^/]+\.(js|css)$/, async (route) => {
        const named = (await page.locator('#app-script').getAttribute('data-src'))?.split(' ') ?? [];
        asked.add(new URL(route.request().url()).pathname);
        if (named.every((file) => asked.has(file))) say();
        // What is not named never comes, and nothing comes before all is asked for.
        await allAsked;
        if (named.includes(new URL(route.request().url()).pathname)) await route.continue();
      });
      await page.goto(path);
      await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
      expect([...asked].filter((file) => file.endsWith('.css'))).toEqual([]);
    });

    test(`the picture that matters on ${path} is among the first 8 requests`, async ({ page }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(path, { waitUntil: 'commit' });
      const picture = page.locator('img[fetchpriority="high"]');
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc)).not.toBe('');
      const source = await picture.evaluate((image: HTMLImageElement) => image.currentSrc);
      await expect.poll(() => asked).toContain(source);
      expect(asked.slice(0, 8)).toContain(source);
    });
  }
});
