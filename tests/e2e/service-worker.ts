import type { Page } from '@playwright/test';

/**
 * Installs the service worker and lets it control the page. A page of the shop does so by itself
 * seconds after it loads.
 */
export async function installServiceWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    const controls = new Promise<void>((resolve) => {
      if (serviceWorker.controller === null)
        serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
      else resolve();
    });
    await serviceWorker.register('/service-worker.js');
    await controls;
  });
}
