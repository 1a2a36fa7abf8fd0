// The real platform client against the Shopify emulator, with injected faults: shoppers must always
// see one complete version of the platform's catalog.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseWebhook } from '../../functions/src/shop-platform/parse-webhook.ts';
import { applySync } from '../../functions/src/sync/apply-sync.ts';
import { applyWebhook } from '../../functions/src/sync/apply-webhook.ts';
import { runSync } from '../../functions/src/sync/run-sync.ts';
import { stageSync } from '../../functions/src/sync/stage-sync.ts';
import { acquireLease } from '../../functions/src/sync/sync-lease.ts';
import { CrashError, crashingFirestore } from './sync/crashing-firestore.ts';
import { type SyncedShop, startSyncedShop } from './sync/synced-shop.ts';

const PER_PAGE = 50;
/** More products than one commit writes. */
const PAGES = 12;

let shop: SyncedShop;
beforeAll(async () => {
  shop = await startSyncedShop();
});
afterAll(() => shop.close());

interface Delivery {
  readonly webhookId: string;
  readonly topic: string;
  readonly body: string;
  readonly triggeredAt: string;
}

/**
 * Applies the platform's deliveries of a topic in order, like shopifyWebhook, and returns their
 * outcomes.
 */
async function deliver(target: SyncedShop, topicPrefix = ''): Promise<string[]> {
  const deliveries = (await target.control<Delivery[]>('GET', '/deliveries')).reverse();
  const outcomes: string[] = [];
  for (const { webhookId, topic, body, triggeredAt } of deliveries.filter((d) =>
    d.topic.startsWith(topicPrefix),
  )) {
    const change = parseWebhook(topic, Buffer.from(body), triggeredAt, new Date(triggeredAt));
    if (change === undefined) continue;
    const delivery = { id: webhookId, topic, currencyCode: 'USD' };
    outcomes.push(await applyWebhook(target.db, change, delivery, target.context.now()));
  }
  return outcomes;
}

/** Makes the platform hold its deliveries for `deliver`. */
async function subscribe(target: SyncedShop): Promise<void> {
  await target.control('POST', '/faults', { hold: true });
  await target.control('POST', '/subscriptions', { uri: 'http://127.0.0.1:9/nobody' });
}

async function editPlatform(target: SyncedShop, suffix: string): Promise<void> {
  const [first, second, dropped] = await target.ids();
  await target.control('POST', `/products/${first}`, { title: `First ${suffix}` });
  await target.control('POST', `/products/${second}`, { status: 'DRAFT' });
  await target.control('DELETE', `/products/${dropped}`);
}

describe('a page that cannot be read', { timeout: 120_000 }, () => {
  it('leaves the visible catalog unchanged when page 7 of 12 fails with 500, or with errors in a 200, and the next sync completes', async () => {
    await shop.reset(PAGES * PER_PAGE);
    const first = await shop.sync();
    expect(first.record).toMatchObject({ status: 'applied', pagesRead: PAGES, created: PAGES * PER_PAGE });
    const before = await shop.visible();
    expect(before).toEqual(await shop.platform());
    for (const status of [500, 200]) {
      await editPlatform(shop, `for ${status}`);
      await shop.control('POST', '/faults', { failPage: 7, failPageTimes: 50, failPageStatus: status });
      await expect(shop.sync()).rejects.toThrow('The shop platform refused a page of products');
      const [failed] = (await shop.db.collection('syncs').orderBy('startedAt', 'desc').limit(1).get()).docs;
      expect(failed?.data()).toMatchObject({
        status: 'failed',
        pagesRead: 6,
        error: expect.stringContaining('The shop platform refused a page of products'),
        finishedAt: expect.any(String),
      });
      expect(await shop.visible()).toEqual(before);
      await shop.control('DELETE', '/faults');
    }
    await shop.sync();
    expect(await shop.visible()).toEqual(await shop.platform());
  });
});

