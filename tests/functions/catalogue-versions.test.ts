// Staff's files and pages are older than the orders placed since; no import and no patch may sell
// units twice.
import type { Product } from '@savepoint/model/product';
import { CSV_COLUMNS, formatProductCells } from '@savepoint/model/product-csv';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  createProduct,
  createUser,
  db,
  eventually,
  orderRequest,
  stockOf,
  type TestUser,
} from './stack.ts';

let admin: TestUser;
beforeAll(async () => {
  admin = await createUser({ admin: true });
});

interface ImportResult {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly errors: readonly { readonly row: number; readonly column?: string; readonly message: string }[];
}

const read = async (id: string) => ({ ...(await db().doc(`products/${id}`).get()).data(), id }) as Product;

/** The current row of a product in an export. */
async function exportRow(id: string): Promise<Record<string, string>> {
  const cells = formatProductCells(await read(id));
  return Object.fromEntries(CSV_COLUMNS.map((column, index) => [column, cells[index] ?? '']));
}

async function importRows(rows: readonly object[], dryRun = false): Promise<ImportResult> {
  const { result, error } = await call<ImportResult>('importProducts', { rows, dryRun }, admin.token);
  if (error !== undefined) throw new Error(error.message);
  return result;
}

async function buy(productId: string, quantity: number): Promise<void> {
  const lines = [{ productId, size: 'M', quantity }];
  const { token } = await createUser();
  const { error } = await call('createOrder', orderRequest(productId, { lines }), token);
  expect(error).toBeUndefined();
}

/** Waits until pages show a stock. */
const counted = (id: string, stock: number) =>
  eventually(`pages show ${stock}`, async () => (await read(id)).variants[0]?.stock === stock);

