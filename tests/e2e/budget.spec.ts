// The bytes that the first routes request until they are interactive, measured in one visit each.
import { gzipSync } from 'node:zlib';
import type { Request } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { readListedScripts } from './listed-scripts.ts';

test.use({ waitsForHydration: false, startsCold: true });

/** In bytes, compressed. */
const BUDGET = 175_000;

/**
 * A script is compressed as one block: the size of a compressed stream depends on when the server
 * reads the parts of the file.
 */
async function measureScript(request: Request): Promise<{ path: string; bytes: number }> {
  const response = await request.response();
  const bytes = gzipSync((await response?.body()) ?? '').length;
  return { path: new URL(request.url()).pathname, bytes };
}

for (const path of ['/', '/shop', '/product/save-point-tee'] as const) {
  test(`${path} requests its scripts at once, becomes interactive with at most ${BUDGET / 1000} kB of them and no style sheet, and requests its LCP image among the first 8 files`, async ({
    page,
  }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    // The first DateTimeFormat of a page blocks a slow phone.
    await page.addInitScript(() => {
      Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
        construct(target, args) {
          performance.mark('DateTimeFormat');
          return new target(...args);
        },
      });
    });
    const requested = new Set<string>();
    const served: Request[] = [];
    const { promise: allRequested, resolve: release } = Promise.withResolvers<void>();
    const hydrated = page.locator('html[data-hydrated]');
    await page.route(/\/assets\/[^/]+\.(js|css)$/, async (route) => {
      const { pathname } = new URL(route.request().url());
      requested.add(pathname);
      const listed = await readListedScripts(page);
      if (listed.every((file) => requested.has(file))) release();
      // Serves none before all scripts that the page lists are requested. Scripts requested for
      // later are held until the page is interactive, which proves that it does not need them.
      if (listed.includes(pathname)) {
        served.push(route.request());
        await allRequested;
      } else {
        await hydrated.waitFor({ state: 'attached' });
      }
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    const image = page.locator('img[fetchpriority="high"]');
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.currentSrc)).not.toBe('');
    const source = await image.evaluate((element: HTMLImageElement) => element.currentSrc);
    await expect.poll(() => requests).toContain(source);
    expect(requests.slice(0, 8)).toContain(source);

    await hydrated.waitFor({ state: 'attached' });
    const countFormats = () =>
      page.evaluate(() => performance.getEntriesByName('DateTimeFormat', 'mark').length);
    expect(await countFormats()).toBe(0);
    // The page would count it.
    await page.evaluate(() => void new Intl.DateTimeFormat('en'));
    expect(await countFormats()).toBeGreaterThan(0);
    expect(requested.size).toBeGreaterThan(5);
    expect([...requested].filter((file) => file.endsWith('.css'))).toEqual([]);

    const scripts = await Promise.all(served.map(measureScript));
    const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
    const report = scripts.map((script) => `${script.bytes} ${script.path}`).join('\n');
    test.info().annotations.push({ type: 'figure', description: `${total} bytes` });
    // React alone is larger: a smaller total would mean that requests were missed.
    expect(total, report).toBeGreaterThan(100_000);
    expect(total, report).toBeLessThanOrEqual(BUDGET);
  });
}