describe('a process that crashes', { timeout: 120_000 }, () => {
  /**
   * Syncs the next version in a process that crashes at a write. Returns whether it crashed before
   * the end.
   */
  async function crashAt(writes: number): Promise<boolean> {
    const old = await shop.visible();
    await editPlatform(shop, `v${writes}`);
    const [activated] = (await shop.ids()).slice(5);
    await shop.control('POST', `/products/${activated}`, { status: 'ACTIVE' });
    const next = await shop.platform();

    const tools = { ...shop.context, db: crashingFirestore(shop.db, writes) };
    const crashed = await runSync(tools, 'admin').then(
      () => false,
      (error: unknown) => error instanceof CrashError,
    );
    const seen = await shop.visible();
    if (crashed) expect([old, next]).toContainEqual(seen);
    shop.expireLease();
    await shop.sync();
    expect(await shop.visible()).toEqual(next);
    const drafts = await shop.db.collection('products').orderBy('syncId').get();
    expect(drafts.docs.map(({ id }) => id)).toEqual([]);
    return crashed;
  }

  it('leaves one complete catalog after a crash before any write, and the next sync completes', async () => {
    await shop.reset(PER_PAGE + 5);
    // Each version hides a product, shows one, renames one and lacks one.
    for (const id of (await shop.ids()).slice(5, 25)) {
      await shop.control('POST', `/products/${id}`, { status: 'DRAFT' });
    }
    await shop.sync();
    let writes = 0;
    while (await crashAt(writes)) writes += 1;
    // Lease, two pages, drafts, journal and commit are writes; fewer means that a step was not
    // covered.
    expect(writes).toBeGreaterThanOrEqual(5);
  });

  it('leaves the sample catalog after a crash at any write of the first sync', async () => {
    for (let writes = 0, crashed = true; crashed; writes += 1) {
      await shop.reset(PER_PAGE + 1);
      await shop.db.doc('products/sample-1').set({ name: 'Sample', status: 'active' });
      const db = crashingFirestore(shop.db, writes);
      crashed = await runSync({ ...shop.context, db }, 'admin').then(
        () => false,
        () => true,
      );
      if (crashed) expect(await shop.visible()).toEqual(['1 Sample']);
      shop.expireLease();
      await shop.sync();
      expect(await shop.visible()).toEqual(await shop.platform());
    }
  });

  it('is resumed after staging without rereading a page', async () => {
    await shop.reset(3 * PER_PAGE);
    const lease = await acquireLease(shop.db, shop.context.now(), shop.context.newId, 'admin');
    await stageSync(shop.db, lease, shop.context.readPage, shop.context.now);
    expect(await shop.visible()).toEqual([]);
    await shop.control('POST', '/faults', { failPage: 1, failPageTimes: 50 });
    shop.expireLease();
    const { syncId, record } = await shop.sync();
    expect([syncId, record.created]).toEqual([lease.syncId, (await shop.visible()).length]);
    await shop.control('DELETE', '/faults');
    expect(await shop.visible()).toEqual(await shop.platform());
  });
});

describe('concurrent syncs', { timeout: 60_000 }, () => {
  it('run once if several start together, and the others reject with a message', async () => {
    await shop.reset(2 * PER_PAGE);
    const ends = await Promise.allSettled([shop.sync(), shop.sync(), shop.sync()]);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    for (const end of ends)
      if (end.status === 'rejected') expect(end.reason.message).toContain('A sync is running already');
    expect(await shop.visible()).toEqual(await shop.platform());
    expect((await shop.db.collection('syncs').get()).size).toBe(1);
  });

  it('commit nothing if another process has resumed the slow one', async () => {
    await shop.reset(2 * PER_PAGE);
    await shop.sync();
    await editPlatform(shop, 'v2');
    const slow = await acquireLease(shop.db, shop.context.now(), shop.context.newId, 'admin');
    await stageSync(shop.db, slow, shop.context.readPage, shop.context.now);
    shop.expireLease();
    const { record } = await shop.sync();
    await editPlatform(shop, 'v3');
    await shop.sync();
    expect(await applySync(shop.db, slow, shop.context.now)).toEqual(record);
    expect(await shop.visible()).toEqual(await shop.platform());
    expect((await shop.db.doc(`syncs/${slow.syncId}`).get()).data()).toEqual(record);
  });

  it('reject while another process still runs the resumed one', async () => {
    await shop.reset(PER_PAGE);
    const slow = await acquireLease(shop.db, shop.context.now(), shop.context.newId, 'admin');
    await stageSync(shop.db, slow, shop.context.readPage, shop.context.now);
    shop.expireLease();
    const second = await acquireLease(shop.db, shop.context.now(), shop.context.newId, 'admin');
    await expect(applySync(shop.db, slow, shop.context.now)).rejects.toThrow('resumed by another process');
    expect(await shop.visible()).toEqual([]);
    await applySync(shop.db, second, shop.context.now);
    expect(await shop.visible()).toEqual(await shop.platform());
  });
});

