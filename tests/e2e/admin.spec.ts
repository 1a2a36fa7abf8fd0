import { randomUUID } from 'node:crypto';
import { expect, test } from './fixtures.ts';
import { Cart } from './pages/cart.ts';
import { Checkout } from './pages/checkout.ts';
import { LoginPage } from './pages/login-page.ts';

test.use({ recordsActions: true });

/** The first call of a function starts its instance. */
const FIRST_CALL = { timeout: 30_000 };

test('admin pages tell a shopper without the admin claim that they are not allowed', async ({
  page,
  shopper,
}) => {
  await new LoginPage(page).openAndLogin(shopper);
  for (const path of ['/admin', '/admin/products', '/admin/orders', '/admin/sync', '/admin/audit']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Not allowed' })).toBeVisible();
  }
});

test('a product is saved as a draft, published, repriced in the table, and each change is in the audit log', async ({
  page,
  admin,
}) => {
  const name = `Draft Tee ${randomUUID().slice(0, 8)}`;
  await new LoginPage(page).openAndLogin(admin);
  await page.goto('/admin/products');
  await page.getByRole('link', { name: 'New product' }).click();
  const form = page.getByRole('form', { name: 'Product' });
  await form.getByRole('button', { name: 'Save as draft' }).click();
  await expect(form.getByLabel('Name')).toBeFocused();
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Price in $').fill('free');
  await form.getByLabel('Category').selectOption({ label: 'Apparel' });
  await form.getByRole('button', { name: 'Add a picture by its address' }).click();
  await form.getByLabel('Picture 1', { exact: true }).fill('javascript:alert(1)');
  await form.getByLabel('What picture 1 shows').fill('The shirt');
  await form.getByLabel('Size 1', { exact: true }).fill('M');
  await form.getByLabel('Stock 1', { exact: true }).fill('5');
  await form.getByRole('button', { name: 'Save as draft' }).click();
  await expect(form.getByLabel('Price in $')).toHaveAccessibleDescription(/Enter a price/);
  await expect(form.getByLabel('Picture 1', { exact: true })).toHaveAccessibleDescription(/https address/);
  await form.getByLabel('Price in $').fill('40');
  await form.getByLabel('Description').fill('Soft.\nWashable.');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await expect(preview.getByText('Washable.')).toHaveJSProperty('innerText', 'Soft.\nWashable.');
  await form.getByLabel('Picture 1', { exact: true }).fill('/art/save-point-tee.webp');
  await form.getByRole('button', { name: 'Save as draft' }).click();
  await expect(page.getByRole('heading', { name: 'Edit product' })).toBeVisible(FIRST_CALL);
  const id = new URL(page.url()).pathname.split('/').at(-1);
  await page.goto(`/product/${id}`);
  await expect(page.getByRole('button', { name: 'Add to cart' })).toBeHidden();

  await page.goto(`/admin/products/${id}`);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Saved and on sale.')).toBeVisible();
  await page.goto('/admin/products');
  await page.getByLabel('Search products').fill(name);
  const price = page.getByRole('textbox', { name: `Price of ${name}` });
  await price.fill('42.50');
  await price.press('Enter');
  await expect(page.getByText(`Price of ${name} saved.`)).toBeVisible(FIRST_CALL);
  await page.goto(`/product/${id}`);
  await expect(page.getByRole('main')).toContainText('$42.50');
  const description = page.getByRole('main').getByText('Washable.');
  await expect(description).toHaveJSProperty('innerText', 'Soft.\nWashable.');
  await page.goto('/admin/audit');
  await expect(page.getByRole('region', { name: 'Audit log' })).toContainText(`products/${id}`);
});

test('of two admins who edit one product, the second to save gets a conflict and overwrites nothing', async ({
  page,
  admin,
  browser,
}) => {
  await new LoginPage(page).openAndLogin(admin);
  const colleague = await (await browser.newContext()).newPage();
  await new LoginPage(colleague).openAndLogin(admin);
  for (const tab of [page, colleague]) {
    await tab.goto('/admin/products/dungeon-map-tee');
    await tab.getByLabel('Description').waitFor();
  }
  const theirs = `Theirs ${randomUUID()}`;
  await colleague.getByLabel('Description').fill(theirs);
  await colleague.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(colleague.getByText('Saved and on sale.')).toBeVisible(FIRST_CALL);
  await page.getByLabel('Description').fill('Mine');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'you both changed: Description' })).toBeVisible();
  await page.getByRole('button', { name: 'Take theirs' }).click();
  await expect(page.getByLabel('Description')).toHaveValue(theirs);
  await colleague.context().close();
});

test('a CSV file with errors is refused row by row; a valid one is imported', async ({ page, admin }) => {
  const name = `Import Tee ${randomUUID().slice(0, 8)}`;
  await new LoginPage(page).openAndLogin(admin);
  await page.goto('/admin/products');
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const give = (text: string) =>
    page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await give('name,colour\nTee,red');
  await expect(page.getByLabel('CSV file')).toHaveAccessibleDescription(/Unknown: colour/);
  const header = 'name,price,image,category,variants,status';
  await give(
    `${header}\n${name},45,/art/boss-rush-tee.webp,apparel,M:3,active\n=cmd,free,/x.webp,apparel,1,active`,
  );
  await expect(page.getByRole('list', { name: 'Errors' })).toContainText('Row 2', FIRST_CALL);
  await give(`${header}\n${name},45,/art/boss-rush-tee.webp,apparel,M:3,active`);
  await page.getByRole('button', { name: 'Import 1 product' }).click();
  await expect(page.getByText('Imported: 1 new, 0 changed.')).toBeVisible();
  await page.getByLabel('Search products').fill(name);
  await expect(page.getByRole('region', { name: 'Products' })).toContainText(name);
});

test('an admin packs, ships and refunds an order', async ({ page, admin }) => {
  await new LoginPage(page).openAndLogin(admin);
  await new Cart(page).add('save-point-tee', 'M');
  const checkout = new Checkout(page);
  await checkout.order();
  await checkout.payWith('Succeeds 4242');
  await page.getByRole('link', { name: 'View order' }).click();
  await page.waitForURL(/\/account\/orders\//);
  const id = new URL(page.url()).pathname.split('/').at(-1);
  await page.goto(`/admin/orders/${id}`);
  await expect(page.getByRole('region', { name: 'Packing slip' })).toContainText('Save Point Tee');
  await page.getByRole('button', { name: 'Mark packed' }).click();
  await page.getByRole('button', { name: 'Mark shipped' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Tracking link').fill('not an address');
  await dialog.getByRole('button', { name: 'Mark shipped' }).click();
  await expect(dialog.getByLabel('Tracking link')).toHaveAccessibleDescription(/https/);
  await dialog.getByLabel('Tracking link').fill('https://courier.example/1');
  await dialog.getByRole('button', { name: 'Mark shipped' }).click();
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await dialog.getByLabel('Reason').fill('Lost on the way');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(dialog).toBeHidden(FIRST_CALL);
  await page.goto(`/account/orders/${id}`);
  await expect(page.getByRole('list', { name: 'Order history' })).toContainText('Lost on the way');
});
