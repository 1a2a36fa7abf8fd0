import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { expect, test } from './fixtures.ts';
import { AdminPage, FIRST_CALL } from './pages/admin-page.ts';
import { ProductPage } from './pages/product-page.ts';
import { signIn } from './sign-in.ts';

/** A random price, so that saving it is always a change. */
const aPrice = () => (20 + Math.floor(Math.random() * 4000) / 100).toFixed(2);

test.beforeEach(async ({ page, admin }) => {
  await signIn(page, admin);
});

test('a bulk edit changes all selected products or none', async ({ page }) => {
  const adminPage = new AdminPage(page);
  const names = ['Boss Rush Tee', 'Neon Mecha Tee'];
  await adminPage.open('products');
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  const bulk = page.getByRole('form', { name: 'Bulk edit' });
  await bulk.getByLabel('Price').fill('free');
  await bulk.getByRole('button', { name: 'Change all selected' }).click();
  await expect(bulk.getByLabel('Price')).toHaveAccessibleDescription(/give Boss Rush Tee a valid price/);
  const price = aPrice();
  await bulk.getByLabel('Price').fill(price);
  await bulk.getByRole('button', { name: 'Change all selected' }).click();
  await adminPage.expectToast('2 products changed.');
  await page.reload();
  for (const name of names) await expect(adminPage.cell(`Price of ${name}`)).toHaveValue(price);
  await adminPage.expectAuditEntry('Changed price', 'Product neon-mecha-tee');
});

test('price and stock are edited inline; an invalid value is reported and reverted', async ({ page }) => {
  const adminPage = new AdminPage(page);
  await adminPage.searchProduct('Mana Potion Tee');
  const price = adminPage.cell('Price of Mana Potion Tee');
  const old = await price.inputValue();
  await price.fill('free');
  await price.press('Enter');
  await adminPage.expectToast(/^Price of Mana Potion Tee: “free” is not a price/);
  await expect(price).toHaveValue(old);
  const wanted = aPrice();
  await price.fill(wanted);
  await price.press('Enter');
  await adminPage.expectToast('Price of Mana Potion Tee saved.');
  const stock = adminPage.cell('Stock of Mana Potion Tee, size M');
  const units = String(100 + Math.floor(Math.random() * 900));
  await stock.fill(units);
  await stock.press('Enter');
  await adminPage.expectToast('Stock of Mana Potion Tee saved.');
  await page.reload();
  await page.getByLabel('Search products').fill('Mana Potion');
  await expect(price).toHaveValue(wanted);
  await expect(stock).toHaveValue(units);
  await adminPage.expectAuditEntry('Changed variants', 'Product mana-potion-tee');
});

test('a product keeps the order and alt texts of its images and the stock of its sizes', async ({ page }) => {
  const adminPage = new AdminPage(page);
  const name = `Pictured Tee ${randomUUID().slice(0, 8)}`;
  await adminPage.open('products/new');
  const form = page.getByRole('form', { name: 'Product' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Price in $').fill('40');
  await form.getByLabel('Category').selectOption({ label: 'Apparel' });
  await form.getByRole('button', { name: 'Add a picture by its address' }).click();
  await form.getByLabel('Picture 1', { exact: true }).fill('/art/boss-rush-tee.webp');
  await form.getByLabel('What picture 1 shows').fill('The boss');
  await form.getByRole('button', { name: 'Add a picture by its address' }).click();
  await form.getByLabel('Picture 2', { exact: true }).fill('photo of a tee');
  await form.getByLabel('What picture 2 shows').fill('The crystal');
  await form.getByRole('button', { name: 'Move picture 2 up' }).click();
  await form.getByLabel('Size 1', { exact: true }).fill('M');
  await form.getByLabel('Stock 1', { exact: true }).fill('5');
  await form.getByRole('button', { name: 'Add a size' }).click();
  await form.getByLabel('Size 2', { exact: true }).fill('M');
  await form.getByLabel('Stock 2', { exact: true }).fill('7');
  await form.getByRole('button', { name: 'Publish' }).click();
  await expect(form.getByLabel('Picture 1', { exact: true })).toHaveAccessibleDescription(/https address/);
  await expect(form.getByLabel('Size 2', { exact: true })).toHaveAccessibleDescription(
    /two variants of the size M/,
  );
  await form.getByLabel('Picture 1', { exact: true }).fill('/art/save-point-tee.webp');
  await form.getByLabel('Size 2', { exact: true }).fill('L');
  await form.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('heading', { name: 'Edit product' })).toBeVisible(FIRST_CALL);
  await page.reload();
  await expect(form.getByLabel('Picture 1', { exact: true })).toHaveValue('/art/save-point-tee.webp');
  await expect(form.getByLabel('What picture 2 shows')).toHaveValue('The boss');
  await expect(form.getByLabel('Stock 2', { exact: true })).toHaveValue('7');
  const id = String(new URL(page.url()).pathname.split('/').at(-1));
  const product = new ProductPage(page);
  await product.open(id);
  await expect(product.heading).toHaveText(name);
  await expect(page.getByRole('img', { name: 'The crystal' }).first()).toBeVisible();
  await expect(page.getByRole('radio', { name: /^L\b/ })).toBeEnabled();
  await adminPage.expectAuditEntry(`Created ${name}`, `Product ${id}`);
});

test('a review is hidden with a reason and shown again', async ({ page }) => {
  const adminPage = new AdminPage(page);
  const reason = `Checked ${randomUUID().slice(0, 8)}`;
  await adminPage.open('reviews');
  const hide = adminPage
    .list('Newest reviews')
    .getByRole('button', { name: /^Hide review/ })
    .first();
  const label = String(await hide.getAttribute('aria-label'));
  const which = label.replace('Hide review ', '');
  await hide.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Hide review' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Give a reason/);
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'Hide review' }).click();
  await adminPage.expectToast('The review is hidden.');
  await expect(adminPage.list('Newest reviews').getByRole('button', { name: label })).toHaveCount(0);
  await page.reload();
  await adminPage
    .list('Hidden reviews')
    .getByRole('button', { name: `Show again review ${which}` })
    .click();
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'Show again review' }).click();
  await adminPage.expectToast('The review is shown again.');
  await expect(adminPage.list('Newest reviews').getByRole('button', { name: label })).toBeVisible();
  await adminPage.expectAuditEntry('Hid a review', reason);
  await adminPage.expectAuditEntry('Unhid a review', reason);
});

