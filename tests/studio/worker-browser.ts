// The browser of a worker. All files that the worker runs use it, and it ends with the worker.
import { type Browser, chromium } from 'playwright';
import { inject } from 'vitest';

let started: Promise<Browser> | undefined;

/** The browser of this worker, which starts when it is first needed. */
export function workerBrowser(): Promise<Browser> {
  started ??= chromium.launch({
    executablePath: inject('chromium'),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  return started;
}

/** Closes all pages of the browser, and their contexts. */
export async function closeContexts(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}
