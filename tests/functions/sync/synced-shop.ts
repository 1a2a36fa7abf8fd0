import { randomUUID } from 'node:crypto';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { startShopifyEmulator } from '../../../emulator/shopify/src/server.ts';
import { runSync, type SyncContext } from '../../../functions/src/catalog/sync/run-sync.ts';
import { createProductPageReader } from '../../../functions/src/shop-platform/read-product-page.ts';

const SYNC_LEASE_MINUTES = 5;

/** A shop that syncs from the Shopify emulator through the real client, with a database and a clock of its own. */
export interface SyncedShop {
  readonly db: Firestore;
  readonly context: SyncContext;
  /** Calls the emulator's control API. Rejects when it does not respond with 2xx. */
  control<T = unknown>(method: string, path: string, body?: object): Promise<T>;
  sync(): ReturnType<typeof runSync>;
  /** 'id title' of every active product of the platform, sorted. */
  platform(): Promise<string[]>;
  /** 'id name' of every product that shoppers see, sorted: the synced ones, or all when there are none. */
  visible(): Promise<string[]>;
  /** Ids of the platform's products, in its order. */
  ids(): Promise<string[]>;
  /** Sets the clock past the lease of a run whose process crashed. */
  expireLease(): void;
  close(): Promise<void>;
}

const number = (id: string) => id.slice(id.search(/\d+$/));

/** Starts a shop whose platform has `products` products. Nothing is synced yet. */
export async function startSyncedShop(products: number): Promise<SyncedShop> {
  if (!process.env.FIRESTORE_EMULATOR_HOST)
    throw new Error('FIRESTORE_EMULATOR_HOST is not set; run `npm test`.');
  const emulator = await startShopifyEmulator({ products, throttle: null });
  const app = initializeApp({ projectId: `demo-sync-${randomUUID().slice(0, 8)}` }, randomUUID());
  const db = getFirestore(app);
  let time = new Date('2026-11-02T00:00:00Z');
  const readPage = createProductPageReader({
    storeDomain: emulator.shopDomain,
    accessToken: 'shpat_test',
    apiBase: emulator.url,
  });
  const tools: SyncContext = { db, readPage, now: () => time, newId: randomUUID };

  const readAllProducts = async () => {
    const all = [];
    for (let cursor: string | null = null; ; ) {
      const page = await readPage(cursor);
      all.push(...page.products);
      if (page.nextCursor === null) return all;
      cursor = page.nextCursor;
    }
  };
  return {
    db,
    context: tools,
    async control<T>(method: string, path: string, body: object = {}): Promise<T> {
      const response = await fetch(`${emulator.url}/_savepoint${path}`, {
        method,
        ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as T;
    },
    sync: () => {
      time = new Date(time.getTime() + 1000);
      return runSync(tools, 'admin');
    },
    platform: async () =>
      (await readAllProducts())
        .filter(({ status }) => status === 'ACTIVE')
        .map(({ id, title }) => `${number(id)} ${title}`)
        .sort(),
    async visible() {
      const all = (await db.collection('products').get()).docs.filter(
        (product) => (product.get('status') ?? 'active') === 'active',
      );
      const synced = all.filter((product) => product.get('source') === 'shopify');
      return (synced.length > 0 ? synced : all)
        .map((product) => `${number(product.id)} ${product.get('name')}`)
        .sort();
    },
    ids: async () => (await readAllProducts()).map(({ id }) => number(id)),
    expireLease: () => {
      time = new Date(time.getTime() + (SYNC_LEASE_MINUTES + 1) * 60_000);
    },
    async close() {
      await deleteApp(app);
      await emulator.close();
    },
  };
}
