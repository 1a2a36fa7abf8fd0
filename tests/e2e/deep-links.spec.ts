import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { type PageData, writePageData } from './page-data.ts';
import { LoginPage } from './pages/login-page.ts';
import { NavBar } from './pages/nav-bar.ts';
import { urlOf, VISITED_ROUTES, type VisitedRoute } from './routes.ts';

/** Expects the page of a URL, once it reacts; a link of its bar tells whether somebody is signed in, and View shop whether as staff. */
async function expectPage(page: Page, url: string, link: 'Account' | 'Login' | 'View shop'): Promise<string> {
  await expect(new NavBar(page).themeToggle, url).toBeEnabled();
  await expect(page.getByRole('heading', { level: 1 }), url).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Something went wrong' }), url).toHaveCount(0);
  await expect(new NavBar(page).link(link), url).toBeVisible();
  expect(await page.title(), url).toContain('Savepoint');
  return (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
}

async function expectSameAfterReload(
  page: Page,
  routes: readonly VisitedRoute[],
  data: PageData,
  link: 'Account' | 'View shop',
): Promise<void> {
  for (const route of routes) {
    const url = urlOf(route, data);
    await page.goto(url);
    const first = await expectPage(page, url, link);
    const heading = route.heading ?? first;
    await expect(page.getByRole('heading', { level: 1 }), url).toContainText(heading);
    const path = new URL(page.url()).pathname;
    await page.reload();
    await expectPage(page, url, link);
    // More may follow when the data has arrived.
    await expect(page.getByRole('heading', { level: 1 }), url).toContainText(heading);
    expect(new URL(page.url()).pathname, url).toBe(path);
  }
}

/** The pages for guests make no sense for somebody who is signed in: they lead away. */
const LEADS_AWAY = new Set(['/login', '/register']);

test('a signed-in shopper stays on the page and signed in after a reload of every route', async ({
  page,
  shopper,
}) => {
  test.setTimeout(240_000);
  const data = await writePageData('shopper', shopper);
  await new LoginPage(page).openAndLogin(shopper);
  const routes = VISITED_ROUTES.filter(
    ({ path, as }) => as !== 'admin' && !LEADS_AWAY.has(path.split('?')[0] ?? ''),
  );
  await expectSameAfterReload(page, routes, data, 'Account');
});

test('a signed-in admin stays on the page and signed in after a reload of every admin route', async ({
  page,
  admin,
}) => {
  test.setTimeout(180_000);
  const data = await writePageData('admin', admin);
  await new LoginPage(page).openAndLogin(admin);
  await expectSameAfterReload(
    page,
    VISITED_ROUTES.filter(({ as }) => as === 'admin'),
    data,
    'View shop',
  );
});

test('every public route can be opened by its URL', async ({ page }) => {
  test.setTimeout(180_000);
  const data = await writePageData(undefined);
  for (const route of VISITED_ROUTES.filter(({ as }) => as === undefined)) {
    const url = urlOf(route, data);
    await page.goto(url);
    await expectPage(page, url, 'Login');
    expect(page.url()).toContain(url);
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
