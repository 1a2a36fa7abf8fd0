import { defineConfig } from '@playwright/test';

const isTakingScreenshots = process.env.SAVEPOINT_SCREENSHOTS !== undefined;

/** Without updates and other background requests. */
const QUIET_CHROMIUM = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The tabs of a context share a process, and with it the code that is compiled.
  '--process-per-site',
];

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: isTakingScreenshots ? '**/screenshots.spec.ts' : '**/*.spec.ts',
  testIgnore: isTakingScreenshots ? [] : ['**/screenshots.spec.ts'],
  outputDir: 'test-results/e2e',
  // Each worker has a stack of its own.
  globalSetup: './tests/e2e/start-stacks.ts',
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A test that passes only when it is repeated has failed; its second run is recorded.
  retries: 1,
  failOnFlakyTests: true,
  forbidOnly: true,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? 'test-results/playwright.json' }],
  ],
  use: {
    browserName: 'chromium',
    // Its installation fetches all files of the build, and Playwright cannot intercept its
    // requests: tests of it allow it.
    serviceWorkers: 'block',
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      args: QUIET_CHROMIUM,
      ...(process.env.SAVEPOINT_CHROMIUM ? { executablePath: process.env.SAVEPOINT_CHROMIUM } : {}),
    },
  },
});
