import type { Page } from '@playwright/test';
import { IS_DEEP_RUN } from '../support/deep-run.ts';
import { expect, test } from './fixtures.ts';
import { readListedScripts } from './listed-scripts.ts';
import { NavBar } from './pages/nav-bar.ts';

test.use({ startsCold: true });

const SCRIPTS = /\/assets\/[^/]+\.js$/;
const FIRST_ROUTES = ['/', '/shop', '/product/save-point-tee', '/cart'];

/** A reloaded page loads twice. */
const LOADED_TWICE = { timeout: 30_000 };

/** Resolves when the page is interactive: its buttons are enabled. */
async function expectReacting(page: Page, context: string): Promise<void> {
  await expect(new NavBar(page).themeToggle, context).toBeEnabled(LOADED_TWICE);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 }), context).toBeVisible();
}

/** The scripts that a page requests, including those that it loads when it is idle. */
async function listScripts(page: Page, path: string): Promise<string[]> {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (SCRIPTS.test(pathname)) scripts.add(pathname);
  });
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  return [...scripts];
}

/** How often scripts fail: the page retries in the first case and reloads in the second. */
type Refused = 'the first time' | 'until the page is reloaded';

const RELOADED: Refused = 'until the page is reloaded';
// A script that fails until the reload has also failed the first time.
const EVERY_REFUSAL: Refused[] = ['the first time', RELOADED];

async function refuse(page: Page, scripts: readonly string[], refused: Refused): Promise<void> {
  const requested = new Set<string>();
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  const isRefused = (script: string) =>
    refused === 'the first time' ? !requested.has(script) : documents === 1;
  await page.route(
    ({ pathname }) => scripts.includes(pathname),
    (route) => {
      const script = new URL(route.request().url()).pathname;
      if (!isRefused(script)) return route.continue();
      requested.add(script);
      return route.abort();
    },
  );
}

/**
 * The scripts that a document lists are one graph of modules. These represent all: the entry, one
 * of its imports, and the chunk of a route.
 */
const STAND_FOR_ALL = /\/(index|libraries|home)-[\w-]{8}\.js$/;

/**
 * The scripts that fail in one visit: one of those listed, or all that are loaded later. A deep run
 * fails each alone.
 */
function groupScripts(scripts: readonly string[], listed: readonly string[]): string[][] {
  if (IS_DEEP_RUN) return scripts.map((script) => [script]);
  const later = scripts.filter((script) => !listed.includes(script));
  const alone = scripts.filter((script) => listed.includes(script) && STAND_FOR_ALL.test(script));
  return [...alone.map((script) => [script]), ...(later.length > 0 ? [later] : [])];
}

test('the first routes become interactive even if their scripts fail once, or until the page is reloaded', async ({
  page,
  context,
}) => {
  test.setTimeout(600_000);
  const refused = new Set<string>();
  for (const path of FIRST_ROUTES) {
    const scripts = await listScripts(page, path);
    const listed = await readListedScripts(page);
    expect(scripts.length).toBeGreaterThan(5);
    // A script that several routes share fails on the first of them.
    const unseen = scripts.filter((each) => !refused.has(each));
    for (const script of unseen) refused.add(script);
    for (const group of groupScripts(unseen, listed)) {
      for (const times of path === FIRST_ROUTES[0] || IS_DEEP_RUN ? EVERY_REFUSAL : [RELOADED]) {
        const visit = await context.newPage();
        await refuse(visit, group, times);
        await visit.goto(path);
        await expectReacting(visit, `${path} without ${group} ${times}`);
        // An uncaught error of a script loaded later would come after the page is interactive.
        if (group.length > 1) await visit.waitForLoadState('networkidle');
        await visit.close();
      }
    }
  }
});

// One page that the server renders, and one that it does not render.
for (const path of ['/product/save-point-tee', '/cart']) {
  test(`${path} reports a script that cannot be loaded at all, and Try Again works`, async ({ context }) => {
    // Unlike the fixture's page, this one does not wait for hydration.
    const visit = await context.newPage();
    await visit.route(/\/assets\/index-[\w-]{8}\.js$/, (route) => route.abort());
    await visit.goto(path);
    await expect(visit.getByText('The shop could not be loaded completely.')).toBeVisible();
    await visit.unrouteAll();
    await visit.getByRole('link', { name: 'Try Again' }).click();
    await expectReacting(visit, path);
  });
}

for (const [path, chunk] of [
  ['/product/save-point-tee', 'product'],
  ['/faq', 'faq'],
]) {
  test(`${path} shows an error with a working Try Again if its route's chunk is gone`, async ({ page }) => {
    // A name and a hash of eight characters: not `shop-api`.
    await page.route(new RegExp(`/assets/${chunk}-[\\w-]{8}\\.js$`), (route) => route.abort());
    await page.goto(path ?? '', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expectReacting(page, path ?? '');
  });
}

test('a search whose chunk cannot be loaded reloads the page once, then shows an error with a working Try Again', async ({
  page,
}) => {
  await page.goto('/about');
  await page.route(/\/assets\/search-dialog-[^/]+\.js$/, (route) => route.abort());
  const reloaded = page.waitForEvent('load');
  await new NavBar(page).search.click();
  await reloaded;
  await expectReacting(page, 'after the reload');
  await new NavBar(page).search.click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expectReacting(page, 'after Try Again');
  await new NavBar(page).search.click();
  await expect(page.getByRole('combobox', { name: 'Search products' })).toBeFocused();
});

test('a deployment during a visit replaces the files of the document, and the next page loads from the new ones', async ({
  page,
}) => {
  // A page without parts that hydrate later: a missing one would reload this page.
  await page.goto('/faq');
  await page.waitForLoadState('networkidle');
  let isOldDocument = true;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isOldDocument = false;
  });
  await page.route(SCRIPTS, (route) =>
    isOldDocument
      ? route.fulfill({ status: 404, contentType: 'text/html', body: 'Not found' })
      : route.fallback(),
  );
  await new NavBar(page).link('About').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('save point', LOADED_TWICE);
  expect(isOldDocument).toBe(false);
  await expect(page).toHaveURL('/about');
  await expectReacting(page, '/about');
});
