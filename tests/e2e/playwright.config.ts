// Starts no server: the kit starts the stack and passes its addresses.
import { defineConfig } from '@playwright/test';

const shopUrl = process.env.SAVEPOINT_SHOP_URL;
if (shopUrl === undefined) {
  throw new Error('These tests need a running stack. Start them with: npm test -- e2e [--grep PATTERN]');
}

/** Without updates and other background requests. */
const QUIET_CHROMIUM = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: process.env.SAVEPOINT_SCREENSHOTS ? '**/screenshots.spec.ts' : '**/*.spec.ts',
  testIgnore: process.env.SAVEPOINT_SCREENSHOTS ? [] : ['**/screenshots.spec.ts'],
  outputDir: '../../test-results/e2e',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 1,
  retries: 0,
  forbidOnly: true,
  use: {
    baseURL: shopUrl,
    browserName: 'chromium',
    // DOM snapshots are enough to see why a test failed; screenshots and sources only cost time.
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      args: QUIET_CHROMIUM,
      ...(process.env.SAVEPOINT_CHROMIUM ? { executablePath: process.env.SAVEPOINT_CHROMIUM } : {}),
    },
  },
});
