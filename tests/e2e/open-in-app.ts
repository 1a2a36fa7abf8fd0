import type { Page } from '@playwright/test';

/**
 * Opens a path inside the app that is open, without loading the document again, as Forward does.
 */
export async function openInApp(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}
