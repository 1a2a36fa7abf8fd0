import { randomUUID } from 'node:crypto';
import { expect, test } from './fixtures.ts';
import { signIn } from './sign-in.ts';

/** The first call of a function starts its instance. */
const FIRST_CALL = { timeout: 30_000 };

test('a product is saved as a draft, published, repriced in the table, and each change is in the audit log', async ({
  page,
  admin,
}) => {
  const name = `Draft Tee ${randomUUID().slice(0, 8)}`;
  await signIn(page, admin);
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
  await expect(page.getByRole('region', { name: 'Audit log' })).toContainText(`Product ${id}`);
});

test('when two admins edit one product, the second to save gets a conflict and overwrites nothing', async ({
  page,
  admin,
  browser,
}) => {
  await signIn(page, admin);
  const colleague = await (await browser.newContext()).newPage();
  await signIn(colleague, admin);
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
