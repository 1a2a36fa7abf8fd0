// A browser context for many tests. It keeps the build's files and the pictures in its cache, which
// each test would load and compile again in its own context. Everything else in the cache is
// revalidated (firebase.json).
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

/** Changes that last until a context is closed. */
const LASTING = [
  ...['addInitScript', 'exposeBinding', 'exposeFunction', 'grantPermissions', 'route'],
  ...['routeFromHAR', 'routeWebSocket', 'setExtraHTTPHeaders', 'setGeolocation', 'setOffline'],
] as const;
const LASTING_CLOCK = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const;

/** Everything that Chromium stores for an origin, except for the HTTP cache and local storage. */
const STORED = 'cache_storage,file_systems,indexeddb,service_workers,storage_buckets';

/** For each shared context, a page without scripts that clears and fills its storage. */
const storagePages = new WeakMap<BrowserContext, { page: Page; session: CDPSession }>();

/** A file of the shop without a script. */
const storagePageUrl = () => `${process.env.SAVEPOINT_SHOP_URL}/robots.txt`;

/** The origins of all servers whose pages a test may have opened. */
function originsOfStack(): Set<string> {
  const urls = Object.values(process.env).filter((value) => /^https?:\/\/127\.0\.0\.1[:/]/.test(value ?? ''));
  return new Set(urls.map((url) => new URL(url as string).origin));
}

/**
 * Replaces the local storage of the shop and removes everything else that is stored of it.
 * @returns false when the context is not a shared one
 */
export async function replaceSharedStorage(
  context: BrowserContext,
  entries: readonly { readonly name: string; readonly value: string }[],
): Promise<boolean> {
  const storage = storagePages.get(context);
  if (storage === undefined) return false;
  const { origin } = new URL(storagePageUrl());
  await storage.session.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED });
  await storage.page.evaluate((items) => {
    localStorage.clear();
    for (const { name, value } of items) localStorage.setItem(name, value);
  }, entries);
  return true;
}

/**
 * The shared context of a worker. A new one replaces a context that a test has changed permanently.
 */
export class SharedContext {
  readonly #browser: Browser;
  #context: BrowserContext | undefined;
  #isSpent = false;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async take(): Promise<BrowserContext> {
    this.#context ??= await this.#open();
    return this.#context;
  }

  /** Closes the pages of the finished test and clears their storage. */
  async giveBack(): Promise<void> {
    const context = this.#context;
    const storage = context && storagePages.get(context);
    if (context === undefined || storage === undefined) return;
    if (this.#isSpent) return this.close();
    const pages = context.pages().filter((page) => page !== storage.page);
    await Promise.all(pages.map((page) => page.close()));
    await context.clearCookies();
    await replaceSharedStorage(context, []);
    const { origin: shop } = new URL(storagePageUrl());
    for (const origin of originsOfStack())
      if (origin !== shop)
        await storage.session.send('Storage.clearDataForOrigin', {
          origin,
          storageTypes: `${STORED},local_storage`,
        });
  }

  /** Keeps the pages of a failed test, for its screenshots. */
  async leave(): Promise<void> {
    await (this.#context && storagePages.get(this.#context))?.page.close();
  }

  async close(): Promise<void> {
    await this.#context?.close();
    this.#context = undefined;
    this.#isSpent = false;
  }

  async #open(): Promise<BrowserContext> {
    const context = await this.#browser.newContext();
    const page = await context.newPage();
    await page.goto(storagePageUrl());
    storagePages.set(context, { page, session: await context.newCDPSession(page) });
    this.#watch(context, LASTING);
    this.#watch(context.clock, LASTING_CLOCK);
    return context;
  }

  /** Notes when one of these methods is called. */
  #watch<T extends object>(target: T, methods: readonly (keyof T)[]): void {
    for (const method of methods) {
      const call = target[method] as (...args: unknown[]) => unknown;
      Object.assign(target, {
        [method]: (...args: unknown[]) => {
          this.#isSpent = true;
          return call.apply(target, args);
        },
      });
    }
  }
}
