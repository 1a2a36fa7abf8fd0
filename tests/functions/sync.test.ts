// Syncs from a fake platform, a list in memory with the interface of the real page reader, to a
// real Firestore.
import { randomUUID } from 'node:crypto';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firestoreDocumentStore } from '../../functions/src/firestore/firestore-document-store.ts';
import type { PlatformProduct } from '../../functions/src/shop-platform/platform-product.ts';
import { countStock } from '../../functions/src/stock/count-stock.ts';
import { StockBook } from '../../functions/src/stock/stock-book.ts';
import { applyWebhook } from '../../functions/src/sync/apply-webhook.ts';
import { runSync, type SyncContext } from '../../functions/src/sync/run-sync.ts';
import { undoSync } from '../../functions/src/sync/undo-sync.ts';

const PER_PAGE = 5;

const createPlatformProduct = (n: number, overrides: Partial<PlatformProduct> = {}): PlatformProduct => ({
  id: `gid://shopify/Product/${n}`,
  title: `Tee ${n}`,
  handle: `tee-${n}`,
  descriptionHtml: '<p>A tee.</p>',
  productType: 'Apparel',
  tags: [],
  status: 'ACTIVE',
  updatedAt: '2026-11-01T10:00:00Z',
  images: [{ url: `https://images.test/${n}.webp`, altText: null }],
  variants: [
    {
      id: `gid://shopify/ProductVariant/${n}0`,
      title: 'M',
      sku: null,
      price: '45.00',
      compareAtPrice: null,
      inventoryQuantity: 10,
      inventoryItemId: `gid://shopify/InventoryItem/${n}00`,
      selectedOptions: [{ name: 'Size', value: 'M' }],
    },
  ],
  ...overrides,
});

class FakePlatform {
  products: PlatformProduct[] = [];
  /** Called before page `n` (from 0) is returned. */
  beforePage: (n: number) => Promise<void> = async () => {};

  readonly readPage = async (cursor: string | null) => {
    const n = Number(cursor ?? 0);
    await this.beforePage(n);
    const end = (n + 1) * PER_PAGE;
    return {
      products: this.products.slice(n * PER_PAGE, end),
      nextCursor: end < this.products.length ? String(n + 1) : null,
      currencyCode: 'USD',
    };
  };
}

let db: Firestore;
let close: () => Promise<void>;
let platform: FakePlatform;
let tools: SyncContext;
let time: Date;

beforeEach(async () => {
  if (!process.env.FIRESTORE_EMULATOR_HOST)
    throw new Error('FIRESTORE_EMULATOR_HOST is not set; run `npm test`.');
  const app = initializeApp({ projectId: `demo-sync-${randomUUID().slice(0, 8)}` }, randomUUID());
  db = getFirestore(app);
  close = () => deleteApp(app);
  platform = new FakePlatform();
  platform.products = Array.from({ length: 12 }, (_, n) => createPlatformProduct(n));
  time = new Date('2026-11-02T00:00:00Z');
  tools = { db, readPage: platform.readPage, now: () => time, newId: randomUUID };
  await createCategories('apparel', 'accessories');
});

afterEach(() => close());

async function createCategories(...ids: readonly string[]): Promise<void> {
  await Promise.all(ids.map((id) => db.doc(`categories/${id}`).set({ name: id })));
}

/** Names of the visible products, by the specification's shopify-first rule. */
async function visible(): Promise<string[]> {
  const synced = await db
    .collection('products')
    .where('source', '==', 'shopify')
    .where('status', '==', 'active')
    .get();
  return synced.docs.map((document) => document.get('name') as string).sort();
}

const titlesOf = (products: readonly PlatformProduct[]) => products.map(({ title }) => title).sort();
const edit = (n: number, changes: Partial<PlatformProduct>) => {
  platform.products = platform.products.map((product, index) =>
    index === n ? { ...product, ...changes } : product,
  );
};

