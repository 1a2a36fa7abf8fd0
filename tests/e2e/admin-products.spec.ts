import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expectNoViolations } from './axe.ts';
import { writeDocument, writeStock } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { AdminPage, FIRST_CALL } from './pages/admin-page.ts';
import { signIn } from './sign-in.ts';

test.beforeEach(async ({ page, admin }) => {
  await signIn(page, admin);
});

/**
 * Writes a product whose largest size has a price of its own, as a sync does. Returns its id and
 * its name.
 */
async function writeProduct(overrides: object = {}): Promise<{ id: string; name: string }> {
  const id = `tee-${randomUUID().slice(0, 8)}`;
  const name = `Warp Tee ${id}`;
  const variants = [
    { size: 'M', stock: 4, sku: 'WARP-M' },
    { size: '2XL', stock: 2, sku: 'WARP-2XL', price: 81 },
  ];
  await writeStock(id, variants);
  await writeDocument(`products/${id}`, {
    name,
    price: 79,
    image: '/art/save-point-tee.webp',
    images: ['/art/save-point-tee.webp'],
    category: 'apparel',
    rating: 0,
    reviews: 0,
    inStock: true,
    featured: false,
    description: 'Goes down.',
    features: [],
    specifications: {},
    ...{ variants, stockAt: new Date().toISOString() },
    status: 'active',
    updatedAt: new Date().toISOString(),
    ...overrides,
  });
  return { id, name };
}

test('saving a live product keeps the prices and SKUs of its sizes, and they can be changed', async ({
  page,
}) => {
  const { id } = await writeProduct();
  const form = page.getByRole('form', { name: 'Product' });
  await page.goto(`/admin/products/${id}`);
  await form.getByLabel('Description').fill('Goes down and up.');
  await expect(form.getByRole('button', { name: 'Publish', exact: true })).toBeHidden();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await new AdminPage(page).expectToast('Saved and on sale.');
  await page.goto(`/product/${id}`);
  await page.getByRole('radio', { name: /^2XL/ }).check();
  await expect(page.getByRole('main')).toContainText('$81.00');
  await page.goto(`/admin/products/${id}`);
  await expect(form.getByLabel('SKU 2')).toHaveValue('WARP-2XL');
  await form.getByLabel('Price 2', { exact: true }).fill('cheap');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form.getByLabel('Price 2', { exact: true })).toHaveAccessibleDescription(/price like 49.00/);
  await form.getByLabel('Price 2', { exact: true }).fill('85');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await new AdminPage(page).expectToast('Saved and on sale.');
  await new AdminPage(page).expectAuditEntry('Price of 2XL: $81.00 → $85.00', `Product ${id}`);
});

test('a bulk edit can be undone, the table shows a thumbnail of each product, and importing an unmodified export changes nothing', async ({
  page,
}) => {
  const { name } = await writeProduct({ features: ['Two\nlines | and a bar'] });
  const adminPage = new AdminPage(page);
  await adminPage.searchProduct(name);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row.locator('img')).toHaveJSProperty('complete', true);
  await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  const bulk = page.getByRole('form', { name: 'Bulk edit' });
  await bulk.getByLabel('Price').fill('50');
  await bulk.getByRole('button', { name: 'Change all selected' }).click();
  await adminPage.expectToast('1 product changed.');
  await expect(adminPage.cell(`Price of ${name}`)).toHaveValue('50.00');
  await adminPage.button('Undo').click();
  await adminPage.expectToast('Undone.');
  await expect(adminPage.cell(`Price of ${name}`)).toHaveValue('79.00');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    adminPage.button('Export CSV').click(),
  ]);
  const buffer = await readFile(await download.path());
  await adminPage.button('Import CSV').click();
  await page.getByLabel('CSV file').setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByText(/^0 new, 0 changed, \d+ unchanged\.$/)).toBeVisible(FIRST_CALL);
});

