// Question: is the catalogue that shoppers see always one complete version of the platform's, whatever breaks while a
// sync runs? The platform here is a list in memory behind the same page reader the real client has; Firestore is real.
import { randomUUID } from 'node:crypto';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyWebhook } from '../../functions/src/catalog/sync/apply-webhook.ts';
import { runSync, type SyncContext } from '../../functions/src/catalog/sync/run-sync.ts';
import { stageSync } from '../../functions/src/catalog/sync/stage-sync.ts';
import { acquireLease } from '../../functions/src/catalog/sync/sync-lease.ts';
import { undoSync } from '../../functions/src/catalog/sync/undo-sync.ts';
import { PlatformError, type PlatformProduct } from '../../functions/src/shop-platform/platform-product.ts';

const PER_PAGE = 5;

const aPlatformProduct = (n: number, over: Partial<PlatformProduct> = {}): PlatformProduct => ({
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
  ...over,
});

class Platform {
  products: PlatformProduct[] = [];
  /** Called before page `n` (from 0) is answered. */
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
let platform: Platform;
let tools: SyncContext;
let time: Date;

beforeEach(() => {
  if (!process.env.FIRESTORE_EMULATOR_HOST)
    throw new Error('FIRESTORE_EMULATOR_HOST is not set; run `npm test`.');
  const app = initializeApp({ projectId: `demo-sync-${randomUUID().slice(0, 8)}` }, randomUUID());
  db = getFirestore(app);
  close = () => deleteApp(app);
  platform = new Platform();
  platform.products = Array.from({ length: 12 }, (_, n) => aPlatformProduct(n));
  time = new Date('2026-11-02T00:00:00Z');
  tools = { db, readPage: platform.readPage, now: () => time, newId: randomUUID };
});

afterEach(() => close());

/** Names of what shoppers are shown, by the specification's shopify-first rule. */
async function visible(): Promise<string[]> {
  const synced = await db
    .collection('products')
    .where('source', '==', 'shopify')
    .where('status', '==', 'active')
    .get();
  return synced.docs.map((document) => document.get('name') as string).sort();
}

const named = (products: readonly PlatformProduct[]) => products.map(({ title }) => title).sort();
const edit = (n: number, over: Partial<PlatformProduct>) => {
  platform.products = platform.products.map((product, index) =>
    index === n ? { ...product, ...over } : product,
  );
};

describe('a sync', () => {
  it('shows the whole platform catalogue', async () => {
    const { record } = await runSync(tools, 'admin');
    expect(record).toMatchObject({ status: 'applied', created: 12, pagesRead: 3, productsRead: 12 });
    expect(await visible()).toEqual(named(platform.products));
  });

  it('writes no product when nothing changed', async () => {
    await runSync(tools, 'admin');
    const before = await db.collection('products').get();
    const { record } = await runSync(tools, 'admin');
    const after = await db.collection('products').get();
    expect(record).toMatchObject({ created: 0, updated: 0, archived: 0 });
    expect(after.docs.map((d) => d.updateTime)).toEqual(before.docs.map((d) => d.updateTime));
  });

  it('archives what the platform dropped, and keeps our ratings', async () => {
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

  it('leaves out what cannot be sold, and names it', async () => {
    edit(2, { variants: [] });
    const { record } = await runSync(tools, 'admin');
    expect(record).toMatchObject({ created: 11, problemCount: 1 });
    expect(record.problems[0]).toContain("'Tee 2' (2) has no variants");
  });

  it('can be undone, and then done again', async () => {
    await runSync(tools, 'admin');
    const first = await visible();
    time = new Date('2026-11-03T00:00:00Z');
    edit(1, { title: 'Renamed' });
    platform.products = [...platform.products.slice(0, 11), aPlatformProduct(50)];
    const { syncId } = await runSync(tools, 'admin');
    expect(await visible()).toEqual(named(platform.products));
    await undoSync(db, syncId, time);
    expect(await visible()).toEqual(first);
    time = new Date('2026-11-04T00:00:00Z');
    await runSync(tools, 'admin');
    expect(await visible()).toEqual(named(platform.products));
  });

  it('is remembered ten times', async () => {
    for (let day = 1; day <= 12; day += 1) {
      time = new Date(Date.UTC(2026, 10, day));
      await runSync(tools, 'admin');
    }
    expect((await db.collection('syncs').get()).size).toBe(10);
  });
});

describe('when something breaks', () => {
  it('on page 2 of 3, shoppers keep the old catalogue and the run says why', async () => {
    await runSync(tools, 'admin');
    const before = await visible();
    platform.products = Array.from({ length: 12 }, (_, n) => aPlatformProduct(n, { title: `New ${n}` }));
    platform.beforePage = async (n) => {
      if (n === 1) throw new PlatformError('The shop platform refused a page of products: 502.');
    };
    time = new Date('2026-11-03T00:00:00Z');
    await expect(runSync(tools, 'admin')).rejects.toThrow('502');
    expect(await visible()).toEqual(before);
    const failed = await db.collection('syncs').where('status', '==', 'failed').get();
    expect(failed.docs.map((document) => document.get('error'))).toEqual([
      'The shop platform refused a page of products: 502.',
    ]);
    platform.beforePage = async () => {};
    await runSync(tools, 'admin');
    expect(await visible()).toEqual(named(platform.products));
  });

  it('after staging, the next run goes on where the dead one stopped', async () => {
    const lease = await acquireLease(db, time, randomUUID, 'admin');
    await stageSync(db, lease, platform.readPage, tools.now);
    expect(await visible()).toEqual([]);
    let pagesRead = 0;
    platform.beforePage = async () => {
      pagesRead += 1;
    };
    time = new Date(time.getTime() + 6 * 60_000);
    const { syncId, record } = await runSync(tools, 'admin');
    expect(syncId).toBe(lease.syncId);
    expect(record).toMatchObject({ status: 'applied', created: 12 });
    expect(pagesRead).toBe(0);
    expect(await visible()).toEqual(named(platform.products));
  });

  it('a second sync at the same time is refused, and the first one finishes', async () => {
    const refused: unknown[] = [];
    platform.beforePage = async (n) => {
      if (n === 1) await runSync(tools, 'other').catch((thrown: Error) => refused.push(thrown.name));
    };
    await runSync(tools, 'admin');
    expect(refused).toEqual(['SyncInProgressError']);
    expect(await visible()).toEqual(named(platform.products));
  });
});

describe('a webhook', () => {
  const delivery = (id: string) => ({ id, topic: 'products/update', currencyCode: 'USD' });
  const edited = (title: string, updatedAt: string) =>
    ({ kind: 'product', product: aPlatformProduct(4, { title, updatedAt }) }) as const;

  it('before the first sync changes nothing, because one synced product would hide all others', async () => {
    expect(await applyWebhook(db, edited('New', '2026-11-02T00:00:00Z'), delivery('a'), time)).toBe(
      'never-synced',
    );
    expect((await db.collection('products').get()).size).toBe(0);
  });

  it('that comes twice changes nothing twice, and a late one nothing at all', async () => {
    await runSync(tools, 'admin');
    const newer = edited('Newer', '2026-11-02T02:00:00Z');
    expect(await applyWebhook(db, newer, delivery('b'), time)).toBe('applied');
    expect(await applyWebhook(db, newer, delivery('b'), time)).toBe('duplicate');
    expect(await applyWebhook(db, edited('Older', '2026-11-02T01:00:00Z'), delivery('c'), time)).toBe(
      'outdated',
    );
    expect((await db.doc('products/shopify-4').get()).get('name')).toBe('Newer');
  });

  it('in the middle of a sync wins over what the sync had read before', async () => {
    await runSync(tools, 'admin');
    platform.products = platform.products.map((product) => ({
      ...product,
      title: `${product.title} v2`,
      updatedAt: '2026-11-02T01:00:00Z',
    }));
    platform.beforePage = async (n) => {
      if (n === 2)
        await applyWebhook(db, edited('From the webhook', '2026-11-02T03:00:00Z'), delivery('d'), time);
    };
    await runSync(tools, 'admin');
    const expected = platform.products.map(({ title }, n) => (n === 4 ? 'From the webhook' : title)).sort();
    expect(await visible()).toEqual(expected);
  });

  it('about stock moves ours by what the platform moved', async () => {
    await runSync(tools, 'admin');
    const sold = (await db.doc('products/shopify-4').get())
      .get('variants')
      .map((v: object) => ({ ...v, stock: 7 }));
    await db.doc('products/shopify-4').update({ variants: sold });
    const change = {
      kind: 'inventory',
      inventoryItemId: 'gid://shopify/InventoryItem/400',
      available: 15,
      at: '2026-11-02T05:00:00Z',
    } as const;
    expect(await applyWebhook(db, change, delivery('e'), time)).toBe('applied');
    expect((await db.doc('products/shopify-4').get()).get('variants')[0].stock).toBe(12);
  });

  it('about a deleted product archives it', async () => {
    await runSync(tools, 'admin');
    const gone = {
      kind: 'deleted',
      productId: 'gid://shopify/Product/4',
      at: '2026-11-02T05:00:00Z',
    } as const;
    expect(await applyWebhook(db, gone, delivery('f'), time)).toBe('applied');
    expect(await visible()).not.toContain('Tee 4');
  });
});