describe('a sync', () => {
  it('publishes every product of the platform', async () => {
    const { record } = await runSync(tools, 'admin');
    expect(record).toMatchObject({ status: 'applied', created: 12, pagesRead: 3, productsRead: 12 });
    expect(await visible()).toEqual(titlesOf(platform.products));
  });

  it('writes no product when nothing changed', async () => {
    await runSync(tools, 'admin');
    const before = await db.collection('products').get();
    const { record } = await runSync(tools, 'admin');
    const after = await db.collection('products').get();
    expect(record).toMatchObject({ created: 0, updated: 0, archived: 0 });
    expect(after.docs.map((d) => d.updateTime)).toEqual(before.docs.map((d) => d.updateTime));
  });

  it('archives products that the platform no longer has, and keeps ratings', async () => {
    await runSync(tools, 'admin');
    await db.doc('products/shopify-3').update({ rating: 4.5, reviews: 9 });
    platform.products = platform.products.filter((_, n) => n !== 5);
    edit(3, { title: 'Renamed' });
    const { record } = await runSync(tools, 'admin');
    expect(record).toMatchObject({ created: 0, updated: 1, archived: 1 });
    expect((await db.doc('products/shopify-3').get()).data()).toMatchObject({
      name: 'Renamed',
      rating: 4.5,
      reviews: 9,
    });
    expect((await db.doc('products/shopify-5').get()).data()).toMatchObject({
      status: 'archived',
      inStock: false,
    });
  });

  it('skips a product with an unknown category, and reports it as a problem', async () => {
    edit(2, { productType: 'Collectibles' });
    const { record } = await runSync(tools, 'admin');
    expect(record).toMatchObject({ created: 11, problemCount: 1 });
    expect(record.problems[0]).toMatch(/^'Tee 2' .*There is no category 'collectibles'\. The categories are/);
    await createCategories('collectibles');
    expect((await runSync(tools, 'admin')).record).toMatchObject({ created: 1, problemCount: 0 });
  });

  it('skips a product that cannot be sold, and reports it as a problem', async () => {
    edit(2, { variants: [] });
    const { record } = await runSync(tools, 'admin');
    expect(record).toMatchObject({ created: 11, problemCount: 1 });
    expect(record.problems[0]).toContain("'Tee 2' (2) has no variants");
  });

  it('can be undone, and its changes are applied again by the next sync', async () => {
    await runSync(tools, 'admin');
    const first = await visible();
    time = new Date('2026-11-03T00:00:00Z');
    edit(1, { title: 'Renamed' });
    platform.products = [...platform.products.slice(0, 11), createPlatformProduct(50)];
    const { syncId } = await runSync(tools, 'admin');
    expect(await visible()).toEqual(titlesOf(platform.products));
    await undoSync(db, syncId, time);
    expect(await visible()).toEqual(first);
    time = new Date('2026-11-04T00:00:00Z');
    await runSync(tools, 'admin');
    expect(await visible()).toEqual(titlesOf(platform.products));
  });

  it('cannot be undone, even in part, if a product would return to a deleted category', async () => {
    await runSync(tools, 'admin');
    edit(2, { productType: 'Accessories' });
    edit(3, { title: 'Renamed' });
    const { syncId } = await runSync(tools, 'admin');
    await db.doc('categories/apparel').delete();
    await expect(undoSync(db, syncId, time)).rejects.toThrow(/'Tee 2': There is no category 'apparel'/);
    expect((await db.doc('products/shopify-3').get()).get('name')).toBe('Renamed');
    await createCategories('apparel');
    await undoSync(db, syncId, time);
    expect((await db.doc('products/shopify-2').get()).get('category')).toBe('apparel');
  });

  it('gives changed products a later version, published or undone, even if the clock is behind', async () => {
    await runSync(tools, 'admin');
    const versions = async () => {
      const { docs } = await db.collection('products').get();
      return new Map(docs.map((product) => [product.id, Date.parse(product.get('updatedAt'))]));
    };
    const synced = await versions();
    time = new Date(time.getTime() - 60_000);
    edit(1, { title: 'Renamed' });
    platform.products = platform.products.slice(0, 11);
    const { syncId, record } = await runSync(tools, 'admin');
    expect(record).toMatchObject({ updated: 1, archived: 1 });
    const published = await versions();
    await undoSync(db, syncId, time);
    const undone = await versions();
    const changed = [...published].filter(([id, version]) => version !== synced.get(id));
    expect(changed).toHaveLength(2);
    for (const [id, version] of changed) {
      expect(version).toBeGreaterThan(synced.get(id) ?? Number.NaN);
      expect(undone.get(id)).toBeGreaterThan(version);
    }
  });

  it('is kept in a history of ten', async () => {
    platform.products = platform.products.slice(0, 1);
    for (let day = 1; day <= 12; day += 1) {
      time = new Date(Date.UTC(2026, 10, day));
      await runSync(tools, 'admin');
    }
    expect((await db.collection('syncs').get()).size).toBe(10);
  });
});

