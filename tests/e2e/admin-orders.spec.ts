import { readFile } from 'node:fs/promises';
import { createAccount, type ShopAccount } from './accounts.ts';
import { updateDocument } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { writeOrder } from './orders.ts';
import { Checkout } from './pages/checkout.ts';
import { cartLine, signIn, signInWithCart } from './sign-in.ts';

/** The first call of a function starts its instance. */
const FIRST_CALL = { timeout: 30_000 };
const numberOf = (id: string) => id.slice(0, 8).toUpperCase();

async function writeOrders(
  account: ShopAccount,
  count: number,
  status: 'paid' | 'delivered',
): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await writeOrder(account, 'save-point-tee', status));
  return ids;
}

test('orders are found by number, email address, name and days, whatever the current view', async ({
  page,
  admin,
}) => {
  const customer = await createAccount({});
  const [older = '', newer = ''] = await writeOrders(customer, 2, 'delivered');
  await updateDocument(`orders/${older}`, { createdAt: new Date(2026, 2, 5, 23, 30) });
  await updateDocument(`orders/${newer}`, { createdAt: new Date(2026, 2, 7, 0, 30) });
  await signIn(page, admin);
  await page.goto('/admin/orders');
  const search = page.getByLabel('Search orders');
  const table = page.getByRole('region', { name: 'Orders' });
  const order = (id: string) => table.getByRole('link', { name: numberOf(id), exact: true });
  for (const text of [`#${numberOf(older)}`, older]) {
    await search.fill(text);
    await expect(order(older)).toBeVisible();
    await expect(table.getByRole('row')).toHaveCount(2);
    await expect(table).toContainText(customer.email);
  }
  await search.fill('nobody of this name');
  await expect(page.getByRole('heading', { name: 'No orders match' })).toBeVisible();
  await search.fill('erin endt');
  await expect(order(older)).toBeVisible();
  await search.fill(customer.email.toUpperCase());
  await expect(table.getByRole('row')).toHaveCount(3);

  await page.getByLabel('Placed from').fill('2026-03-06');
  await expect(order(older)).toHaveCount(0);
  await expect(order(newer)).toBeVisible();
  await page.getByLabel('Placed from').fill('2026-03-05');
  await page.getByLabel('Placed until').fill('2026-03-05');
  await expect(order(newer)).toHaveCount(0);
  await expect(order(older)).toBeVisible();
  await expect(page).toHaveURL(/from=2026-03-05&to=2026-03-05/);
});

test('the list of orders continues page by page to the last one, and a customer has a separate list', async ({
  page,
  admin,
}) => {
  const customer = await createAccount({});
  const ids = await writeOrders(customer, 27, 'delivered');
  await signIn(page, admin);
  await page.goto(`/admin/orders?customer=${customer.uid}`);
  const rows = page.getByRole('region', { name: 'Orders' }).getByRole('row');
  await expect(rows).toHaveCount(26);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows).toHaveCount(28);
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  for (const id of ids)
    await expect(page.getByRole('link', { name: numberOf(id), exact: true }).first()).toBeVisible();
});

test('orders selected before a search stay selected after it; several are packed at once, and exported with all matches', async ({
  page,
  admin,
}) => {
  const customer = await createAccount({});
  const ids = await writeOrders(customer, 3, 'paid');
  const [id = ''] = ids;
  // Without this order, the list would be the same before and after the search.
  await writeOrders(await createAccount({}), 1, 'paid');
  await signIn(page, admin);
  await page.goto('/admin/orders');
  const rows = page.getByRole('region', { name: 'Orders' }).getByRole('row');
  const found = page.getByRole('checkbox', { name: `Select ${numberOf(id)}` });
  await found.check();
  // The search starts after a pause in typing.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByLabel('Search orders').fill(customer.email);
  await expect(found).not.toBeChecked();
  await found.check();
  await page.clock.resume();
  await expect(page).toHaveURL(/\?q=/);
  await expect(rows).toHaveCount(4);
  await expect(found).toBeChecked();
  await expect(page.getByRole('region', { name: 'Selected orders' })).toContainText('1 order selected');

  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Mark 3 packed' }).click();
  await expect(page.getByText('3 orders packed.')).toBeVisible(FIRST_CALL);
  await expect(rows.filter({ has: page.getByText('Packed', { exact: true }) })).toHaveCount(3);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const csv = await readFile(await download.path(), 'utf8');
  for (const each of ids) expect(csv).toContain(numberOf(each));
  expect(csv).toContain(customer.email);
  expect(csv.trim().split('\n')).toHaveLength(4);
});

