// Owns the promise that the shop works for everyone: no finding of axe on any route in either theme, one heading of the
// first level, no page wider than the screen.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { changeDocument } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { placeOrder } from './orders.ts';
import { Door } from './pages/door.ts';
import { addressOf, VISITED_ROUTES, type VisitedRoute } from './routes.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function findingsOf(page: Page): Promise<string[]> {
  // No page has frames of another origin, so axe can sum up where it looked, without a page of its own for it.
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).setLegacyMode(true).analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
}

/** Looks at the page as it stands, in both themes. */
async function expectNoFindings(page: Page, name: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    // Colours on their way from one theme to the other are of neither. Those inside a closed <details> would never arrive.
    await page.evaluate(() => {
      for (const animation of document.getAnimations())
        if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
    });
    expect.soft(await findingsOf(page), `${name} (${theme})`).toEqual([]);
  }
}

/** Whether the page fits into a window of 320 px: what 400 % of zoom leaves of 1280 px. */
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
    await page.goto(addressOf(route, orderId));
    await expect(page.getByRole('heading', { level: 1 }), route.path).toHaveCount(1);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expectNoFindings(page, route.path);
    await expectNarrow(page, route.path);
  }
}

test('the pages of a guest have no finding of axe in either theme and fit a small phone', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await visitAll(page, undefined);
});

test('the pages of a shopper have no finding of axe in either theme and fit a small phone', async ({
  page,
  shopper,
}) => {
  test.setTimeout(180_000);
  const orderId = await placeOrder(shopper, 'boss-rush-tee', 'delivered');
  await new Door(page).enter(shopper);
  await visitAll(page, 'shopper', orderId);
});

test('the pages of an admin have no finding of axe in either theme and fit a small phone', async ({
  page,
  admin,
}) => {
  test.setTimeout(180_000);
  const orderId = await placeOrder(admin, 'boss-rush-tee', 'paid');
  await new Door(page).enter(admin);
  await visitAll(page, 'admin', orderId);
});

test('what opens over a page has no finding of axe in either theme', async ({ page }) => {
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

test('long words of shoppers wrap instead of widening the page', async ({ page, shopper }) => {
  const word = 'Lopadotemachoselachogaleo'.repeat(4);
  await changeDocument('products/dungeon-map-tee', { name: word, description: word });
  await changeDocument(`users/${shopper.uid}`, { displayName: word.slice(0, 100) });
  const line = {
    id: 'dungeon-map-tee',
    name: word,
    image: '/art/dungeon-map-tee.webp',
    price: 45,
    quantity: 1,
  };
  await page.addInitScript((lines) => localStorage.setItem('cart', JSON.stringify(lines)), [line]);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/product/dungeon-map-tee', '/shop', '/cart']) {
    await page.goto(path);
    await page.getByText(word).first().waitFor();
    expect
      .soft(await page.evaluate(() => document.documentElement.scrollWidth), path)
      .toBeLessThanOrEqual(320);
  }
});

test('who asked for less motion gets none', async ({ page }) => {
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

test('by keyboard: the skip link leads to the content, and the focus is always seen', async ({ page }) => {
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
