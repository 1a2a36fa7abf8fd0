import { randomUUID } from 'node:crypto';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { createProductPageReader } from '../../../functions/src/shop-platform/read-product-page.ts';
import { runSync, type SyncContext } from '../../../functions/src/sync/run-sync.ts';
import { startShopifyEmulator } from '../../../packages/shopify/src/server.ts';

const SYNC_LEASE_MINUTES = 5;

/**
 * A shop that syncs from the Shopify emulator through the real client, with a separate database and
 * clock.
 */
export interface SyncedShop {
  readonly db: Firestore;
  readonly context: SyncContext;
  /** Calls the emulator's control API. Rejects when it does not respond with 2xx. */
  control<T = unknown>(method: string, path: string, body?: object): Promise<T>;
  /** Starts over with a platform with `products` products, none of them synced. */
  reset(products: number): Promise<void>;
  sync(): ReturnType<typeof runSync>;
  /** 'id title' of every active product of the platform, sorted. */
  platform(): Promise<string[]>;
  /** 'id name' of every visible product, sorted: the synced ones, or all if there are none. */
  visible(): Promise<string[]>;
  /** Ids of the platform's products, in its order. */
  ids(): Promise<string[]>;
  /** Sets the clock past the lease of a run whose process crashed. */
  expireLease(): void;
  close(): Promise<void>;
}

interface PlatformSummary {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}
interface SummaryPage {
  readonly nodes: readonly PlatformSummary[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}

const SUMMARY_QUERY = `#graphql
  query Summary($after: String) {
    products(first: 250, after: $after, sortKey: ID) {
      pageInfo { hasNextPage endCursor }
      nodes { id title status }
    }
  }
`;

const number = (id: string) => id.slice(id.search(/\d+$/));

/** The possible categories of the platform's products. */
async function createCategories(db: Firestore): Promise<void> {
  for (const id of ['apparel', 'accessories', 'collectibles', 'limited-editions'])
    await db.doc(`categories/${id}`).set({ name: id });
}

/** Starts a shop whose platform has two locations and no products. */
export async function startSyncedShop(): Promise<SyncedShop> {
  const host = process.env.FIRESTORE_EMULATOR_HOST;
  if (!host) throw new Error('FIRESTORE_EMULATOR_HOST is not set; run `npm test`.');
  const emulator = await startShopifyEmulator({ products: 0, throttle: null, locations: 2 });
  const projectId = `demo-sync-${randomUUID().slice(0, 8)}`;
  const app = initializeApp({ projectId }, projectId);
  const db = getFirestore(app);
  let time = new Date('2026-11-02T00:00:00Z');
  const readPage = createProductPageReader({
    storeDomain: emulator.shopDomain,
    accessToken: 'shpat_test',
    apiBase: emulator.url,
  });
  const tools: SyncContext = { db, readPage, now: () => time, newId: randomUUID };

  /** Like the reader, but only the fields that tests compare. */
  const listProducts = async () => {
    const products: PlatformSummary[] = [];
    for (let after: string | null = null, hasNextPage = true; hasNextPage; ) {
      const response = await fetch(`${emulator.url}/admin/api/2026-10/graphql.json`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-shopify-access-token': 'shpat_test' },
        body: JSON.stringify({ query: SUMMARY_QUERY, variables: { after } }),
      });
      const { data } = (await response.json()) as { data: { products: SummaryPage } };
      products.push(...data.products.nodes);
      ({ endCursor: after, hasNextPage } = data.products.pageInfo);
    }
    return products;
  };
  async function control<T>(method: string, path: string, body: object = {}): Promise<T> {
    const response = await fetch(`${emulator.url}/_savepoint${path}`, {
      method,
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }
  return {
    db,
    context: tools,
    control,
    async reset(products) {
      await control('DELETE', '/faults');
      await control('POST', '/reset', { products, subscriptions: true });
      const documents = `http://${host}/emulator/v1/projects/${projectId}/databases/(default)/documents`;
      const response = await fetch(documents, { method: 'DELETE' });
      if (!response.ok) throw new Error(`The documents are not cleared: ${response.status}`);
      await createCategories(db);
    },
    sync: () => {
      time = new Date(time.getTime() + 1000);
      return runSync(tools, 'admin');
    },
    platform: async () =>
      (await listProducts())
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
    ids: async () => (await listProducts()).map(({ id }) => number(id)),
    expireLease: () => {
      time = new Date(time.getTime() + (SYNC_LEASE_MINUTES + 1) * 60_000);
    },
    async close() {
      await deleteApp(app);
      await emulator.close();
    },
  };
}
