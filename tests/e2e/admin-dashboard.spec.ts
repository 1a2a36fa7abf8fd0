import { updateDocument } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { writeOrder } from './orders.ts';
import { signIn } from './sign-in.ts';

/** The first call of a function starts its instance, and triggers update the counts later. */
const COUNTED = { timeout: 30_000 };

test('the dashboard shows sales, the funnel, searches without results and pending tasks, for a period', async ({
  page,
  shopper,
  admin,
}) => {
  const ids = [];
  for (let n = 0; n < 2; n += 1) ids.push(await writeOrder(shopper, 'save-point-tee', 'paid'));
  await updateDocument(`orders/${ids[0]}`, { refundedCents: 1000 });
  const old = await writeOrder(shopper, 'save-point-tee', 'delivered');
  await updateDocument(`orders/${old}`, {
    createdAt: new Date(Date.now() - 10 * 86_400_000),
    openReturn: 'requested',
  });
  await writeOrder(shopper, 'save-point-tee', 'pending');

  // A visitor who agrees to analytics, until the tab leaves the shop.
  await page.goto('/shop?q=zeppelin%20cape');
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('region', { name: 'Cookies' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /^No results/ })).toBeVisible();
  await page.goto('about:blank');

  await signIn(page, admin);
  await page.goto('/admin');
  const searches = page.getByRole('region', { name: 'Searches without results' });
  const sales = page.getByRole('region', { name: 'Sales' });
  await expect(async () => {
    await page.reload();
    await expect(searches).toContainText('zeppelin cape', { timeout: 10_000 });
    await expect(sales.getByRole('group', { name: 'Net sales' })).toContainText('$142.97', {
      timeout: 1_000,
    });
  }).toPass(COUNTED);
  await expect(sales.getByRole('group', { name: 'Orders' }).getByText('3', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Visits' })).toContainText('Of people who agreed');
  await expect(page.getByRole('region', { name: 'Best sellers' })).toContainText('Save Point Tee');
  await expect(page.getByRole('region', { name: 'Low stock' })).toBeVisible();
  await page.getByRole('button', { name: '7 days' }).click();
  await expect(sales.getByRole('group', { name: 'Net sales' })).toContainText('$91.98');
  await expect(sales.getByRole('img')).toHaveAccessibleName(/last 7 days/);
  await expect(page.getByRole('link', { name: '1 order with a return to decide' })).toHaveAttribute(
    'href',
    '/admin/orders?show=returns-to-decide',
  );
  await page.getByRole('link', { name: '2 orders to pack' }).click();
  await expect(page.getByRole('region', { name: 'Orders' }).getByRole('row')).toHaveCount(3);
});
