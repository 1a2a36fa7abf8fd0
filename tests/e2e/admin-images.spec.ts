import { randomUUID } from 'node:crypto';
import { truncate, writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from './fixtures.ts';
import { FIRST_CALL } from './pages/admin-page.ts';
import { ProductPage } from './pages/product-page.ts';
import { signIn } from './sign-in.ts';

interface TestFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A picture that no other test has uploaded. */
async function imageFile(name: string, width = 1500, height = 1000): Promise<TestFile> {
  const background = `#${randomUUID().slice(0, 6)}`;
  const image = sharp({ create: { width, height, channels: 3, background } });
  return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() };
}

const productForm = (page: Page) => page.getByRole('form', { name: 'Product' });

/** Opens the form of a new product and fills in all but its pictures. Returns its name. */
async function openNewProduct(page: Page): Promise<string> {
  const name = `Photo Tee ${randomUUID().slice(0, 8)}`;
  await page.goto('/admin/products/new');
  const form = productForm(page);
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Price in $').fill('40');
  await form.getByLabel('Category').selectOption({ label: 'Apparel' });
  await form.getByLabel('Stock 1', { exact: true }).fill('5');
  return name;
}

async function chooseFiles(page: Page, ...files: readonly TestFile[] | readonly string[]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose pictures' }).click(),
  ]);
  await chooser.setFiles([...files] as TestFile[] | string[]);
}

/** Drops files as a file manager does. */
async function dropFile(page: Page, target: Locator, file: TestFile): Promise<void> {
  const transfer = await page.evaluateHandle(
    ({ name, mimeType, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], name, { type: mimeType }));
      return data;
    },
    { name: file.name, mimeType: file.mimeType, base64: file.buffer.toString('base64') },
  );
  await target.dispatchEvent('dragover', { dataTransfer: transfer });
  await target.dispatchEvent('drop', { dataTransfer: transfer });
}

const rowsOf = (page: Page) => page.getByRole('list', { name: 'Pictures in order' }).getByRole('listitem');
const altOf = (page: Page, number: number) => page.getByLabel(`What picture ${number} shows`);
const handleOf = (page: Page, number: number) =>
  page.getByRole('button', { name: `Order of picture ${number}` });

async function expectUploaded(page: Page, count: number): Promise<void> {
  await expect(rowsOf(page).locator('picture img')).toHaveCount(count, FIRST_CALL);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
}

test.beforeEach(async ({ page, admin }) => {
  // Each test encodes several pictures.
  test.slow();
  await signIn(page, admin);
});

test('two pictures are uploaded, ordered by keyboard, described and saved, and the product page shows them', async ({
  page,
}) => {
  const name = await openNewProduct(page);
  const form = productForm(page);
  await chooseFiles(page, await imageFile('back.png', 1500, 1000), await imageFile('front.png', 900, 900));
  await altOf(page, 1).fill('The back');
  await expectUploaded(page, 2);
  await form.getByRole('button', { name: 'Publish' }).click();
  await expect(altOf(page, 2)).toHaveAccessibleDescription(/Say in a few words what the picture shows/);
  await expect(altOf(page, 2)).toBeFocused();
  await altOf(page, 2).fill('The front');

  await handleOf(page, 2).focus();
  await page.keyboard.press('ArrowUp');
  await expect(altOf(page, 1)).toHaveValue('The front');
  await expect(page.getByText('Now picture 1 of 2.')).toBeAttached();
  await expect(handleOf(page, 1)).toBeFocused();

  await form.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('heading', { name: 'Edit product' })).toBeVisible(FIRST_CALL);
  const id = String(new URL(page.url()).pathname.split('/').at(-1));
  const product = new ProductPage(page);
  await product.open(id);
  await expect(product.heading).toHaveText(name);
  const front = page.getByRole('img', { name: 'The front' }).first();
  await expect(front).toHaveJSProperty('complete', true);
  expect(
    await front.evaluate(({ naturalWidth, currentSrc, width }: HTMLImageElement) => ({
      isLoaded: naturalWidth > 0,
      isAvif: currentSrc.includes('.avif'),
      isSmallEnough: naturalWidth <= 900 && width > 0,
    })),
  ).toEqual({ isLoaded: true, isAvif: true, isSmallEnough: true });
  await expect(front).toHaveAttribute('width', '900');
  await expect(front).toHaveAttribute('height', '900');
  await page.getByRole('button', { name: 'Show The back' }).click();
  const back = page.getByRole('img', { name: 'The back' }).first();
  await expect(back).toHaveAttribute('height', '800');
  const shared = await page.locator('meta[property="og:image"]').getAttribute('content');
  const response = await page.request.get(String(shared));
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'image/jpeg']);
});

