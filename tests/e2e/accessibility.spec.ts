import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { updateDocument } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { writeOrder } from './orders.ts';
import { LoginPage } from './pages/login-page.ts';
import { urlOf, VISITED_ROUTES, type VisitedRoute } from './routes.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function findingsOf(page: Page): Promise<string[]> {
  // No page has frames of another origin, so legacy mode finds the same without opening a page of its own.
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).setLegacyMode(true).analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
}

/** Runs axe on the current page in both themes. */
async function expectNoFindings(page: Page, name: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    // Colours in a transition belong to neither theme. Transitions inside a closed <details> would never finish.
    await page.evaluate(() => {
      for (const animation of document.getAnimations())
        if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
    });
    expect.soft(await findingsOf(page), `${name} (${theme})`).toEqual([]);
  }
}

/** Expects no horizontal scrolling at 320 px, which is 1280 px at 400 % zoom (WCAG 1.4.10). */
async function expectNarrow(page: Page, name: string): Promise<void> {
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect.soft(width, `${name} at 320 px`).toBeLessThanOrEqual(320);
  if (wide) await page.setViewportSize(wide);
}

async function visitAll(page: Page, as: VisitedRoute['as'], orderId = ''): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const route of VISITED_ROUTES.filter((visited) => visited.as === as)) {
    await page.goto(urlOf(route, orderId));
    await expect(page.getByRole('heading', { level: 1 }), route.path).toHaveCount(1);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expectNoFindings(page, route.path);
    await expectNarrow(page, route.path);
  }
}

test('guest pages have no axe violation in either theme and fit 320 px', async ({ page }) => {
  test.setTimeout(180_000);
  await visitAll(page, undefined);
});

test('shopper pages have no axe violation in either theme and fit 320 px', async ({ page, shopper }) => {
  test.setTimeout(180_000);
  const orderId = await writeOrder(shopper, 'boss-rush-tee', 'delivered');
  await new LoginPage(page).openAndLogin(shopper);
  await visitAll(page, 'shopper', orderId);
});

test('admin pages have no axe violation in either theme and fit 320 px', async ({ page, admin }) => {
  test.setTimeout(180_000);
  const orderId = await writeOrder(admin, 'boss-rush-tee', 'paid');
  await new LoginPage(page).openAndLogin(admin);
  await visitAll(page, 'admin', orderId);
});

test('menus and dialogs have no axe violation in either theme', async ({ page }) => {
  test.setTimeout(180_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/product/boss-rush-tee');
  const main = page.getByRole('main');
  await expectNoFindings(page, 'consent banner');
  await main.getByRole('button', { name: 'Add to cart' }).click();
  await expectNoFindings(page, 'size missing');
  await main.getByRole('radio', { name: 'M', exact: true }).check({ force: true });
  await main.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Cart, 1 item' }).click();
  await expectNoFindings(page, 'cart menu');
  await page.keyboard.press('Escape');
  for (const name of ['Size guide', 'Look closer']) {
    await main.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoFindings(page, name);
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search products' }).fill('tee');
  await page.getByRole('option').first().waitFor();
  await expectNoFindings(page, 'search');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  await expectNoFindings(page, 'mobile menu');
});

test('long words in product and display names wrap instead of widening the page', async ({
  page,
  shopper,
}) => {
  const longText = 'Lopadotemachoselachogaleo'.repeat(4);
  await updateDocument('products/dungeon-map-tee', { name: longText, description: longText });
  await updateDocument(`users/${shopper.uid}`, { displayName: longText.slice(0, 100) });
  const line = {
    id: 'dungeon-map-tee',
    name: longText,
    image: '/art/dungeon-map-tee.webp',
    price: 45,
    quantity: 1,
  };
  await page.addInitScript((lines) => localStorage.setItem('cart', JSON.stringify(lines)), [line]);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/product/dungeon-map-tee', '/shop', '/cart']) {
    await page.goto(path);
    await page.getByText(longText).first().waitFor();
    expect
      .soft(await page.evaluate(() => document.documentElement.scrollWidth), path)
      .toBeLessThanOrEqual(320);
  }
});

test('nothing is animated with prefers-reduced-motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/product/save-point-tee');
  await page.getByRole('radio', { name: 'M', exact: true }).check({ force: true });
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).click();
  const toast = page.getByRole('status').getByText('Save Point Tee, size M: added to your cart.');
  await expect(toast).toBeVisible();
  const longest = await page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('*')].flatMap((element) => {
        const { animationDuration, transitionDuration } = getComputedStyle(element);
        return [...animationDuration.split(','), ...transitionDuration.split(',')].map(Number.parseFloat);
      }),
    ),
  );
  expect(longest).toBeLessThan(0.001);
});

test('the skip link moves the focus to the content, with a visible outline', async ({ page }) => {
  await page.goto('/shop');
  await page.getByText('13 products').waitFor();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
  expect(await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle)).toBe(
    'solid',
  );
});
