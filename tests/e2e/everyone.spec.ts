// Owns the promise that the shop works for everyone: no finding of axe on any route in either theme, one heading of the
// first level, no page wider than the screen.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { Door } from './pages/door.ts';
import { VISITED_ROUTES, type VisitedRoute } from './routes.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function findingsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
}

async function visitAll(page: Page, as: VisitedRoute['as']): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  for (const route of VISITED_ROUTES.filter((visited) => visited.as === as)) {
    await page.goto(route.path);
    await expect(page.getByRole('heading', { level: 1 }), route.path).toHaveCount(1);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    expect.soft(await findingsOf(page), `${route.path} (light)`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveClass('dark');
    expect.soft(await findingsOf(page), `${route.path} (dark)`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
  }
}

test('axe finds nothing in either theme on the pages of a guest', async ({ page }) => {
  test.setTimeout(180_000);
  await visitAll(page, undefined);
});

test('axe finds nothing in either theme on the pages of a shopper', async ({ page, shopper }) => {
  test.setTimeout(180_000);
  await new Door(page).enter(shopper);
  await visitAll(page, 'shopper');
});

test('axe finds nothing in either theme on the pages of an admin', async ({ page, admin }) => {
  test.setTimeout(180_000);
  await new Door(page).enter(admin);
  await visitAll(page, 'admin');
});

test('no page is wider than a small phone', async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 640 });
  for (const route of VISITED_ROUTES.filter(({ as }) => as === undefined)) {
    await page.goto(route.path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(width, route.path).toBeLessThanOrEqual(320);
  }
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