describe('importProducts', { timeout: 60_000 }, () => {
  it('applies the stock difference of the file once, whatever was ordered since the export', async () => {
    const id = await createProduct(10, { updatedAt: new Date().toISOString() });
    const row = await exportRow(id);
    await buy(id, 4);
    expect(await importRows([row])).toMatchObject({ updated: 0, unchanged: 1, errors: [] });
    expect(await stockOf(id)).toBe(6);
    const delivered = { ...row, variants: 'M:16' };
    expect(await importRows([delivered], true)).toMatchObject({ updated: 1, errors: [] });
    expect(await stockOf(id)).toBe(6);
    expect(await importRows([delivered])).toMatchObject({ updated: 1, errors: [] });
    expect(await stockOf(id)).toBe(12);
    expect(await importRows([delivered])).toMatchObject({ errors: [{ row: 1, column: 'version' }] });
    expect(await stockOf(id)).toBe(12);
  });

  it('removes no more units than are left, reports the number, and then writes no row of the file', async () => {
    const [sold, other] = [await createProduct(10), await createProduct(10)];
    const rows = [
      { ...(await exportRow(other)), price: '50' },
      { ...(await exportRow(sold)), variants: 'M:2' },
    ];
    await buy(sold, 4);
    const expectRefused = async (dryRun: boolean) =>
      expect(await importRows(rows, dryRun)).toEqual({
        ...{ created: 0, updated: 0, unchanged: 0 },
        errors: [{ row: 2, column: 'variants', message: expect.stringMatching(/is 6 by now/) }],
      });
    await expectRefused(true);
    await counted(sold, 6);
    await expectRefused(false);
    expect([await stockOf(sold), await stockOf(other), (await read(other)).price]).toEqual([6, 10, 45]);
  });

  it('changes everything except the stock of a product that was ordered since, if the row has no variants', async () => {
    const id = await createProduct(10);
    const { variants: _variants, ...row } = await exportRow(id);
    await buy(id, 4);
    expect(await importRows([{ ...row, price: '50' }])).toMatchObject({ updated: 1, errors: [] });
    expect([(await read(id)).price, await stockOf(id)]).toEqual([50, 6]);
    expect(await importRows([{ ...row, variants: '', price: '51' }])).toMatchObject({ updated: 1 });
    expect([(await read(id)).price, await stockOf(id)]).toEqual([51, 6]);
  });

  it('changes the price but not the stock for a file without the columns of an export', async () => {
    const id = await createProduct(10);
    await buy(id, 4);
    await counted(id, 6);
    const { version: _version, exportedStock: _stock, ...row } = await exportRow(id);
    expect(await importRows([{ ...row, price: '50' }])).toMatchObject({ updated: 1, errors: [] });
    expect(await importRows([{ ...row, variants: 'M:10' }])).toMatchObject({
      updated: 0,
      errors: [{ row: 1, column: 'variants', message: expect.stringContaining('Export again') }],
    });
    expect([(await read(id)).price, await stockOf(id)]).toEqual([50, 6]);
  });

  it('rejects a row of a product deleted since the export, and creates it from a row without a version', async () => {
    const id = await createProduct(10, { updatedAt: '2026-01-01T00:00:00.000Z' });
    const row = await exportRow(id);
    await db().doc(`products/${id}`).delete();
    expect(await importRows([row])).toMatchObject({ errors: [{ row: 1, column: 'version' }] });
    expect(await importRows([{ ...row, version: '', variants: '' }])).toMatchObject({
      errors: [{ row: 1, column: 'variants' }],
    });
    expect(await importRows([{ ...row, version: '' }])).toMatchObject({ created: 1 });
  });

  it('changes nothing for an unmodified export, and keeps price, SKU and platform id of a size with changed stock', async () => {
    const variants = [
      { size: 'M', stock: 3, sku: 'TEE-M', shopifyVariantId: 'gid://shopify/ProductVariant/1' },
      { size: '3XL', stock: 2, price: 49, sku: 'TEE-3XL' },
    ];
    const id = await createProduct(5, { variants });
    const row = await exportRow(id);
    expect(await importRows([row])).toMatchObject({ unchanged: 1 });
    expect(await importRows([{ ...row, variants: 'M:3|3XL:7|L:1' }])).toMatchObject({ updated: 1 });
    expect((await read(id)).variants).toEqual([
      variants[0],
      { ...variants[1], stock: 7 },
      { size: 'L', stock: 1 },
    ]);
  });

  it('sells no unit twice when imports of one export run during orders', async () => {
    const id = await createProduct(10);
    const row = { ...(await exportRow(id)), price: '50' };
    const buyers = await Promise.all(Array.from({ length: 6 }, () => createUser()));
    const orders = buyers.map((buyer) => call('createOrder', orderRequest(id), buyer.token));
    const imports = Array.from({ length: 4 }, () =>
      call<ImportResult>('importProducts', { rows: [row], dryRun: false }, admin.token),
    );
    const placed = (await Promise.all(orders)).filter(({ error }) => error === undefined).length;
    await Promise.all(imports);
    expect(await stockOf(id)).toBe(10 - placed);
  });
});

describe('patchProducts', { timeout: 60_000 }, () => {
  const patch = (productId: string, changes: object, edit: object = {}) =>
    call('patchProducts', { products: [{ productId, changes, ...edit }] }, admin.token);

  it('applies the typed stock difference, whatever was ordered since, and needs the version of the sizes', async () => {
    const id = await createProduct(10);
    const { updatedAt } = await read(id);
    await buy(id, 4);
    const variants = [{ size: 'M', stock: 15 }];
    const stockBefore = [{ size: 'M', stock: 10 }];
    expect((await patch(id, { variants }, { version: updatedAt, stockBefore })).error).toBeUndefined();
    expect(await stockOf(id)).toBe(11);
    expect((await patch(id, { variants })).error).toMatchObject({
      status: 'INVALID_ARGUMENT',
      message: expect.stringMatching(/^version is required to change the sizes of /),
    });
    const version = 'another';
    expect((await patch(id, { variants }, { version, stockBefore })).error).toMatchObject({
      status: 'ABORTED',
      details: { reason: 'version-conflict' },
    });
    const fewer = { version: (await read(id)).updatedAt, stockBefore: [{ size: 'M', stock: 30 }] };
    expect((await patch(id, { variants }, fewer)).error).toMatchObject({
      status: 'ABORTED',
      details: { reason: 'stock-changed' },
    });
    expect((await patch(id, { price: 50 })).error).toBeUndefined();
    expect(await stockOf(id)).toBe(11);
  });
});