test('files that are not pictures are rejected by name, and saving requires the missing fields', async ({
  page,
}, info) => {
  await openNewProduct(page);
  await productForm(page).getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Add at least one picture.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose pictures' })).toBeFocused();
  const text = Buffer.from('Not a picture at all.');
  const files: TestFile[] = [
    { name: 'notes.txt', mimeType: 'text/plain', buffer: text },
    { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg><script/></svg>') },
    { name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
    { name: 'text.png', mimeType: 'image/png', buffer: text },
    await imageFile('wide.png', 20_000, 250),
  ];
  // Passes paths: Playwright would send the contents of the huge file to the browser.
  for (const { name, buffer } of files) await writeFile(info.outputPath(name), buffer);
  await truncate(info.outputPath('huge.png'), 21 * 1024 * 1024);
  await chooseFiles(page, ...files.map(({ name }) => info.outputPath(name)));
  await expect(page.getByText('notes.txt is not a JPEG, PNG, WebP or AVIF picture.')).toBeVisible();
  await expect(page.getByText('drawing.svg is not a JPEG, PNG, WebP or AVIF picture.')).toBeVisible();
  await expect(page.getByText('huge.png has 21 MB; 20 MB is the most.')).toBeVisible();
  await expect(page.getByText(/text\.png: This file is not a picture/)).toBeVisible(FIRST_CALL);
  await expect(page.getByText(/wide\.png: This picture has 20,000 × 250 pixels/)).toBeVisible(FIRST_CALL);
  await expect(rowsOf(page)).toHaveCount(2);
  await altOf(page, 1).fill('A text');
  await altOf(page, 2).fill('Too wide');
  await productForm(page).getByRole('button', { name: 'Publish' }).click();
  await expect(altOf(page, 1)).toHaveAccessibleDescription(/not uploaded/);
  await expect(page).toHaveURL(/\/admin\/products\/new$/);
});

test('a picture is dropped, dragged to another place, removed and restored', async ({ page }) => {
  await openNewProduct(page);
  const target = page.getByRole('button', { name: 'Choose pictures' });
  for (const name of ['a.png', 'b.png', 'c.png'])
    await dropFile(page, target, await imageFile(name, 600, 600));
  await expectUploaded(page, 3);
  for (const [index, alt] of ['A', 'B', 'C'].entries()) await altOf(page, index + 1).fill(alt);

  const alts = async () => {
    const values: string[] = [];
    for (const number of [1, 2, 3]) values.push(await altOf(page, number).inputValue());
    return values.join('');
  };
  await handleOf(page, 1).scrollIntoViewIfNeeded();
  await handleOf(page, 3).hover();
  await page.mouse.down();
  await rowsOf(page)
    .first()
    .hover({ position: { x: 40, y: 4 } });
  await page.mouse.up();
  expect(await alts()).toBe('CAB');

  await page.getByRole('button', { name: 'Remove picture 2' }).click();
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Undo: put picture 2 back' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rowsOf(page)).toHaveCount(3);
  expect(await alts()).toBe('CAB');
});

test('an upload continues after a lost connection, and can be retried if its processing fails; the same file twice is one picture', async ({
  page,
}) => {
  await openNewProduct(page);
  let lost = 0;
  await page.route(/\/v0\/b\/[^?]*\?.*upload/, async (route) => {
    if (route.request().method() === 'POST' && lost < 1) {
      lost += 1;
      await route.abort('connectionreset');
    } else await route.fallback();
  });
  let isDown = true;
  await page.route('**/processImage', (route) =>
    isDown && route.request().method() === 'POST' ? route.abort('connectionreset') : route.fallback(),
  );
  await chooseFiles(page, await imageFile('front.png'));
  const retry = page.getByRole('button', { name: 'Try front.png again' });
  await expect(retry).toBeVisible(FIRST_CALL);
  isDown = false;
  await retry.click();
  await expectUploaded(page, 1);
  expect(lost).toBe(1);

  const file = await imageFile('side.png', 600, 600);
  await chooseFiles(page, file, { ...file, name: 'copy.png' });
  await expect(page.getByText('copy.png is one of the pictures already.')).toBeVisible(FIRST_CALL);
  await expectUploaded(page, 2);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('pictures are uploaded and moved by touch, and nothing is wider than the screen', async ({ page }) => {
    await openNewProduct(page);
    await chooseFiles(page, await imageFile('a.png', 600, 600), await imageFile('b.png', 600, 600));
    await expectUploaded(page, 2);
    await altOf(page, 1).fill('A');
    await page.getByRole('button', { name: 'Move picture 1 down' }).tap();
    await expect(altOf(page, 2)).toHaveValue('A');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