describe('applyWebhook', () => {
  const delivery = (id: string) => ({ id, topic: 'products/update', currencyCode: 'USD' });
  const edited = (title: string, updatedAt: string) =>
    ({ kind: 'product', product: createPlatformProduct(4, { title, updatedAt }) }) as const;

  it('changes nothing before the first sync, because one synced product would hide all others', async () => {
    expect(await applyWebhook(db, edited('New', '2026-11-02T00:00:00Z'), delivery('a'), time)).toBe(
      'never-synced',
    );
    expect((await db.collection('products').get()).size).toBe(0);
  });

  it('applies a delivery once, and drops one that is older than the stored state', async () => {
    await runSync(tools, 'admin');
    const newer = edited('Newer', '2026-11-02T02:00:00Z');
    expect(await applyWebhook(db, newer, delivery('b'), time)).toBe('applied');
    expect(await applyWebhook(db, newer, delivery('b'), time)).toBe('duplicate');
    expect(await applyWebhook(db, edited('Older', '2026-11-02T01:00:00Z'), delivery('c'), time)).toBe(
      'outdated',
    );
    expect((await db.doc('products/shopify-4').get()).get('name')).toBe('Newer');
  });

  const level = (locationId: number, available: number, at: string) =>
    ({
      kind: 'inventory',
      inventoryItemId: 'gid://shopify/InventoryItem/400',
      locationId: `gid://shopify/Location/${locationId}`,
      available,
      at,
    }) as const;
  const stock = async () => (await db.doc('products/shopify-4').get()).get('variants')[0].stock as number;
  const count = () =>
    countStock(
      { store: firestoreDocumentStore(db), now: () => new Date(), sleep: async () => undefined },
      'shopify-4',
      new Date(),
    );

  it("changes our stock by as much as the stock at a location, never to one location's level", async () => {
    await runSync(tools, 'admin');
    await firestoreDocumentStore(db).runTransaction(async (transaction) => {
      const book = new StockBook(transaction);
      await book.read(['shopify-4'], 'order');
      const move = { at: time, reason: 'ordered', actor: 'shopper' } as const;
      await book.take({ id: 'shopify-4', size: 'M', quantity: 3 }, 'order', move);
      book.write();
    });
    await count();
    const first = level(2, 3, '2026-11-02T05:00:00Z');
    expect(await applyWebhook(db, first, delivery('e'), time)).toBe('unchanged');
    expect(await stock()).toBe(7);
    expect(await applyWebhook(db, level(2, 8, '2026-11-02T05:00:01Z'), delivery('f'), time)).toBe('applied');
    expect(await stock()).toBe(12);
  });

  it('adds units that the undo of an earlier sync keeps, and that later webhooks do not add again', async () => {
    const restocked = (title: string, units: number, updatedAt: string) => {
      const product = createPlatformProduct(4, { title, updatedAt });
      const variants = product.variants.map((variant) => ({ ...variant, inventoryQuantity: units }));
      return { ...product, variants };
    };
    await runSync(tools, 'admin');
    edit(4, { title: 'Dearer', updatedAt: '2026-11-02T01:00:00Z' });
    const { syncId } = await runSync(tools, 'admin');
    const webhook = { kind: 'product', product: restocked('Dearer', 20, '2026-11-02T02:00:00Z') } as const;
    await applyWebhook(db, webhook, delivery('g'), time);
    await undoSync(db, syncId, time);
    expect((await db.doc('products/shopify-4').get()).get('name')).toBe('Tee 4');
    expect(await stock()).toBe(20);
    const later = { kind: 'product', product: restocked('Renamed', 20, '2026-11-02T03:00:00Z') } as const;
    await applyWebhook(db, later, delivery('h'), time);
    expect(await stock()).toBe(20);
  });
});
