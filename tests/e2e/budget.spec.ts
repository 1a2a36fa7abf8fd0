import { gzipSync } from 'node:zlib';
import type { Page, Request } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { readListedScripts } from './listed-scripts.ts';

// A service worker's own requests would be counted as well.
test.use({ serviceWorkers: 'block' });

/** In bytes, compressed. */
const BUDGET = 160_000;
const PATHS = ['/', '/shop', '/product/save-point-tee'] as const;

interface Script {
  readonly path: string;
  readonly bytes: number;
}

/** A script, compressed as one block: how a server compresses a stream depends on when it reads the parts of the file. */
async function measureScript(request: Request): Promise<Script> {
  const response = await request.response();
  const bytes = gzipSync((await response?.body()) ?? '').length;
  return { path: new URL(request.url()).pathname, bytes };
}

/**
 * Every script that the browser fetches and runs until the page is hydrated: from then on it reacts. Scripts that are
 * requested meanwhile for later are not served before, which proves that the page reacts without them.
 */
async function measureScripts(page: Page, path: string): Promise<Script[]> {
  const served: Request[] = [];
  const hydrated = page.locator('html[data-hydrated]');
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    const { pathname } = new URL(route.request().url());
    if ((await readListedScripts(page)).includes(pathname)) served.push(route.request());
    else await hydrated.waitFor({ state: 'attached' });
    await route.continue();
  });
  await page.goto(path);
  return Promise.all(served.map(measureScript));
}

for (const path of PATHS) {
  test(`${path} needs at most ${BUDGET / 1000} kB of compressed scripts until it reacts`, async ({
    page,
  }) => {
    const scripts = await measureScripts(page, path);
    const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
    const report = scripts.map((script) => `${script.bytes} ${script.path}`).join('\n');
    test.info().annotations.push({ type: 'figure', description: `${total} bytes` });
    // React alone is larger: less would mean that requests were missed.
    expect(total, report).toBeGreaterThan(100_000);
    expect(total, report).toBeLessThanOrEqual(BUDGET);
  });
}
