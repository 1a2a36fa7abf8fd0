import type { Page } from '@playwright/test';

/**
 * Delays every script of the app that `page` requests until the returned function is called, like a
 * slow network.
 */
export async function delayScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
