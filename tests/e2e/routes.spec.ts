// Each route is opened by its URL once and asked everything that is asked of all routes.
import type { Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { type PageData, writePageData } from './page-data.ts';
import { LoginPage } from './pages/login-page.ts';
import { NavBar } from './pages/nav-bar.ts';
import { urlOf, VISITED_ROUTES, type VisitedRoute } from './routes.ts';
import { signIn, storeLocally } from './sign-in.ts';

test.describe.configure({ mode: 'parallel' });

/** A link of the bar that tells whether somebody is signed in, or works for the shop. */
const LINKS = { guest: 'Login', shopper: 'Account', admin: 'View shop' } as const;
type Visitor = keyof typeof LINKS;

/**
 * The banner sticks to the bottom of the window, where it may cover a part of a link. It is one of
 * the states of a page.
 */
const WITHOUT_BANNER = { consent: 'denied' };

const routesOf = (as: VisitedRoute['as']) => VISITED_ROUTES.filter((route) => route.as === as);

/** Expects the page of a URL, once it reacts. */
async function expectPage(page: Page, { heading }: VisitedRoute, url: string, as: Visitor): Promise<void> {
  const h1 = page.getByRole('heading', { level: 1 });
  await expect(new NavBar(page).themeToggle, url).toBeEnabled();
  await expect(h1, url).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Something went wrong' }), url).toHaveCount(0);
  await expect(new NavBar(page).link(LINKS[as]), url).toBeVisible();
  if (heading !== undefined)
    await expect(page.getByRole('main').getByRole('heading', { name: heading }).first(), url).toBeVisible();
  expect(await page.title(), url).toContain('Savepoint');
  expect(page.url(), url).toContain(url);
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

async function visitAll(
  page: Page,
  routes: readonly VisitedRoute[],
  data: PageData,
  as: Visitor,
): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [index, route] of routes.entries()) {
    const url = urlOf(route, data);
    await page.goto(url);
    await expectPage(page, route, url, as);
    if (as !== 'admin') await expect(page.getByRole('contentinfo')).toBeVisible();
    const isWhole = index === 0 || route.name === 'shop';
    await expectNoViolations(page, url, isWhole ? 'document' : 'what is new');
    await expectNarrow(page, url);
  }
}

for (const part of [0, 1])
  test(`guest pages open by their URL, have no axe violation in either theme and fit 320 px (${part + 1} of 2)`, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    await storeLocally(page, WITHOUT_BANNER);
    const routes = routesOf(undefined).filter((_route, index) => index % 2 === part);
    await visitAll(page, routes, await writePageData(undefined), 'guest');
  });

test('shopper pages open by their URL, have no axe violation in either theme and fit 320 px', async ({
  page,
  shopper,
}) => {
  test.setTimeout(180_000);
  const data = await writePageData('shopper', shopper);
  await signIn(page, shopper, WITHOUT_BANNER);
  await visitAll(page, routesOf('shopper'), data, 'shopper');
});

test('admin pages open by their URL, have no axe violation in either theme and fit 320 px', async ({
  page,
  admin,
}) => {
  test.setTimeout(180_000);
  const data = await writePageData('admin', admin);
  await signIn(page, admin, WITHOUT_BANNER);
  await visitAll(page, routesOf('admin'), data, 'admin');
});

/** One URL of each public route; those for guests lead away somebody who is signed in. */
const PUBLIC = new Set([
  ...['home', 'shop', 'category', 'product', 'cart', 'wishlist', 'payment-success', 'payment-cancel'],
  ...['auth-action-dead', 'unsubscribe', 'about', 'not-found'],
]);

test('a signed-in shopper stays on the page and signed in on every public route', async ({
  page,
  shopper,
}) => {
  const data = await writePageData('shopper', shopper);
  await signIn(page, shopper);
  for (const route of VISITED_ROUTES.filter(({ name }) => PUBLIC.has(name))) {
    const url = urlOf(route, data);
    await page.goto(url);
    await expectPage(page, route, url, 'shopper');
  }
});

for (const [as, names] of [
  ['shopper', ['home', 'about', 'account-order']],
  ['admin', ['admin-order']],
] as const)
  test(`a signed-in ${as} stays on the page and signed in after a reload`, async ({
    page,
    shopper,
    admin,
  }) => {
    const account = as === 'admin' ? admin : shopper;
    const data = await writePageData(as, account);
    await signIn(page, account);
    for (const route of VISITED_ROUTES.filter(({ name }) => (names as readonly string[]).includes(name))) {
      const url = urlOf(route, data);
      await page.goto(url);
      await expectPage(page, route, url, as);
      const heading = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
      await page.reload();
      await expectPage(page, { ...route, heading: route.heading ?? heading }, url, as);
    }
  });

test('a deep link of a guarded route leads through the login back to its path and query', async ({
  page,
  shopper,
}) => {
  await page.goto('/account/wishlist?from=mail');
  await expect(page).toHaveURL(/\/login$/);
  await new LoginPage(page).login(shopper);
  await expect(page).toHaveURL(/\/account\/wishlist\?from=mail$/);
});