describe('a webhook during a sync', { timeout: 60_000 }, () => {
  /** Runs a sync, and `work` after page `page` was read. */
  async function syncWhile(page: number, work: () => Promise<void>): Promise<void> {
    let read = 0;
    const readPage: typeof shop.context.readPage = async (cursor) => {
      const result = await shop.context.readPage(cursor);
      read += 1;
      if (read === page) await work();
      return result;
    };
    await runSync({ ...shop.context, readPage }, 'admin');
  }

  async function stocks(id: string | undefined): Promise<Set<number>> {
    const product = await shop.db.doc(`products/shopify-${id}`).get();
    return new Set((product.get('variants') as { stock: number }[]).map(({ stock }) => stock));
  }

  it('that changes, restocks or deletes a product is not overwritten by the page read before it', async () => {
    await shop.reset(3 * PER_PAGE);
    await shop.sync();
    await subscribe(shop);
    const [first, second, third] = await shop.ids();
    await shop.control('POST', `/products/${first}`, { title: 'Read with this' });
    await syncWhile(1, async () => {
      await shop.control('POST', `/products/${first}`, { title: 'Changed after it was read' });
      await shop.control('POST', `/products/${second}`, { inventoryQuantity: 3 });
      await shop.control('DELETE', `/products/${third}`);
      await deliver(shop);
    });
    expect(await shop.visible()).toEqual(await shop.platform());
    expect(await stocks(second)).toEqual(new Set([3]));
  });

  it('that changes stock is overwritten neither by an older page nor by a late, older product webhook', async () => {
    await shop.reset(2 * PER_PAGE);
    await shop.sync();
    await subscribe(shop);
    const [first] = await shop.ids();
    await shop.control('POST', `/products/${first}`, { inventoryQuantity: 8 });
    await deliver(shop);
    // The platform's times have a resolution of seconds.
    await shop.control('POST', '/clock/advance', { seconds: 1 });
    await shop.control('POST', `/products/${first}`, { title: 'Read with this' });
    const [older] = await shop.control<[Delivery]>('GET', '/deliveries');
    await syncWhile(1, async () => {
      await shop.control('POST', '/clock/advance', { seconds: 1 });
      await shop.control('POST', `/products/${first}`, { inventoryQuantity: 3 });
      expect((await deliver(shop, 'inventory_levels')).at(-1)).toBe('applied');
    });
    expect(await stocks(first)).toEqual(new Set([3]));
    const late = parseWebhook(
      older.topic,
      Buffer.from(older.body),
      older.triggeredAt,
      new Date(older.triggeredAt),
    );
    const delivery = { id: older.webhookId, topic: older.topic, currencyCode: 'USD' };
    expect(late && (await applyWebhook(shop.db, late, delivery, shop.context.now()))).toBe('unchanged');
    await deliver(shop);
    expect(await stocks(first)).toEqual(new Set([3]));
  });

  it('about the stock at one of two locations keeps the sum of both', async () => {
    await shop.reset(PER_PAGE);
    await shop.sync();
    await subscribe(shop);
    const [first] = await shop.ids();
    await shop.control('POST', `/products/${first}`, { inventoryQuantity: 110 });
    await shop.control('POST', '/clock/advance', { seconds: 1 });
    await shop.control('POST', `/products/${first}`, { inventoryQuantity: 3, locationId: 2 });
    await deliver(shop, 'inventory_levels');
    await deliver(shop);
    expect(await stocks(first)).toEqual(new Set([113]));
    await shop.control('POST', '/clock/advance', { seconds: 1 });
    await shop.control('POST', `/products/${first}`, { inventoryQuantity: 5, locationId: 2 });
    await deliver(shop, 'inventory_levels');
    expect(await stocks(first)).toEqual(new Set([115]));
  });

  it('that creates a product after its page was read prevents the sync from archiving it', async () => {
    await shop.reset(2 * PER_PAGE);
    await shop.sync();
    const [last] = (await shop.ids()).slice(-1);
    await subscribe(shop);
    await shop.control('POST', `/products/${last}`, { title: 'Changed during the sync' });
    const [{ body }] = await shop.control<[Delivery]>('GET', '/deliveries');
    const id = 7_777_777;
    const added = { ...JSON.parse(body), id, title: 'Brand new', updated_at: '2030-01-01T00:00:00Z' };
    await syncWhile(2, async () => {
      const change = parseWebhook(
        'products/create',
        Buffer.from(JSON.stringify(added)),
        added.updated_at,
        new Date(added.updated_at),
      );
      if (change === undefined) throw new Error('products/create is not read.');
      const delivery = { id: 'brand-new', topic: 'products/create', currencyCode: 'USD' };
      expect(await applyWebhook(shop.db, change, delivery, shop.context.now())).toBe('applied');
    });
    expect(await shop.visible()).toEqual([...(await shop.platform()), `${id} Brand new`].sort());
  });

  it('about a product that the sync is about to publish gets retry-later, and is applied afterwards', async () => {
    await shop.reset(PER_PAGE);
    await subscribe(shop);
    const [first] = await shop.ids();
    const lease = await acquireLease(shop.db, shop.context.now(), shop.context.newId, 'admin');
    await stageSync(shop.db, lease, shop.context.readPage, shop.context.now);
    await shop.control('POST', `/products/${first}`, { title: 'Changed after it was read' });
    expect(await deliver(shop)).toEqual(['retry-later']);
    await applySync(shop.db, lease, shop.context.now);
    expect(await deliver(shop)).toEqual(['applied']);
    expect(await shop.visible()).toEqual(await shop.platform());
  });
});
