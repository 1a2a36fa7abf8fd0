// Owns a shop that syncs from the platform's stand-in through the real client: a database of its own, a clock that tests
// move, and what "the platform's catalogue" and "what shoppers see" are in comparable words.
import { randomUUID } from 'node:crypto';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { startShopifyStandIn } from 'savepoint-shopify';
import { runSync, type SyncContext } from '../../../functions/src/catalog/sync/run-sync.ts';
import { createProductPageReader } from '../../../functions/src/shop-platform/read-product-page.ts';

const SYNC_LEASE_MINUTES = 5;

export interface SyncedShop {
  readonly db: Firestore;
  readonly context: SyncContext;
  /** The stand-in's control API; throws when it refuses. */
  control<T = unknown>(method: string, path: string, body?: object): Promise<T>;
  sync(): ReturnType<typeof runSync>;
  /** 'id title' of every product the platform sells now. */
  platform(): Promise<string[]>;
  /** 'id name' of every product that shoppers are shown: synced ones, or, when there are none, all. */
  visible(): Promise<string[]>;
  /** Ids on the platform, in its order. */
  ids(): Promise<string[]>;
  /** Moves time past the lease of a run whose process died. */
  expireLease(): void;
  close(): Promise<void>;
}

const number = (id: string) => id.slice(id.search(/\d+$/));

/** Starts one with a catalogue of `products`, and nothing synced yet. */
export async function startSyncedShop(products: number): Promise<SyncedShop> {
  if (!process.env.FIRESTORE_EMULATOR_HOST)
    throw new Error('FIRESTORE_EMULATOR_HOST is not set; run `npm test`.');
  const standIn = await startShopifyStandIn({ products, throttle: null });
  const app = initializeApp({ projectId: `demo-sync-${randomUUID().slice(0, 8)}` }, randomUUID());
  const db = getFirestore(app);
  let time = new Date('2026-11-02T00:00:00Z');
  const readPage = createProductPageReader({
    storeDomain: standIn.shopDomain,
    accessToken: 'shpat_test',
    apiBase: standIn.url,
  });
  const tools: SyncContext = { db, readPage, now: () => time, newId: randomUUID };

  const everything = async () => {
    const found = [];
    for (let cursor: string | null = null; ; ) {
      const page = await readPage(cursor);
      found.push(...page.products);
      if (page.nextCursor === null) return found;
      cursor = page.nextCursor;
    }
  };
  return {
    db,
    context: tools,
    async control<T>(method: string, path: string, body: object = {}): Promise<T> {
      const answer = await fetch(`${standIn.url}/_savepoint${path}`, {
        method,
        ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as T;
    },
    sync: () => {
      time = new Date(time.getTime() + 1000);
      return runSync(tools, 'admin');
    },
    platform: async () =>
      (await everything())
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
    ids: async () => (await everything()).map(({ id }) => number(id)),
    expireLease: () => {
      time = new Date(time.getTime() + (SYNC_LEASE_MINUTES + 1) * 60_000);
    },
    async close() {
      await deleteApp(app);
      await standIn.close();
    },
  };
}
