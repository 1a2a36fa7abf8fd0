// The browser of a worker. All files that the worker runs use it, and it ends with the worker.
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright';
import { inject } from 'vitest';

let started: Promise<Browser> | undefined;
/** The open contexts, by their options. */
const contexts = new Map<string, Promise<BrowserContext>>();

/** The browser of this worker, which starts when it is first needed. */
export function workerBrowser(): Promise<Browser> {
  started ??= chromium.launch({
    executablePath: inject('chromium'),
    // The pages of a context share a process, and with it the code that is compiled.
    args: ['--no-sandbox', '--disable-gpu', '--process-per-site'],
  });
  return started;
}

/**
 * A blank page for `origin`, whose local storage is empty. Pages with the same options share a
 * context until `closeContexts`: in one of its own, each would load and compile all scripts again.
 */
export async function newPage(origin: string, options: BrowserContextOptions): Promise<Page> {
  const key = JSON.stringify(options);
  const opening = contexts.get(key) ?? workerBrowser().then((browser) => browser.newContext(options));
  contexts.set(key, opening);
  const context = await opening;
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' });
  await session.detach();
  return page;
}

/** Closes all pages of the browser, and their contexts. */
export async function closeContexts(browser: Browser): Promise<void> {
  contexts.clear();
  await Promise.all(browser.contexts().map((context) => context.close()));
}
