// Specs import `test` and `expect` from here, never from Playwright: these fail a test whose page
// throws or requests another host.
import { test as base, expect, type Request, type WebError } from '@playwright/test';
import { createAccount, type ShopAccount } from './accounts.ts';
import { archiveFailure } from './archive-failure.ts';
import { restoreInitialState } from './initial-state.ts';
import { recordActions } from './recorded-actions.ts';
import { SharedContext } from './shared-context.ts';
import { workerStack } from './worker-stack.ts';

export { expect };

export interface ShopFixtures {
  /** If true, `page.goto` waits until a server-rendered page is hydrated. Default: true. */
  readonly waitsForHydration: boolean;
  /** If true, the browser has none of the shop's files in its cache. Default: false. */
  readonly startsCold: boolean;
  /** If true, clicks begin traces in the event log, as on the dev server. Default: false. */
  readonly recordsActions: boolean;
  /** A registered shopper, created for this test. */
  readonly shopper: ShopAccount;
  /** An account with the admin claim, created for this test. */
  readonly admin: ShopAccount;
  /** Resets the database before the first test of each file. */
  readonly initialState: undefined;
  /** Leaves a zip for Studio when the test fails. */
  readonly failureArchive: undefined;
  /** Fails the test when a page throws or requests another host. */
  readonly pageGuard: undefined;
}

interface WorkerFixtures {
  /** The context of all tests that need no options of their own. */
  readonly sharedContext: SharedContext;
}

/** The default width of a page. */
const WIDTH = 1280;
const LOCAL = /^(https?|wss?):\/\/(127\.0\.0\.1|localhost)(:\d+)?\//;
/**
 * Requested by the WebChannel client when its connection breaks, to tell whether the network is
 * down.
 */
const SDK_NETWORK_TEST = 'https://www.google.com/images/cleardot.gif';

export const test = base.extend<ShopFixtures, WorkerFixtures>({
  baseURL: async ({ baseURL }, use) => {
    await use(workerStack?.environment.SAVEPOINT_SHOP_URL ?? baseURL);
  },
  waitsForHydration: [true, { option: true }],
  startsCold: [false, { option: true }],
  recordsActions: [false, { option: true }],
  bypassCSP: async ({ recordsActions }, use) => {
    await use(recordsActions);
  },
  sharedContext: [
    async ({ browser }, use) => {
      const shared = new SharedContext(browser);
      await use(shared);
      await shared.close();
    },
    { scope: 'worker' },
  ],
  context: async (
    {
      context,
      sharedContext,
      startsCold,
      recordsActions,
      contextOptions,
      hasTouch,
      javaScriptEnabled,
      serviceWorkers,
      viewport,
    },
    use,
    test,
  ) => {
    const isAlone =
      [startsCold, recordsActions, hasTouch, !javaScriptEnabled].includes(true) ||
      serviceWorkers === 'allow' ||
      viewport?.width !== WIDTH ||
      Object.keys(contextOptions).length > 0;
    if (isAlone) return use(context);
    await use(await sharedContext.take());
    // Playwright ends a worker after a failed test.
    if (test.status === test.expectedStatus) await sharedContext.giveBack();
    else await sharedContext.leave();
  },
  page: async ({ page, waitsForHydration, recordsActions }, use) => {
    if (recordsActions) await recordActions(page.context());
    if (waitsForHydration) {
      const goto = page.goto.bind(page);
      page.goto = async (url, options) => {
        const response = await goto(url, options);
        // A locator would retry only after up to half a second.
        await page.waitForFunction(() =>
          document.documentElement.matches(':not([data-ssr]), [data-hydrated]'),
        );
        return response;
      };
    }
    await use(page);
  },
  initialState: [
    async ({ baseURL: _shopUrl }, use, { file, repeatEachIndex }) => {
      await restoreInitialState(file, repeatEachIndex);
      await use(undefined);
    },
    { auto: true },
  ],
  failureArchive: [
    async ({ baseURL: _shopUrl }, use, test) => {
      await use(undefined);
      if (workerStack !== undefined && test.status !== test.expectedStatus) await archiveFailure(test);
    },
    { auto: true },
  ],
  shopper: async ({ baseURL: _shopUrl }, use) => {
    await use(await createAccount({}));
  },
  admin: async ({ baseURL: _shopUrl }, use) => {
    await use(await createAccount({ admin: true }));
  },
  pageGuard: [
    async ({ context }, use) => {
      const violations: string[] = [];
      const addError = (event: WebError) => {
        const { name, message, stack } = event.error();
        violations.push(`Uncaught error on ${event.page()?.url()}: ${name}: ${message}\n${stack}`);
      };
      const addRequest = (request: Request) => {
        const url = request.url();
        if (/^(https?|wss?):/.test(url) && !LOCAL.test(url) && !url.startsWith(SDK_NETWORK_TEST))
          violations.push(`Request to another host: ${url}`);
      };
      context.on('weberror', addError).on('request', addRequest);
      await use(undefined);
      context.off('weberror', addError).off('request', addRequest);
      expect(violations).toEqual([]);
    },
    { auto: true },
  ],
});
