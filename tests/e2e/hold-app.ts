// Owns keeping the app's code from a page: what a slow network does, for as long as a spec wants it.
import type { Page } from '@playwright/test';

/** Holds every script of the app back that `page` asks for; the returned function lets them come. */
export async function holdApp(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
