import { text } from 'node:stream/consumers';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoViolations } from './accessibility.ts';
import { type StudioStack, startStudioStack } from './studio-stack.ts';

const START_TIMEOUT_MS = 60_000;
const TEST_TIMEOUT_MS = 90_000;

const FIELDS = {
  name: { stringValue: '5' },
  price: { doubleValue: 5 },
  at: { timestampValue: '2026-01-31T12:00:00Z' },
  tags: { arrayValue: { values: [{ stringValue: 'a,b' }, { integerValue: '9007199254740993' }] } },
};

let stack: StudioStack;

beforeAll(async () => {
  stack = await startStudioStack();
  await stack.write({ 'products/p1': FIELDS, 'products/p2': { name: { stringValue: 'Cup' } } });
}, START_TIMEOUT_MS);

afterAll(() => stack.close());

async function exportAs(page: Page, format: 'json' | 'csv'): Promise<string> {
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Format').selectOption(format);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`products.${format}`);
  return text(await download.createReadStream());
}

async function importFile(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('File').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

describe('a collection', { timeout: TEST_TIMEOUT_MS }, () => {
  it.each(['json', 'csv'] as const)(
    'is exported as %s and imported into another without loss, and the import can be undone',
    async (format) => {
      const page = await stack.open('/data/(default)/products');
      await page.getByText('2 documents').waitFor();
      const text = await exportAs(page, format);
      await page.goto(`${stack.url}/data/(default)/copy-${format}`);
      await importFile(page, `products.${format}`, text);
      await page.getByText('2 documents, the first is p1.').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
      await page.getByText(`Imported 2 documents into copy-${format}.`).waitFor();
      expect(await stack.read(`copy-${format}/p1`)).toEqual(FIELDS);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Undone.').waitFor();
      expect(await stack.read(`copy-${format}/p1`)).toBeUndefined();
      await page.close();
    },
  );

  it('keeps an existing document, unless an import is asked to replace it, and reports an invalid file', async () => {
    const page = await stack.open('/data/(default)/products');
    await importFile(page, 'a.json', '{"p2": 5}');
    await page.getByRole('alert').getByText('p2 is not a document').waitFor();
    const dialog = page.getByRole('dialog');
    const buffer = Buffer.from('{"p2": {"name": "Mug"}}');
    await dialog.getByLabel('File').setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer });
    await dialog.getByRole('button', { name: 'Import' }).click();
    await page.getByRole('alert').getByText('0 documents were imported before').waitFor();
    expect(await stack.read('products/p2')).toEqual({ name: { stringValue: 'Cup' } });
    await dialog.getByLabel('Replace documents that exist').check();
    await dialog.getByRole('button', { name: 'Import' }).click();
    await page.getByText('Imported 1 documents').waitFor();
    expect(await stack.read('products/p2')).toEqual({ name: { stringValue: 'Mug' } });
    await page.close();
  });

  it('names the index that its query uses', async () => {
    const filter = encodeURIComponent('name == "Cup"');
    const page = await stack.open(`/data/(default)/products?where=${filter}&order=-price`);
    await page.getByText('(name DESC, price DESC, __name__ DESC)').waitFor();
    await page.close();
  });

  it.each([
    ['Import', 'light'],
    ['Export', 'dark'],
  ] as const)('has no axe violation in its %s dialog', async (name, colorScheme) => {
    const page = await stack.open('/data/(default)/products', { colorScheme });
    await page.getByRole('button', { name }).press('Enter');
    await page.getByRole('dialog').waitFor();
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.close();
  });
});
