import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { ShopAccount } from './accounts.ts';
import { updateDocument } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { type PageData, writePageData } from './page-data.ts';
import { visitPageStates } from './page-states.ts';
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
  // Media queries apply with the next frame.
  await expect
    .configure({ soft: true })
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: `${name} at 320 px` })
    .toBeLessThanOrEqual(320);
  if (wide) await page.setViewportSize(wide);
}

async function visitAll(page: Page, as: VisitedRoute['as'], data: PageData): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // The banner sticks to the bottom of the window, where it may cover a part of a link. It has a check of its own, below.
  await page.addInitScript(() => localStorage.setItem('consent', 'denied'));
  for (const route of VISITED_ROUTES.filter((visited) => visited.as === as)) {
    await page.goto(urlOf(route, data));
    await expect(page.getByRole('heading', { level: 1 }), route.path).toHaveCount(1);
    if (as !== 'admin') await expect(page.getByRole('contentinfo')).toBeVisible();
    await expectNoFindings(page, route.path);
    await expectNarrow(page, route.path);
  }
}

test('guest pages have no axe violation in either theme and fit 320 px', async ({ page }) => {
  test.setTimeout(300_000);
  await visitAll(page, undefined, await writePageData(undefined));
});

test('shopper pages have no axe violation in either theme and fit 320 px', async ({ page, shopper }) => {
  test.setTimeout(180_000);
  const data = await writePageData('shopper', shopper);
  await new LoginPage(page).openAndLogin(shopper);
  await visitAll(page, 'shopper', data);
});

test('admin pages have no axe violation in either theme and fit 320 px', async ({ page, admin }) => {
  test.setTimeout(180_000);
  const data = await writePageData('admin', admin);
  await new LoginPage(page).openAndLogin(admin);
  await visitAll(page, 'admin', data);
});

test.describe('the states of a page', () => {
  // Playwright cannot intercept requests that a service worker makes.
  test.use({ serviceWorkers: 'block' });

  /** Menus and dialogs that are open, forms with errors, steps of the checkout, failures: see page-states.ts. */
  async function checkStates(page: Page, as: VisitedRoute['as'], account?: ShopAccount): Promise<void> {
    test.setTimeout(300_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript(() => localStorage.setItem('consent', 'denied'));
    const data = await writePageData(as, account);
    if (account !== undefined) await new LoginPage(page).openAndLogin(account);
    await visitPageStates(page, as, data, ({ name }) => expectNoFindings(page, name));
  }

  test('that a guest can bring about have no axe violation in either theme', async ({ page }) => {
    await checkStates(page, undefined);
  });

  test('that a shopper can bring about have no axe violation in either theme', async ({ page, shopper }) => {
    await checkStates(page, 'shopper', shopper);
  });

  test('that an admin can bring about have no axe violation in either theme', async ({ page, admin }) => {
    await checkStates(page, 'admin', admin);
  });
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
