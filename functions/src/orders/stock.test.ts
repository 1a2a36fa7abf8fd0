import { shardsOf } from '@savepoint/model/stock-shards';
import { expect, it } from 'vitest';
import type { DocumentTransaction } from '../firestore/document-store.ts';
import { StockBook } from '../stock/stock-book.ts';
import { reserveLine } from './stock.ts';

it('A line of an order keeps the SKU of its size, by which the warehouse finds it', async () => {
  const variants = [
    { size: 'S', stock: 3 },
    { size: 'M', stock: 2, sku: 'SP-TEE-M' },
  ];
  const product = { name: 'Tee', image: '/tee.webp', price: 45, variants };
  const shards = new Map<string, unknown>(shardsOf('tee', variants));
  const getAll = async (paths: readonly string[]) => paths.map((path) => shards.get(path) ?? null);
  const stock = new StockBook({ getAll } as unknown as DocumentTransaction);
  stock.keep(['products/tee'], [product]);
  await stock.read(['tee'], 'order');
  const move = { at: new Date(0), reason: 'ordered', actor: 'shopper' } as const;
  const reserve = (size: string) =>
    reserveLine(stock, { productId: 'tee', size, quantity: 1 }, { id: 'order', move });
  expect(await reserve('M')).toMatchObject({ id: 'tee', size: 'M', sku: 'SP-TEE-M' });
  expect(await reserve('S')).not.toHaveProperty('sku');
});
