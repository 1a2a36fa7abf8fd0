// Checks that apply to all routes.
import type { Page } from '@playwright/test';
import type { ShopAccount } from './accounts.ts';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { openInApp } from './open-in-app.ts';
import { writePageData } from './page-data.ts';
import { FIRST_CALL } from './pages/admin-page.ts';
import { LoginPage } from './pages/login-page.ts';
import { NavBar } from './pages/nav-bar.ts';
import { urlOf, VISITED_ROUTES, type VisitedRoute } from './routes.ts';
import { signIn, storeLocally } from './sign-in.ts';

test.describe.configure({ mode: 'parallel' });

/** A link in the navigation bar that depends on who is signed in. */
const LINKS = { guest: 'Login', shopper: 'Account', admin: 'View shop' } as const;
type Visitor = keyof typeof LINKS;

/**
 * The banner sticks to the bottom of the window, where it may cover part of a link.
 * page-states.ts covers it.
 */
const WITHOUT_BANNER = { consent: 'denied' };

/** Expects the page of a URL to be interactive and to show its data. */
async function expectPage(
  page: Page,
  { name, heading }: VisitedRoute,
  url: string,
  as: Visitor,
): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: heading }).first(), url).toBeVisible(FIRST_CALL);
  await expect(main.locator('.skeleton'), url).toHaveCount(0, FIRST_CALL);
  await expect(page.getByRole('heading', { level: 1 }), url).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Something went wrong' }), url).toHaveCount(0);
  if (name === 'checkout') {
    await expect(new NavBar(page).link('Back to cart'), url).toBeVisible();
  } else {
    await expect(new NavBar(page).themeToggle, url).toBeEnabled();
    await expect(new NavBar(page).link(LINKS[as]), url).toBeVisible();
  }
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

/**
 * One route of each kind of document: a server-rendered page, the shell, the shell with its own
 * title, and the page of an unknown address. The other routes serve the same documents.
 */
const LOADED = new Set([
  ...['home', 'shop', 'product', 'cart', 'about', 'not-found'],
  ...['account-order', 'admin-order'],
]);

const open = async (page: Page, { name }: VisitedRoute, url: string) => {
  if (LOADED.has(name)) await page.goto(url);
  else await openInApp(page, url);
};

/** Errors that the browser logs as intended: an unknown page, and a used link. */
const EXPECTED_ERRORS = [/ 404 .*\/no-such-page$/, / 400 .*\/accounts:update\?/];

/** Collects the errors that a page logs. */
function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    const text = `${message.text()} ${message.location().url}`;
    if (message.type() === 'error' && !EXPECTED_ERRORS.some((expected) => expected.test(text)))
      errors.push(text);
  });
  return errors;
}

/**
 * Requests the document of each route from the server. Checks the pages within one document,
 * because axe is slow when it has just been compiled, and then loads one document of each kind.
 */
async function visitAll(page: Page, as: VisitedRoute['as'], account?: ShopAccount): Promise<void> {
  test.setTimeout(180_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const data = await writePageData(as, account);
  if (account === undefined) await storeLocally(page, WITHOUT_BANNER);
  else await signIn(page, account, WITHOUT_BANNER);
  const routes = VISITED_ROUTES.filter((route) => route.as === as);
  const errors = collectErrors(page);
  for (const [index, route] of routes.entries()) {
    const url = urlOf(route, data);
    const document = await page.request.get(url);
    expect(document.status(), url).toBe(route.isMissing ? 404 : 200);
    expect(await document.text(), url).toContain('<div id="root"');
    if (index === 0) await page.goto(url);
    else await openInApp(page, url);
    await expectPage(page, route, url, as ?? 'guest');
    if (as !== 'admin') await expect(page.getByRole('contentinfo')).toBeVisible();
    const isWhole = index === 0 || route.name === 'shop';
    await expectNoViolations(page, url, isWhole ? 'document' : 'what is new');
    await expectNarrow(page, url);
  }
  for (const route of routes.slice(1).filter(({ name }) => LOADED.has(name))) {
    const url = urlOf(route, data);
    await page.goto(url);
    await expectPage(page, route, url, as ?? 'guest');
  }
  expect(errors).toEqual([]);
}

test('guest pages open by their URL, have no axe violation in either theme and fit 320 px', async ({
  page,
}) => visitAll(page, undefined));

test('shopper pages open by their URL, have no axe violation in either theme and fit 320 px', async ({
  page,
  shopper,
}) => visitAll(page, 'shopper', shopper));

test('admin pages open by their URL, have no axe violation in either theme and fit 320 px', async ({
  page,
  admin,
}) => visitAll(page, 'admin', admin));

/** One URL of each public route. Routes for guests redirect signed-in users. */
const PUBLIC = new Set([
  ...['home', 'shop', 'category', 'product', 'cart', 'wishlist', 'payment-success', 'payment-cancel'],
  ...['auth-action-dead', 'unsubscribe', 'about', 'not-found'],
]);
test('a signed-in shopper stays on the page and signed in on every public route, whether it is loaded or opened within the app', async ({
  page,
  shopper,
}) => {
  const data = await writePageData('shopper', shopper);
  await signIn(page, shopper);
  for (const route of VISITED_ROUTES.filter(({ name }) => PUBLIC.has(name))) {
    const url = urlOf(route, data);
    await open(page, route, url);
    // The page asks guests to log in.
    const heading = route.name === 'payment-success' ? 'Order not found' : route.heading;
    await expectPage(page, { ...route, heading }, url, 'shopper');
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
    const routes = VISITED_ROUTES.filter(({ name }) => (names as readonly string[]).includes(name));
    for (const [index, route] of routes.entries()) {
      const url = urlOf(route, data);
      if (index === 0) await page.goto(url);
      else await openInApp(page, url);
      await expectPage(page, route, url, as);
      await page.reload();
      await expectPage(page, route, url, as);
    }
  });

test('a deep link to a guarded route leads through the login back to its path and query', async ({
  page,
  shopper,
}) => {
  await page.goto('/account/wishlist?from=mail');
  await expect(page).toHaveURL(/\/login$/);
  await new LoginPage(page).login(shopper);
  await expect(page).toHaveURL(/\/account\/wishlist\?from=mail$/);
});
