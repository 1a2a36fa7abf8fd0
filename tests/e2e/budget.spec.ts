import { gzipSync } from 'node:zlib';
import type { Page, Request } from '@playwright/test';
import { expect, test } from './fixtures.ts';

// A service worker's own requests would be counted as well.
test.use({ serviceWorkers: 'block' });

/** In bytes: the measured size rounded up to the next 5 kB. */
const BUDGETS = [
  ['/', 150_000],
  ['/shop', 150_000],
  ['/product/save-point-tee', 155_000],
] as const;

interface Script {
  readonly path: string;
  readonly bytes: number;
}

/** A script as it was transferred; as it would be where the Hosting emulator does not compress it. */
async function measureScript(request: Request): Promise<Script> {
  const response = await request.response();
  const isCompressed = (await response?.headerValue('content-encoding')) != null;
  const bytes = isCompressed
    ? (await request.sizes()).responseBodySize
    : gzipSync((await response?.body()) ?? '').length;
  return { path: new URL(request.url()).pathname, bytes };
}

/** Every script that the browser requests until the page is hydrated and the network idle, preloads included. */
async function measureScripts(page: Page, path: string): Promise<Script[]> {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') requests.push(request);
  });
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  return Promise.all(requests.map(measureScript));
}

for (const [path, budget] of BUDGETS) {
  test(`the script budget of ${path} is ${budget / 1000} kB compressed until the page is hydrated and idle`, async ({
    page,
  }) => {
    const scripts = await measureScripts(page, path);
    const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
    const report = scripts.map((script) => `${script.bytes} ${script.path}`).join('\n');
    // React alone is larger: less would mean that requests were missed.
    expect(total, report).toBeGreaterThan(100_000);
    expect(total, report).toBeLessThanOrEqual(budget);
  });
}
