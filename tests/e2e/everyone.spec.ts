// Owns the promise that the shop works for everyone: no finding of axe on any route in either theme, one heading of the
// first level, no page wider than the screen.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './fixtures.ts';
import { Door } from './pages/door.ts';
import { VISITED_ROUTES } from './routes.ts';

for (const theme of ['light', 'dark'] as const) {
  for (const as of [undefined, 'shopper', 'admin'] as const) {
    test(`axe finds nothing: ${theme}, ${as ?? 'guest'}`, async ({ page, shopper, admin }) => {
      test.slow();
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
      if (as !== undefined) await new Door(page).enter(as === 'admin' ? admin : shopper);
      for (const route of VISITED_ROUTES.filter((visited) => visited.as === as)) {
        await page.goto(route.path);
        await expect(page.getByRole('heading', { level: 1 }), route.path).toHaveCount(1);
        await page.waitForLoadState('networkidle');
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
          .analyze();
        const found = violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
        );
        expect.soft(found, `${route.path} (${theme})`).toEqual([]);
      }
    });
  }
}

test('no page is wider than a small phone', async ({ page }) => {
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
