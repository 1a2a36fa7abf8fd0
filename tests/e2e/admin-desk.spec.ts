// The operator's desk, beyond the ways of admin.spec.ts: many products at once, prices and stock in place, pictures and
// sizes, reviews, categories, files that are no product files; the audit log knows each change.
import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { expect, test } from './fixtures.ts';
import { Desk, FIRST_CALL } from './pages/desk.ts';
import { Door } from './pages/door.ts';
import { ProductPage } from './pages/product-page.ts';

/** A price that no earlier run has set. */
const aPrice = () => (20 + Math.floor(Math.random() * 4000) / 100).toFixed(2);

test.beforeEach(async ({ page, admin }) => {
  await new Door(page).enter(admin);
});

test('several products are changed at once, or none', async ({ page }) => {
  const desk = new Desk(page);
  const names = ['Boss Rush Tee', 'Neon Mecha Tee'];
  await desk.open('products');
  for (const name of names) await page.getByRole('checkbox', { name: `Pick ${name}` }).check();
  const bulk = page.getByRole('form', { name: 'Bulk edit' });
  await bulk.getByLabel('Price').fill('free');
  await bulk.getByRole('button', { name: 'Change all picked' }).click();
  await expect(bulk.getByLabel('Price')).toHaveAccessibleDescription(/no price for Boss Rush Tee/);
  const price = aPrice();
  await bulk.getByLabel('Price').fill(price);
  await bulk.getByRole('button', { name: 'Change all picked' }).click();
  await desk.expectSaid('2 products changed.');
  await page.reload();
  for (const name of names) await expect(desk.cell(`Price of ${name}`)).toHaveValue(price);
  await desk.expectNoted('Changed price', 'products/neon-mecha-tee');
});

test('a price and a stock are changed in place; nonsense is named and put back', async ({ page }) => {
  const desk = new Desk(page);
  await desk.find('Mana Potion Tee');
  const price = desk.cell('Price of Mana Potion Tee');
  const old = await price.inputValue();
  await price.fill('free');
  await price.press('Enter');
  await desk.expectSaid(/^Price of Mana Potion Tee: “free” is not a price/);
  await expect(price).toHaveValue(old);
  const wanted = aPrice();
  await price.fill(wanted);
  await price.press('Enter');
  await desk.expectSaid('Price of Mana Potion Tee saved.');
  const stock = desk.cell('Stock of Mana Potion Tee, size M');
  const units = String(100 + Math.floor(Math.random() * 900));
  await stock.fill(units);
  await stock.press('Enter');
  await desk.expectSaid('Stock of Mana Potion Tee saved.');
  await page.reload();
  await page.getByLabel('Search products').fill('Mana Potion');
  await expect(price).toHaveValue(wanted);
  await expect(stock).toHaveValue(units);
  await desk.expectNoted('Changed variants', 'products/mana-potion-tee');
});

test('pictures keep their order and texts, sizes their stock', async ({ page }) => {
  const desk = new Desk(page);
  const name = `Pictured Tee ${randomUUID().slice(0, 8)}`;
  await desk.open('products/new');
  const form = page.getByRole('form', { name: 'Product' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Price in $').fill('40');
  await form.getByLabel('Category').selectOption({ label: 'Apparel' });
  await form.getByLabel('Picture 1', { exact: true }).fill('/art/boss-rush-tee.webp');
  await form.getByLabel('What picture 1 shows').fill('The boss');
  await form.getByRole('button', { name: 'Add a picture' }).click();
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
  await expect(form.getByLabel('Size 2', { exact: true })).toHaveAccessibleDescription(/there already/);
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
  await desk.expectNoted(`Created ${name}`, `products/${id}`);
});

test('a review is hidden with a reason, and shown again', async ({ page }) => {
  const desk = new Desk(page);
  const reason = `Checked ${randomUUID().slice(0, 8)}`;
  await desk.open('reviews');
  const hide = desk
    .list('Newest reviews')
    .getByRole('button', { name: /^Hide review/ })
    .first();
  const label = String(await hide.getAttribute('aria-label'));
  const ofWhich = label.replace('Hide review ', '');
  await hide.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Hide review' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Say why/);
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'Hide review' }).click();
  await desk.expectSaid('The review is hidden.');
  await expect(desk.list('Newest reviews').getByRole('button', { name: label })).toHaveCount(0);
  await page.reload();
  await desk
    .list('Hidden reviews')
    .getByRole('button', { name: `Show again review ${ofWhich}` })
    .click();
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'Show again review' }).click();
  await desk.expectSaid('The review is shown again.');
  await expect(desk.list('Newest reviews').getByRole('button', { name: label })).toBeVisible();
  await desk.expectNoted('Hid a review', reason);
  await desk.expectNoted('Showed again a review', reason);
});

test('a category is changed; a picture that is none is named', async ({ page }) => {
  const desk = new Desk(page);
  const words = `Wear it ${randomUUID().slice(0, 8)}`;
  await desk.open('categories');
  const form = page.getByRole('form', { name: 'Apparel' });
  const picture = await form.getByLabel('Picture').inputValue();
  await form.getByLabel('Picture').fill('a photo');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByLabel('Picture')).toHaveAccessibleDescription(/https address/);
  await form.getByLabel('Picture').fill(picture);
  await form.getByLabel('Description').fill(words);
  await form.getByRole('button', { name: 'Save' }).click();
  await desk.expectSaid('Apparel: saved.');
  await page.reload();
  await expect(form.getByLabel('Description')).toHaveValue(words);
  await desk.expectNoted('Saved Apparel', 'categories/apparel');
});

test('files that are no product files are refused in words, and write nothing', async ({ page }, info) => {
  const desk = new Desk(page);
  const name = `Never Tee ${randomUUID().slice(0, 8)}`;
  await desk.open('products');
  await desk.button('Import CSV').click();
  const field = page.getByLabel('CSV file');
  const give = (text: string) =>
    field.setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const huge = info.outputPath('huge.csv');
  const file = await open(huge, 'w');
  await file.truncate(100_000_000);
  await file.close();
  await field.setInputFiles(huge);
  await expect(field).toHaveAccessibleDescription(/The file has 100 MB; 5 MB is the most/);
  await give(`name,price\n"${name},45`);
  await expect(field).toHaveAccessibleDescription(/closing " is missing/);
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
  const mistakes = desk.list('Mistakes').getByRole('listitem');
  await expect(mistakes).toHaveCount(4, FIRST_CALL);
  await expect(mistakes).toHaveText([/Row 2, price/, /Row 3, image/, /Row 4, description/, /Row 5/]);
  await expect(desk.button(/^Import \d/)).toHaveCount(0);
  await page.reload();
  await page.getByLabel('Search products').fill(name);
  await expect(page.getByRole('heading', { name: 'No product matches' })).toBeVisible();
});