test('a category is saved; an invalid image URL is reported', async ({ page }) => {
  const adminPage = new AdminPage(page);
  const description = `Wear it ${randomUUID().slice(0, 8)}`;
  await adminPage.open('categories');
  const form = page.getByRole('form', { name: 'Apparel' });
  await adminPage.button('Edit Apparel').click();
  const image = await form.getByLabel('Picture').inputValue();
  await form.getByLabel('Picture').fill('a photo');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByLabel('Picture')).toHaveAccessibleDescription(/https address/);
  await form.getByLabel('Picture').fill(image);
  await form.getByLabel('Description').fill(description);
  await form.getByRole('button', { name: 'Save' }).click();
  await adminPage.expectToast('Apparel: saved.');
  await page.reload();
  await adminPage.button('Edit Apparel').click();
  await expect(form.getByLabel('Description')).toHaveValue(description);
  await adminPage.expectAuditEntry('Saved Apparel', 'Category apparel');
});

test('a CSV import rejects invalid files with a reason per row and writes nothing of them, and imports a valid one', async ({
  page,
}, info) => {
  const adminPage = new AdminPage(page);
  const name = `Import Tee ${randomUUID().slice(0, 8)}`;
  await adminPage.open('products');
  await adminPage.button('Import CSV').click();
  const field = page.getByLabel('CSV file');
  const give = (text: string) =>
    field.setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const huge = info.outputPath('huge.csv');
  const file = await open(huge, 'w');
  await file.truncate(100_000_000);
  await file.close();
  await field.setInputFiles(huge);
  await expect(field).toHaveAccessibleDescription(/The file is 100 MB; the limit is 5 MB/);
  await give(`name,price\n"${name},45`);
  await expect(field).toHaveAccessibleDescription(/closing " is missing/);
  await give('name,colour\nTee,red');
  await expect(field).toHaveAccessibleDescription(/Unknown: colour/);
  const header = 'name,price,image,category,variants,description';
  await give(
    [
      header,
      `${name},45,/art/boss-rush-tee.webp,apparel,M:3,fine`,
      `${name} 2,free,/art/x.webp,apparel,M:3,fine`,
      `${name} 3,45,a photo,apparel,M:3,fine`,
      `${name} 4,45,/art/x.webp,apparel,M:3,=1+1`,
      `<b>${name}</b>,45,/art/x.webp,apparel,M:3,fine`,
    ].join('\n'),
  );
  const rowErrors = adminPage.list('Errors').getByRole('listitem');
  await expect(rowErrors).toHaveCount(4, FIRST_CALL);
  await expect(rowErrors).toHaveText([/Row 2, price/, /Row 3, image/, /Row 4, description/, /Row 5/]);
  await expect(adminPage.button(/^Import \d/)).toHaveCount(0);
  await page.getByLabel('Search products').fill(name);
  await expect(page.getByRole('heading', { name: 'No products match' })).toBeVisible();

  await give(`${header}\n${name},45,/art/boss-rush-tee.webp,apparel,M:3,fine`);
  await page.getByRole('button', { name: 'Import 1 product' }).click();
  await expect(page.getByText('Imported: 1 new, 0 changed.')).toBeVisible(FIRST_CALL);
  await expect(page.getByRole('region', { name: 'Products' })).toContainText(name);
});
