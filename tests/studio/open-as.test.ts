import { join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shopPath } from '../support/shop-project.ts';
import { type StudioStack, startStudioStack } from './studio-stack.ts';

const WEB = shopPath('web');
const START_TIMEOUT_MS = 90_000;
const TEST_TIMEOUT_MS = 180_000;

let devServer: ViteDevServer;
let stack: StudioStack;

beforeAll(async () => {
  devServer = await createServer({
    root: WEB,
    configFile: join(WEB, 'vite.config.ts'),
    // A separate folder; a run reuses the bundles of an earlier one.
    cacheDir: shopPath('.savepoint', 'studio-dev-server'),
    logLevel: 'error',
    server: { port: 0, hmr: false },
  });
  await devServer.listen();
  stack = await startStudioStack({ appUrl: devServer.resolvedUrls?.local[0]?.replace(/\/$/, '') as string });
}, START_TIMEOUT_MS);

afterAll(async () => {
  await stack.close();
  await devServer.close();
});

it('an account opens the app of the dev server signed in, with one click', {
  timeout: TEST_TIMEOUT_MS,
}, async () => {
  const page = await stack.open('/accounts');
  const [shop] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Open Shop as admin@example.com in a new tab' }).click(),
  ]);
  // On a fresh clone, the dev server has optimized nothing yet.
  await shop.getByRole('link', { name: 'Account' }).waitFor({ timeout: 120_000 });
  expect(await shop.evaluate(() => location.hash)).toBe('');
  await shop.goto(`${new URL(shop.url()).origin}/account`);
  await shop.getByText('admin@example.com').first().waitFor({ timeout: 60_000 });
  await page.close();
});
