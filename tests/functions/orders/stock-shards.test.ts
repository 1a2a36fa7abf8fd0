import { randomInt } from 'node:crypto';
import { STOCK_SHARDS, stockShardPaths } from '@savepoint/model/stock-shards';
import { describe, expect, it } from 'vitest';
import { cancelOrder } from '../../../functions/src/orders/change-order.ts';
import { replaceOrder } from '../../../functions/src/orders/replace-order.ts';
import { countStock } from '../../../functions/src/stock/count-stock.ts';
import { InMemoryDocumentStore } from './in-memory-document-store.ts';
import { ADDRESS, openStock, TestShop } from './test-shop.ts';

async function openShop(units: number): Promise<TestShop> {
  const shop = new TestShop(new InMemoryDocumentStore(), { mug: { '': units } });
  await shop.open();
  return shop;
}

const order = (shop: TestShop, uid: string, quantity = 1) =>
  replaceOrder(
    shop.context,
    { uid, email: undefined },
    {
      lines: [{ productId: 'mug', quantity }],
      ...{ address: ADDRESS, delivery: 'standard', idempotencyKey: `key-of-checkout-${uid}` },
    },
  );

const isTaken = (shop: TestShop, uid: string, quantity = 1) =>
  order(shop, uid, quantity).then(
    () => true,
    (error: { details?: { reason?: string } }) => {
      expect(error.details?.reason).toBe('out-of-stock');
      return false;
    },
  );

describe('createOrder on shards', () => {
  it('sells exactly the stock to a larger number of concurrent shoppers, without writing the product', async () => {
    const shop = await openShop(23);
    const written = new Set<string>();
    (shop.store as InMemoryDocumentStore).onWritten = (path) => void written.add(path);
    const taken = await Promise.all(Array.from({ length: 60 }, (_, n) => isTaken(shop, `shopper-${n}`)));
    expect(taken.filter(Boolean)).toHaveLength(23);
    expect(await shop.stockOf('mug')).toEqual({ '': 0 });
    expect(await shop.movedOf('mug')).toEqual({ '': 0 });
    expect(written).not.toContain('products/mug');
  });

  it('collects the last units from all shards for one order, and tells another what is left', async () => {
    const shop = await openShop(STOCK_SHARDS - 1);
    expect(await isTaken(shop, 'ann', 4)).toBe(true);
    expect(await isTaken(shop, 'bob', 4)).toBe(true);
    await expect(order(shop, 'eve', 2)).rejects.toMatchObject({ details: { available: 1 } });
    expect(await isTaken(shop, 'eve')).toBe(true);
    expect(await shop.stockOf('mug')).toEqual({ '': 0 });
  });

  it('gives canceled units to the next order, wherever they were taken from', async () => {
    const shop = await openShop(4);
    const { orderId } = await order(shop, 'ann', 4);
    expect(await isTaken(shop, 'bob', 4)).toBe(false);
    await cancelOrder(shop.context, { uid: 'ann', email: undefined }, { orderId });
    expect(await isTaken(shop, 'bob', 4)).toBe(true);
  });
});

it('rejects orders for a second without looking again if an instance found nothing, except from shoppers with an order', async () => {
  const shop = await openShop(1);
  const memory = Object.assign(shop, { context: { ...shop.context, soldOut: new Map() } });
  const store = shop.store as InMemoryDocumentStore;
  const { orderId } = await order(memory, 'ann');
  expect(await isTaken(memory, 'bob')).toBe(false);
  const before = store.readCount;
  expect(await isTaken(memory, 'eve')).toBe(false);
  expect(store.readCount).toBe(before);
  expect((await order(memory, 'ann')).orderId).toBe(orderId);
  await cancelOrder(memory.context, { uid: 'ann', email: undefined }, { orderId });
  memory.time = new Date(memory.time.getTime() + 1001);
  expect(await isTaken(memory, 'eve')).toBe(true);
});

describe('countStock', () => {
  /** A shop whose clock runs while a count waits, and the times at which pages were shown. */
  async function openCounted(units: number) {
    const shop = await openShop(units);
    const store = shop.store as InMemoryDocumentStore;
    const shown: { readonly at: number; readonly stock: number }[] = [];
    store.now = () => new Date(shop.time);
    store.documents.set('products/mug', {
      ...store.documents.get('products/mug'),
      stockAt: new Date(shop.time.getTime() - 5000).toISOString(),
    });
    store.onWritten = (path, _, after) => {
      if (path !== 'products/mug') return;
      const variants = (after?.variants ?? []) as { stock: number }[];
      shown.push({ at: shop.time.getTime(), stock: variants[0]?.stock ?? -1 });
    };
    const sleep = async (ms: number) => {
      shop.time = new Date(shop.time.getTime() + ms);
    };
    const count = (changedAt: Date) =>
      countStock({ store, now: () => new Date(shop.time), sleep }, 'mug', changedAt);
    return { shop, shown, count };
  }

  it('is written at most once a second, however often the stock changes, and ends with the final stock', async () => {
    const { shop, shown, count } = await openCounted(40);
    for (let n = 0; n < 40; n += 1) {
      await order(shop, `shopper-${n}`);
      const changedAt = new Date(shop.time);
      shop.time = new Date(shop.time.getTime() + 100);
      await count(changedAt);
      if (n % 3 === 0) await count(changedAt);
    }
    await count(new Date(shop.time));
    expect(shown.at(-1)?.stock).toBe(0);
    const gaps = shown.slice(1).map(({ at }, index) => at - (shown[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000);
  });

  it('shows the latest count, whatever the order of events and writes', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { shop, shown, count } = await openCounted(30);
      const events: Date[] = [];
      for (let n = 0; n < 6; n += 1) {
        await order(shop, `shopper-${n}`, 1 + randomInt(4));
        events.push(new Date(shop.time));
        shop.time = new Date(shop.time.getTime() + randomInt(700));
      }
      const shuffled = [...events, ...events].sort(() => randomInt(3) - 1);
      await Promise.all(shuffled.map((at) => count(at)));
      expect(shown.at(-1)?.stock).toBe((await shop.stockOf('mug'))['']);
    }
  });

  it('skips a product whose stock is not in shards yet', async () => {
    const { shop, shown, count } = await openCounted(3);
    const { documents } = shop.store as InMemoryDocumentStore;
    documents.set('products/mug', { name: 'mug', variants: [{ stock: 30 }] });
    await openStock(shop.store, { mug: { '': 2 } }, shop.time);
    await count(new Date(shop.time));
    expect(shown).toEqual([]);
    expect(stockShardPaths('mug').some((path) => documents.has(path))).toBe(true);
  });
});
