import type { Page } from '@playwright/test';

/** Opens a path within the running app without loading a new document, as Forward does. */
export async function openInApp(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}
