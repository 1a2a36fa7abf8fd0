import type { Page } from '@playwright/test';

/**
 * Installs the service worker, as a page of the shop does by itself seconds after it is loaded.
 * Then it controls the page.
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