test('an order shows email, phone, prices and the payment, takes a note, is partially refunded with restocking, packed, shipped with a tracking link, and refunded', async ({
  page,
  admin,
}) => {
  // A purchase, and five functions that start with their first call.
  test.slow();
  await signInWithCart(page, admin, cartLine('save-point-tee', 'M'));
  const checkout = new Checkout(page);
  await checkout.order();
  await checkout.payWith('Succeeds 4242');
  await page.getByRole('link', { name: 'View order' }).click();
  await page.waitForURL(/account\/orders\//);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.goto(`/admin/orders/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: `Order ${numberOf(id)}` })).toBeVisible();
  const customer = page.getByRole('region', { name: 'Customer' });
  await expect(customer.getByRole('link', { name: admin.email })).toHaveAttribute(
    'href',
    `mailto:${admin.email}`,
  );
  await expect(page.getByRole('region', { name: 'Packing slip' })).toContainText('Save Point Tee');
  await expect(page.getByRole('region', { name: 'Items' })).toContainText('$45.00');
  await expect(page.getByRole('region', { name: 'Payment' })).toContainText(/pi_\w+/, FIRST_CALL);

  const notes = page.getByRole('region', { name: 'Internal notes' });
  await notes.getByRole('textbox', { name: 'New note' }).fill('Called, wants it in blue paper.');
  await notes.getByRole('button', { name: 'Add note' }).click();
  await expect(notes.getByRole('list')).toContainText('Called, wants it in blue paper.', FIRST_CALL);

  await page.getByRole('button', { name: 'Partial refund' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Refund of .*Save Point Tee/).fill('1');
  await dialog.getByLabel('Amount in $').fill('10.50');
  await dialog.getByLabel('Reason').fill('A loose thread');
  await dialog.getByRole('button', { name: 'Refund this amount' }).click();
  await expect(page.getByText('$10.50 refunded.')).toBeVisible(FIRST_CALL);
  await expect(page.getByRole('region', { name: 'Payment' })).toContainText('Refunded $10.50 of');

  await page.getByRole('button', { name: 'Mark packed' }).click();
  await page.getByRole('button', { name: 'Mark shipped' }).click();
  await dialog.getByLabel('Tracking link').fill('not an address');
  await dialog.getByRole('button', { name: 'Mark shipped' }).click();
  await expect(dialog.getByLabel('Tracking link')).toHaveAccessibleDescription(/https/);
  await dialog.getByLabel('Tracking link').fill('https://courier.example/1');
  await dialog.getByRole('button', { name: 'Mark shipped' }).click();
  await expect(dialog).toBeHidden(FIRST_CALL);
  const shipment = page.getByRole('region', { name: 'Package' });
  await shipment.getByRole('textbox', { name: 'Tracking link' }).fill('https://courier.example/77');
  await shipment.getByRole('button', { name: 'Save' }).click();
  await expect(shipment.getByRole('link', { name: 'Open the tracking page' })).toHaveAttribute(
    'href',
    'https://courier.example/77',
  );

  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await dialog.getByLabel('Reason').fill('Lost on the way');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(dialog).toBeHidden(FIRST_CALL);
  await page.goto(`/account/orders/${id}`);
  await expect(page.getByRole('list', { name: 'Order history' })).toContainText('Lost on the way');
});

test('a packing slip prints across the page of a wide window, without restocked units', async ({
  page,
  admin,
  shopper,
}) => {
  const id = await writeOrder(shopper, 'save-point-tee', 'paid');
  await updateDocument(`orders/${id}`, {
    lines: [{ id: 'save-point-tee', size: 'M', name: 'Save Point Tee', price: 45, quantity: 3 }],
    restocked: [{ id: 'save-point-tee', size: 'M', quantity: 1, status: 'paid' }],
  });
  await signIn(page, admin);
  await page.goto(`/admin/orders/${id}`);
  const slip = page.getByRole('region', { name: 'Packing slip' });
  await expect(slip.getByRole('cell', { name: '2', exact: true })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const width of [1050, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect((await slip.boundingBox())?.width).toBeGreaterThan(width * 0.8);
  }
});
