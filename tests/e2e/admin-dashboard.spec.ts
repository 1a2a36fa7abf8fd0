import { updateDocument } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { writeOrder } from './orders.ts';
import { signIn } from './sign-in.ts';

/** The first call of a function starts its instance. */
const FIRST_CALL = { timeout: 30_000 };

test('the dashboard counts takings, orders to pack, low stock and searches that found nothing', async ({
  page,
  shopper,
  admin,
}) => {
  const ids = [];
  for (let n = 0; n < 2; n += 1) ids.push(await writeOrder(shopper, 'save-point-tee', 'paid'));
  await updateDocument(`orders/${ids[0]}`, { refundedCents: 1000 });
  const old = await writeOrder(shopper, 'save-point-tee', 'delivered');
  await updateDocument(`orders/${old}`, { createdAt: new Date(Date.now() - 3 * 86_400_000) });
  await writeOrder(shopper, 'save-point-tee', 'pending');

  await signIn(page, admin);
  const recorded = page.waitForResponse((response) => response.url().endsWith('/recordSearch'));
  await page.goto('/shop?q=zeppelin%20cape');
  expect((await recorded).status()).toBe(200);

  await page.goto('/admin');
  const failedSearches = page.getByRole('region', { name: 'Searches with nothing to buy' });
  await expect(failedSearches).toContainText('zeppelin cape', FIRST_CALL);
  const takings = page.getByRole('region', { name: 'Takings' });
  await expect(takings.getByRole('group', { name: 'Today' })).toContainText('$91.98');
  await expect(takings.getByRole('group', { name: '7 days' })).toContainText('$142.97');
  await expect(takings.getByRole('group', { name: '30 days' })).toContainText('$142.97');
  await expect(takings.getByRole('img')).toHaveAccessibleName(/30 days/);
  await expect(page.getByRole('link', { name: /2 orders to pack/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /orders with a return/ })).toHaveAttribute(
    'href',
    '/admin/orders?show=returns',
  );
  await expect(page.getByRole('region', { name: 'Low stock' })).toBeVisible();
  await page.getByRole('link', { name: /2 orders to pack/ }).click();
  await expect(page.getByRole('region', { name: 'Orders' }).getByRole('row')).toHaveCount(3);
});
