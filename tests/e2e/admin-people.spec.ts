import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Download } from '@playwright/test';
import { writeDocument } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { writeOrder } from './orders.ts';
import { AdminPage, FIRST_CALL } from './pages/admin-page.ts';
import { signIn } from './sign-in.ts';

const textOf = async (download: Download) => readFile(await download.path(), 'utf8');

test('a contact message is sent, read, replied to and exported', async ({ page, browser, admin }) => {
  const subject = `The fox ${randomUUID().slice(0, 8)}`;
  await page.goto('/contact');
  const contact = page.getByRole('form', { name: 'Contact' });
  await contact.getByLabel('Message').fill('<b>Is it friendly?</b>');
  await contact.getByRole('button', { name: 'Send message' }).click();
  await expect(contact.getByLabel('Name')).toBeFocused();
  await expect(contact.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  await expect(contact.getByLabel('Message')).toHaveValue('<b>Is it friendly?</b>');
  await contact.getByLabel('Name').fill('Robin');
  await contact.getByLabel('Email').fill('robin@example.com');
  await contact.getByLabel('Subject').fill(subject);
  await contact.getByLabel('Message').fill('Is it friendly?');
  await contact.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Message received.')).toBeVisible(FIRST_CALL);

  const office = await (await browser.newContext()).newPage();
  await signIn(office, admin);
  const adminPage = new AdminPage(office);
  await adminPage.open('messages');
  const message = adminPage.list('Messages').getByRole('listitem').filter({ hasText: subject });
  await expect(message).toContainText('Is it friendly?');
  await adminPage.button(`Reply to ${subject}`).click();
  await message.getByRole('button', { name: 'Send reply' }).click();
  await expect(message.getByLabel('Reply', { exact: true })).toHaveAccessibleDescription(/Write a reply/);
  await message.getByLabel('Reply', { exact: true }).fill(`Very friendly, ${subject}.`);
  await message.getByRole('button', { name: 'Send reply' }).click();
  await adminPage.expectToast('Your reply is on its way to robin@example.com.');
  await expect(message).toHaveCount(0);
  await office.getByLabel('Show').selectOption('Replied');
  await expect(message).toContainText(`Replied by ${admin.email}`);

  const [download] = await Promise.all([
    office.waitForEvent('download'),
    adminPage.button('Export CSV').click(),
  ]);
  expect(await textOf(download)).toContain(`Robin,robin@example.com,${subject},Is it friendly?`);
  await office.context().close();
});

test('newsletter subscribers are listed, found and exported', async ({ browser, admin }) => {
  const email = `reader-${randomUUID().slice(0, 8)}@example.com`;
  await writeDocument('newsletter/other', {
    email: 'somebody-else@example.com',
    token: 'unused',
    createdAt: new Date(),
  });
  await writeDocument('newsletter/reader', { email, createdAt: new Date() });

  const office = await (await browser.newContext()).newPage();
  await signIn(office, admin);
  const adminPage = new AdminPage(office);
  await adminPage.open('subscribers');
  await office.getByLabel('Search subscribers').fill(email);
  await expect(office.getByRole('status').filter({ hasText: '1 subscriber' })).toBeVisible();
  await expect(office.getByRole('rowheader', { name: email })).toBeVisible();
  const [download] = await Promise.all([
    office.waitForEvent('download'),
    adminPage.button('Export CSV').click(),
  ]);
  const csv = await textOf(download);
  expect(csv).toContain(email);
  expect(csv).not.toContain('somebody-else@example.com');
  await office.context().close();
});

test('a customer is found by email and shown with links to all their orders', async ({
  page,
  admin,
  shopper,
}) => {
  const orders = [
    await writeOrder(shopper, 'save-point-tee', 'shipped'),
    await writeOrder(shopper, 'boss-rush-tee', 'cancelled'),
    await writeOrder(shopper, 'boss-rush-tee', 'expired'),
  ];
  await signIn(page, admin);
  const adminPage = new AdminPage(page);
  await adminPage.open('customers');
  await page.getByLabel('Search customers').fill(shopper.email.toUpperCase().slice(0, 30));
  const row = page.getByRole('row').filter({ hasText: shopper.email });
  await row.getByRole('link', { name: shopper.displayName }).click();
  const customer = page.getByRole('region', { name: 'Customer' });
  await expect(customer).toContainText(shopper.email);
  await expect(customer).toContainText('3 orders, net sales $50.99');
  const table = page.getByRole('region', { name: 'Orders' });
  for (const id of orders) await expect(table.locator(`a[href="/admin/orders/${id}"]`)).toBeVisible();
  await table.locator(`a[href="/admin/orders/${orders[0]}"]`).click();
  await expect(page.getByRole('region', { name: 'Packing slip' })).toContainText('Save Point Tee');
});
