// The listen targets that the browser opens: each costs one read per matching document.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { writeOrder } from './orders.ts';
import { signIn } from './sign-in.ts';

/** Collects the paths of the documents that the page listens to, in order. */
function collectDocumentTargets(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().includes('Firestore/Listen/channel')) return;
    for (const [name, value] of new URLSearchParams(request.postData() ?? '')) {
      if (!/^req\d+___data__$/.test(name)) continue;
      const message = JSON.parse(value) as { addTarget?: { documents?: { documents: string[] } } };
      for (const path of message.addTarget?.documents?.documents ?? []) {
        paths.push(path.replace(/^.*\/documents\//, ''));
      }
    }
  });
  return paths;
}

test('the user record and an order are each read once and listened to once, whatever pages show them', async ({
  page,
  shopper,
}) => {
  const orderId = await writeOrder(shopper, 'save-point-tee', 'delivered');
  const targets = collectDocumentTargets(page);
  const opened = (path: string) => targets.filter((target) => target === path).length;
  const account = page.getByRole('navigation', { name: 'Account', exact: true });
  const openOrder = async () => {
    await account.getByRole('link', { name: 'Orders' }).click();
    await page
      .getByRole('list', { name: 'Your orders' })
      .getByRole('link', { name: /^Order/ })
      .click();
    await expect(page.getByRole('button', { name: 'Return or exchange' })).toBeVisible();
  };
  await signIn(page, shopper);
  await page.goto('/account');
  await account.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('button', { name: 'Add an address' })).toBeVisible();
  await openOrder();
  await account.getByRole('link', { name: 'Wishlist' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your wishlist' })).toBeVisible();
  await openOrder();
  await account.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('button', { name: 'Add an address' })).toBeVisible();
  expect(opened(`users/${shopper.uid}`)).toBe(1);
  expect(opened(`orders/${orderId}`)).toBe(1);
});
