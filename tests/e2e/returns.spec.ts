// Sending an order back: offered once it has arrived, answered at once, and taken back when the shop says no.
import { changeDocument } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { placeOrder } from './orders.ts';
import { Door } from './pages/door.ts';

test('a return is requested from the page of an order that has arrived', async ({ page, shopper }) => {
  const id = await placeOrder(shopper, 'save-point-tee', 'delivered');
  await new Door(page).enter(shopper);
  await page.goto(`/account/orders/${id}`);
  await page.getByRole('button', { name: 'Request a return' }).click();
  const dialog = page.getByRole('dialog', { name: 'Return this order' });
  await dialog.getByLabel('Why? (optional)').fill('x'.repeat(501));
  await dialog.getByRole('button', { name: 'Request the return' }).click();
  await expect(dialog.getByLabel('Why? (optional)')).toHaveAccessibleDescription(/500 characters/);
  await dialog.getByLabel('Why? (optional)').fill('Two sizes too small');
  await dialog.getByRole('button', { name: 'Request the return' }).click();
  await expect(page.getByRole('status').getByText('Your return is requested.')).toBeVisible();
  const timeline = page.getByRole('list', { name: 'What happened so far' });
  await expect(timeline).toContainText('Two sizes too small');
  await page.reload();
  await expect(timeline).toContainText('Two sizes too small');
  await expect(page.getByRole('button', { name: 'Request a return' })).toHaveCount(0);
});

test('an order on its way offers no return', async ({ page, shopper }) => {
  const id = await placeOrder(shopper, 'save-point-tee', 'shipped');
  await new Door(page).enter(shopper);
  await page.goto(`/account/orders/${id}`);
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await expect(page.getByRole('button', { name: /return|cancel/i })).toHaveCount(0);
});

test.describe('with every request in sight', () => {
  test.use({ serviceWorkers: 'block' });

  test('a cancellation that comes too late is taken back on the screen and says why', async ({
    page,
    shopper,
  }) => {
    const id = await placeOrder(shopper, 'save-point-tee', 'paid');
    await new Door(page).enter(shopper);
    await page.goto(`/account/orders/${id}`);
    await page.getByRole('button', { name: 'Cancel order' }).click();
    await page.route('**/cancelOrder', async (route) => {
      await changeDocument(`orders/${id}`, { status: 'packed' });
      await route.continue();
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click();
    await expect(page.getByRole('alert').getByText(/packed and cannot become cancelled/)).toBeVisible();
    await expect(page.getByText('Packed', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cancel order' })).toHaveCount(0);
  });
});
