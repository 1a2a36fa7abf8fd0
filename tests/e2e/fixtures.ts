// Owns what every browser test is given: a page that must neither throw nor call out, and accounts of its own. Specs import `test` and
// `expect` from here, never from Playwright.
import { test as base, expect } from '@playwright/test';
import { createAccount, type ShopAccount } from './accounts.ts';
import { restoreFirstState } from './first-state.ts';

export { expect };

export interface ShopFixtures {
  /** Whether `page.goto` waits until the app answers on a page that came with its content; on unless a spec says otherwise. */
  readonly waitsForApp: boolean;
  /** A registered shopper of this test alone. */
  readonly shopper: ShopAccount;
  /** An account with the admin claim, of this test alone. */
  readonly admin: ShopAccount;
  /** Runs before every test: the first one of a file finds the sample catalogue and nothing else. */
  readonly firstState: undefined;
  /** Runs around every test: fails it when a page threw or asked another machine for something. */
  readonly watchedPage: undefined;
}

const LOCAL = /^(https?|wss?):\/\/(127\.0\.0\.1|localhost)(:\d+)?\//;
/** What the Firestore SDK's transport asks for when its connection breaks, to tell a dead server from a dead network. */
const SDK_NETWORK_TEST = 'https://www.google.com/images/cleardot.gif';

export const test = base.extend<ShopFixtures>({
  waitsForApp: [true, { option: true }],
  page: async ({ page, waitsForApp }, use) => {
    if (waitsForApp) {
      const goto = page.goto.bind(page);
      page.goto = async (url, options) => {
        const response = await goto(url, options);
        await page.locator('html:not([data-ssr]), html[data-hydrated]').waitFor({ state: 'attached' });
        return response;
      };
    }
    await use(page);
  },
  firstState: [
    async ({ baseURL: _shopUrl }, use, { file }) => {
      await restoreFirstState(file);
      await use(undefined);
    },
    { auto: true },
  ],
  shopper: async ({ baseURL: _shopUrl }, use) => {
    await use(await createAccount({}));
  },
  admin: async ({ baseURL: _shopUrl }, use) => {
    await use(await createAccount({ admin: true }));
  },
  watchedPage: [
    async ({ context }, use) => {
      const problems: string[] = [];
      context.on('weberror', (error) => problems.push(`A page threw: ${error.error().stack}`));
      context.on('request', (request) => {
        const url = request.url();
        if (/^(https?|wss?):/.test(url) && !LOCAL.test(url) && !url.startsWith(SDK_NETWORK_TEST))
          problems.push(`A page asked for ${url}`);
      });
      await use(undefined);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});
