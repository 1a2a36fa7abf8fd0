import type { Page } from '@playwright/test';
import { updateDocument, writeDocument } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { writeOrder } from './orders.ts';
import { FIRST_CALL } from './pages/admin-page.ts';
import { signIn } from './sign-in.ts';

const inDialog = (page: Page) => page.getByRole('dialog', { name: /./ });

test('a shirt is exchanged for another size: requested, approved, received, and sent in a separate order', async ({
  page,
  shopper,
  admin,
}) => {
  const id = await writeOrder(shopper, 'save-point-tee', 'delivered');
  const units = { id: 'save-point-tee', size: 'M', quantity: 1 };
  const expiresAt = new Date();
  await writeDocument(`reservations/${id}`, { orderId: id, lines: [units], state: 'sold', expiresAt });
  await writeDocument(`payments/${id}`, { paymentIntentId: `pi_${id}`, paidCents: 5099 });
  const dialog = inDialog(page);

  await signIn(page, shopper);
  await page.goto(`/account/orders/${id}`);
  await page.getByRole('button', { name: 'Return or exchange' }).click();
  await dialog.getByLabel('Reason').selectOption('Too small');
  await dialog.getByRole('button', { name: 'Request the return' }).click();
  const size = dialog.getByLabel('Exchange Save Point Tee (M) for');
  await expect(size).toHaveAccessibleDescription(/Choose the size/);
  await size.selectOption('L');
  await dialog.getByRole('button', { name: 'Request the return' }).click();
  await expect(page.getByRole('status').getByText('Your return is requested.')).toBeVisible(FIRST_CALL);
  const returns = page.getByRole('region', { name: 'Returns and exchanges' });
  await expect(returns).toContainText('1 × Save Point Tee (M) for L');
  await expect(page.getByRole('button', { name: 'Return or exchange' })).toHaveCount(0);

  await signIn(page, admin);
  await page.goto('/admin/orders');
  await page.getByRole('link', { name: '1 order with a return' }).click();
  await page.getByRole('region', { name: 'Orders' }).getByRole('link', { name: 'Decide' }).click();
  await returns.getByRole('button', { name: 'Approve return' }).click();
  const instructions = dialog.getByLabel('Return instructions');
  await dialog.getByRole('button', { name: 'Approve return' }).click();
  await expect(instructions).toHaveAccessibleDescription(/Replace \[return address\]/);
  await instructions.fill('Send it to 1 Respawn Road, free of charge.');
  await dialog.getByRole('button', { name: 'Approve return' }).click();
  await returns.getByRole('button', { name: 'Mark received' }).click(FIRST_CALL);
  await dialog.getByRole('button', { name: 'Mark received' }).click();
  await returns.getByRole('link', { name: /has the other size/ }).click(FIRST_CALL);
  await expect(page.getByRole('region', { name: 'Items' })).toContainText('Size L');
  await expect(page.getByRole('region', { name: 'Emails' })).toContainText(
    'Your exchange is order',
    FIRST_CALL,
  );
  await expect(page.getByRole('button', { name: 'Mark packed' })).toBeVisible();
});

test('a cancellation that comes too late is rolled back with the reason', async ({ page, shopper }) => {
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
