// Owns pages as they are served while the server cannot read the catalogue: the app's shell, which reads for itself.
import type { Page } from '@playwright/test';

/** Serves every page of this browser tab without its content. */
export async function serveEmptyPages(page: Page): Promise<void> {
  await page.route(
    (url) => /^\/($|shop(\/|$)|product\/)/.test(url.pathname),
    (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      // Not an answer of the test's own: Chromium lets those ask no other port of this machine.
      return route.continue({ url: new URL('/shell', route.request().url()).href });
    },
  );
}
