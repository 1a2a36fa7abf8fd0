import { updateDocument } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { writeOrder } from './orders.ts';
import { FIRST_CALL } from './pages/admin-page.ts';
import { signIn } from './sign-in.ts';

test('a return can be requested for a delivered order', async ({ page, shopper }) => {
  const id = await writeOrder(shopper, 'save-point-tee', 'delivered');
  await signIn(page, shopper);
  await page.goto(`/account/orders/${id}`);
  await page.getByRole('button', { name: 'Request a return' }).click();
  const dialog = page.getByRole('dialog', { name: 'Return this order' });
  await dialog.getByLabel('Reason (optional)').fill('x'.repeat(501));
  await dialog.getByRole('button', { name: 'Request the return' }).click();
  await expect(dialog.getByLabel('Reason (optional)')).toHaveAccessibleDescription(/500 characters/);
  await dialog.getByLabel('Reason (optional)').fill('Two sizes too small');
  await dialog.getByRole('button', { name: 'Request the return' }).click();
  await expect(page.getByRole('status').getByText('Your return is requested.')).toBeVisible(FIRST_CALL);
  const timeline = page.getByRole('list', { name: 'Order history' });
  await expect(timeline).toContainText('Two sizes too small');
  await page.reload();
  await expect(timeline).toContainText('Two sizes too small');
  await expect(page.getByRole('button', { name: 'Request a return' })).toHaveCount(0);
});

test('a shipped order offers no return', async ({ page, shopper }) => {
  const id = await writeOrder(shopper, 'save-point-tee', 'shipped');
  await signIn(page, shopper);
  await page.goto(`/account/orders/${id}`);
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await expect(page.getByRole('button', { name: /return|cancel/i })).toHaveCount(0);
});

test('a cancellation that comes too late is rolled back and says why', async ({ page, shopper }) => {
  const id = await writeOrder(shopper, 'save-point-tee', 'paid');
  await signIn(page, shopper);
  await page.goto(`/account/orders/${id}`);
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await page.route('**/cancelOrder', async (route) => {
    await updateDocument(`orders/${id}`, { status: 'packed' });
    await route.continue();
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click();
  await expect(page.getByRole('alert').getByText(/packed and cannot become cancelled/)).toBeVisible(
    FIRST_CALL,
  );
  await expect(page.getByText('Packed', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel order' })).toHaveCount(0);
});
