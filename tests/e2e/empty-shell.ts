import type { Page } from '@playwright/test';

/**
 * Serves the shell instead of server-rendered pages, as functions do while they cannot read the
 * catalog.
 */
export async function serveEmptyShell(page: Page): Promise<void> {
  await page.route(
    (url) => /^\/($|shop(\/|$)|product\/)/.test(url.pathname),
    (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      // A fulfilled response would not work: Chromium denies its page requests to other ports of
      // this machine.
      return route.continue({ url: new URL('/shell', route.request().url()).href });
    },
  );
}