test('archiving and deleting a product can be undone, without a warning about unsaved changes, also from the audit log', async ({
  page,
}) => {
  const { id, name } = await writeProduct();
  const adminPage = new AdminPage(page);
  await page.goto(`/admin/products/${id}`);
  await (await adminPage.openMenu()).getByRole('button', { name: 'Archive' }).click();
  await adminPage.expectToast(/^Archived;/);
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible();
  await adminPage.button('Undo').click();
  await adminPage.expectToast('Undone.');
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeHidden();

  await page.getByLabel('Description').fill('Not saved');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await (await adminPage.openMenu()).getByRole('button', { name: 'Delete' }).click();
  await adminPage.expectToast(`${name} is deleted.`);
  await expect(page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name })).toHaveCount(0);
  await adminPage.button('Undo').click();
  await expect(page.getByRole('link', { name })).toBeVisible(FIRST_CALL);

  await page.getByRole('link', { name }).click();
  await (await adminPage.openMenu()).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible(FIRST_CALL);
  await expect(page.getByRole('link', { name })).toHaveCount(0);
  await adminPage.open('audit');
  await adminPage.button(`Restore Product ${id}`).first().click();
  await adminPage.expectToast(`Product ${id} is restored.`);
});

test('the stock is corrected with a reason, and the movement shows what, why, when and who, even on a phone', async ({
  page,
  admin,
}) => {
  const { id } = await writeProduct();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/admin/products/${id}`);
  const stock = page.getByRole('region', { name: 'Stock movements' });
  await expect(stock).toContainText('No movements yet');
  await stock.getByRole('button', { name: 'Correct the stock' }).click();
  const form = page.getByRole('form', { name: 'Correct the stock' });
  await form.getByLabel('Size').selectOption('2XL');
  await form.getByLabel('Units').fill('-3');
  await form.getByLabel('Why').fill('Damaged by water');
  await form.getByRole('button', { name: 'Correct', exact: true }).click();
  await expect(form.getByLabel('Units')).toHaveAccessibleDescription(
    /is 2\. It cannot become -1\./,
    FIRST_CALL,
  );
  await form.getByLabel('Units').fill('-2');
  await form.getByRole('button', { name: 'Correct', exact: true }).click();
  await new AdminPage(page).expectToast('Stock corrected: 0 of 2XL.');
  const row = stock.getByRole('row').filter({ hasText: 'Damaged by water' });
  for (const text of ['2XL', '-2', 'Corrected', admin.email]) await expect(row).toContainText(text);
  await expectNoViolations(page, 'the stock movements of a product');
  await page.goto(`/product/${id}`);
  await expect(page.getByRole('radio', { name: '2XL, sold out' })).toBeAttached();
});

test('a copy of a product has its prices, but not its units and SKUs, and is a draft', async ({ page }) => {
  const { id, name } = await writeProduct();
  await page.goto(`/admin/products/${id}`);
  await (await new AdminPage(page).openMenu()).getByRole('link', { name: 'Duplicate' }).click();
  const form = page.getByRole('form', { name: 'Product' });
  await expect(form.getByLabel('Name')).toHaveValue(`Copy of ${name}`);
  await expect(form.getByLabel('Price 2', { exact: true })).toHaveValue('81.00');
  await expect(form.getByLabel('Stock 2')).toHaveValue('0');
  await expect(form.getByLabel('SKU 2')).toHaveValue('');
  await form.getByRole('button', { name: 'Save as draft' }).click();
  await expect(page.getByRole('heading', { name: 'Edit product' })).toBeVisible(FIRST_CALL);
  await expect(page).toHaveURL(/\/admin\/products\/copy-of-/);
});

test('leaving a product with unsaved changes asks first, inside the app and on a reload', async ({
  page,
}) => {
  const { name } = await writeProduct();
  await new AdminPage(page).searchProduct(name);
  await page.getByRole('link', { name }).click();
  const description = page.getByLabel('Description');
  await description.fill('Not saved yet');
  const allProducts = page.getByRole('link', { name: 'All products' });
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await allProducts.click();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(description).toHaveValue('Not saved yet');
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.dismiss();
    return dialog.type();
  });
  await page.close({ runBeforeUnload: true });
  expect(await asked).toBe('beforeunload');
  await page.goBack();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(description).toHaveValue('Not saved yet');
  await allProducts.click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible();
});

test('categories are ordered and deleted in one list; the shop uses the order, and a deletion can be undone', async ({
  page,
}) => {
  const adminPage = new AdminPage(page);
  const name = `Caps ${randomUUID().slice(0, 8)}`;
  const id = name.toLowerCase().replace(' ', '-');
  await writeDocument(`categories/${id}`, {
    name,
    image: '/art/save-point-tee.webp',
    description: '',
    featured: true,
  });
  await adminPage.open('categories');
  const rows = adminPage.list('Categories').getByRole('listitem');
  await expect(rows.filter({ hasText: name })).toContainText('no products');
  const position = async () => (await rows.allTextContents()).findIndex((text) => text.startsWith(name));
  for (let from = await position(); from > 0; from -= 1) {
    await adminPage.button(`Move ${name} up`).click();
    await expect(rows.nth(from - 1)).toContainText(name);
  }
  await expect(page.getByText(`${name} is now number 1.`)).toBeAttached(FIRST_CALL);
  await page.reload();
  await expect(rows.first()).toContainText(name);
  await adminPage.button('Delete Apparel').click();
  await adminPage.expectToast(/Apparel has \d+ products\. Move them to another category first\./);
  await adminPage.button(`Delete ${name}`).click();
  await adminPage.expectToast(`${name} is deleted.`);
  await expect(rows.filter({ hasText: name })).toHaveCount(0);
  await adminPage.button('Undo').click();
  await adminPage.expectToast('Undone.');
  await expect(rows.first()).toContainText(name);
});

test('the audit log is filtered by text, person and action', async ({ page, admin }) => {
  const { id, name } = await writeProduct();
  const adminPage = new AdminPage(page);
  await page.goto(`/admin/products/${id}`);
  await page.getByLabel('Price in $').fill('70');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await adminPage.expectToast('Saved and on sale.');
  await (await adminPage.openMenu()).getByRole('button', { name: 'Delete' }).click();
  await adminPage.expectToast(`${name} is deleted.`);
  await adminPage.open('audit');
  const rows = page.getByRole('region', { name: 'Audit log' }).locator('tbody').getByRole('row');
  await page.getByLabel('Who').selectOption(admin.email);
  await expect(rows).toHaveCount(2);
  await page.getByLabel('Action').selectOption('saveProduct');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Price: $79.00 → $70.00');
  await page.getByLabel('Search the log').fill('nothing like that');
  await expect(page.getByRole('heading', { name: 'No entries match' })).toBeVisible();
});

test('the size guide matches the product, and staff can choose another one or none', async ({ page }) => {
  const guide = page.getByRole('dialog', { name: 'Size guide' });
  const open = page.getByRole('button', { name: 'Size guide' });
  await page.goto('/product/lag-slayer-gloves');
  await open.click();
  await expect(guide.getByRole('columnheader')).toHaveText(['Size', 'Palm (in)', 'Hand length (in)']);
  const { id } = await writeProduct();
  await page.goto(`/product/${id}`);
  await open.click();
  await expect(guide.getByRole('columnheader', { name: 'Half chest (in)' })).toBeVisible();
  await page.goto(`/admin/products/${id}`);
  await page.getByLabel('Size guide').selectOption('None');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await new AdminPage(page).expectToast('Saved and on sale.');
  await page.goto(`/product/${id}`);
  await expect(page.getByRole('button', { name: 'Add to cart' })).toBeVisible();
  await expect(open).toHaveCount(0);
});
