// Random histories of everything that moves stock, through the use cases, in Firestore: orders that
// are placed, canceled and expire, editors with stale reads, repeated corrections, stale exports,
// undos, syncs and webhooks of the shop platform and their undo, and the command that moves an old
// catalog. After each step, the stock of every size equals its movements and the sum of the
// history; in the end pages show it.
import { randomUUID } from 'node:crypto';
import type { Product } from '@savepoint/model/product';
import { CSV_COLUMNS, formatProductCells } from '@savepoint/model/product-csv';
import {
  movementsPath,
  type StockShard,
  sizeKey,
  stockShardPaths,
  sumUnits,
} from '@savepoint/model/stock-shards';
import * as fc from 'fast-check';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { HttpsError } from 'firebase-functions/https';
import { expect, it } from 'vitest';
import { importProducts } from '../../functions/src/catalog/import-products.ts';
import { patchProducts, saveProduct } from '../../functions/src/catalog/save-product.ts';
import { firestoreDocumentStore } from '../../functions/src/firestore/firestore-document-store.ts';
import { cancelOrder } from '../../functions/src/orders/change-order.ts';
import { expireOrders } from '../../functions/src/orders/expire-orders.ts';
import { replaceOrder } from '../../functions/src/orders/replace-order.ts';
import type { PlatformProduct } from '../../functions/src/shop-platform/platform-product.ts';
import { correctStock } from '../../functions/src/stock/correct-stock.ts';
import { countStock } from '../../functions/src/stock/count-stock.ts';
import { applyWebhook } from '../../functions/src/sync/apply-webhook.ts';
import { runSync } from '../../functions/src/sync/run-sync.ts';
import { CannotUndoError, undoSync } from '../../functions/src/sync/undo-sync.ts';
import { moveStock } from '../../scripts/move-stock.ts';
import { runs } from '../support/search-runs.ts';
import { ADDRESS, TestShop } from './orders/test-shop.ts';
import { productDraft } from './stack.ts';

const HISTORIES = runs(8);
const ADMIN = { uid: 'ada', email: 'ada@example.com' };
const OURS = 'warp-tee';
const SYNCED = 'shopify-1';
const SIZES = ['S', 'M'] as const;

/** Data that somebody has read and writes later. */
interface Read {
  readonly product: Product;
  readonly row: Readonly<Record<string, string>>;
}

class History {
  readonly db: Firestore;
  readonly shop: TestShop;
  readonly reads = new Map<string, Read>();
  readonly orders: { readonly id: string; readonly uid: string }[] = [];
  /** The expected stock of our product, from the history. */
  readonly expected = new Map<string, number>([
    ['S', 3],
    ['M', 17],
  ]);
  remote = { title: 'Tee', units: 10 };
  lastSync: string | undefined;

  constructor(db: Firestore) {
    this.db = db;
    this.shop = new TestShop(firestoreDocumentStore(db), {});
    this.shop.time = new Date();
  }

  get now(): Date {
    return this.shop.time;
  }

  /** The catalog from before shards, and the command that moves it. */
  async open(): Promise<void> {
    await this.shop.open();
    await this.db.doc('categories/apparel').set({ name: 'Apparel' });
    const variants = [...this.expected].map(([size, stock]) => ({ size, stock }));
    const product = { ...productDraft({ name: 'Warp Tee', variants, status: 'active' }) };
    await this.db.doc(`products/${OURS}`).set({ ...product, inStock: true, rating: 0, reviews: 0 });
    await moveStock(this.db, { isDry: false, now: this.now, report: () => undefined });
    await this.read(OURS);
  }

  async read(id: string): Promise<void> {
    const product = { ...(await this.db.doc(`products/${id}`).get()).data(), id } as Product;
    const cells = formatProductCells(product);
    const row = Object.fromEntries(CSV_COLUMNS.map((column, index) => [column, cells[index] ?? '']));
    this.reads.set(id, { product, row });
  }

  async order(size: string, quantity: number, uid: string): Promise<void> {
    const { orderId } = await replaceOrder(
      this.shop.context,
      { uid, email: undefined },
      {
        lines: [{ productId: OURS, size, quantity }],
        ...{ address: ADDRESS, delivery: 'standard', idempotencyKey: randomUUID() },
      },
    );
    this.orders.push({ id: orderId, uid });
  }

  /** An editor who read the product earlier, and changes its stock by `units`. */
  async edit(how: 'save' | 'patch' | 'import', size: string, units: number): Promise<void> {
    const { product, row } = this.reads.get(OURS) as Read;
    const variants = product.variants.map((each) =>
      each.size === size ? { ...each, stock: each.stock + units } : each,
    );
    if (variants.some(({ stock }) => stock < 0)) return;
    const stockBefore = product.variants.map((each) => ({ size: each.size, stock: each.stock }));
    const version = String((await this.db.doc(`products/${OURS}`).get()).get('updatedAt') ?? '');
    if (how === 'import') {
      const cells = variants.map((each) => `${each.size}:${each.stock}`).join('|');
      const rows = [{ ...row, variants: cells, version }];
      const { errors } = await importProducts(this.db, ADMIN, { rows, dryRun: false }, this.now);
      if (errors.length > 0) return;
    } else if (how === 'patch')
      await patchProducts(
        this.db,
        ADMIN,
        { products: [{ productId: OURS, changes: { variants }, stockBefore, version }] },
        this.now,
      );
    else {
      const draft = productDraft({ name: 'Warp Tee', variants, status: 'active' });
      const request = { productId: OURS, product: draft as never, stockBefore };
      await saveProduct(this.db, ADMIN, { ...request, ...(version && { version }) }, this.now);
    }
    this.#add(size, units);
  }

  /** Corrects the stock with a request that may be repeated. */
  async correct(size: string, units: number, isTwice: boolean): Promise<void> {
    const request = { productId: OURS, size, units, note: 'Counted', requestId: randomUUID() };
    await correctStock(this.db, ADMIN, request, this.now);
    this.#add(size, units);
    if (isTwice) await correctStock(this.db, ADMIN, request, this.now);
  }

  remoteProduct(): PlatformProduct {
    return {
      ...{ id: 'gid://shopify/Product/1', title: this.remote.title, handle: 'tee', descriptionHtml: '' },
      ...{
        productType: 'Apparel',
        tags: [],
        status: 'ACTIVE',
        updatedAt: this.now.toISOString(),
        images: [],
      },
      variants: [
        {
          ...{ id: 'gid://shopify/ProductVariant/10', title: 'M', sku: null, price: '45.00' },
          ...{ compareAtPrice: null, inventoryQuantity: this.remote.units },
          inventoryItemId: 'gid://shopify/InventoryItem/100',
          selectedOptions: [{ name: 'Size', value: 'M' }],
        },
      ],
    };
  }

  async sync(): Promise<void> {
    const readPage = async () => ({
      products: [this.remoteProduct()],
      ...{ nextCursor: null, currencyCode: 'USD' },
    });
    const context = { db: this.db, readPage, now: () => this.now, newId: randomUUID };
    this.lastSync = (await runSync(context, 'ada')).syncId;
  }

  async unitsOf(id: string): Promise<ReadonlyMap<string, number>> {
    const shards = await this.db.getAll(...stockShardPaths(id).map((path) => this.db.doc(path)));
    const stored = shards.map((shard) => shard.data() as StockShard | undefined);
    for (const shard of stored)
      for (const units of Object.values(shard?.units ?? {})) expect(units).toBeGreaterThanOrEqual(0);
    return sumUnits(stored);
  }

  async judge(): Promise<void> {
    for (const id of [OURS, SYNCED]) {
      const units = await this.unitsOf(id);
      const moved = new Map<string, number>();
      for (const movement of (await this.db.collection(movementsPath(id)).get()).docs) {
        const key = sizeKey(movement.get('size'));
        moved.set(key, (moved.get(key) ?? 0) + Number(movement.get('units')));
      }
      for (const key of new Set([...units.keys(), ...moved.keys()]))
        expect([id, key, units.get(key) ?? 0]).toEqual([id, key, moved.get(key) ?? 0]);
    }
    const units = await this.unitsOf(OURS);
    for (const size of SIZES)
      expect([size, (units.get(sizeKey(size)) ?? 0) + (await this.#held(size))]).toEqual([
        size,
        this.expected.get(size),
      ]);
  }

  /** Pages show the stock once the last change was counted. */
  async close(): Promise<void> {
    const store = firestoreDocumentStore(this.db);
    for (const id of [OURS, SYNCED]) {
      const later = () => new Date(Date.now() + 60_000);
      await countStock({ store, now: later, sleep: async () => undefined }, id, later());
      const units = await this.unitsOf(id);
      const { variants = [] } = ((await this.db.doc(`products/${id}`).get()).data() ??
        {}) as Partial<Product>;
      for (const { size, stock } of variants)
        expect([id, size, stock]).toEqual([id, size, units.get(sizeKey(size)) ?? 0]);
    }
  }

  #add(size: string, units: number): void {
    this.expected.set(size, (this.expected.get(size) ?? 0) + units);
  }

  /** Units of the open orders. */
  async #held(size: string): Promise<number> {
    const orders = await this.db.collection('orders').where('status', '==', 'pending').get();
    return orders.docs
      .flatMap((order) => order.get('lines') as { size: string; quantity: number }[])
      .reduce((sum, line) => sum + (line.size === size ? line.quantity : 0), 0);
  }
}

const size = fc.constantFrom(...SIZES);
const units = fc.integer({ min: -4, max: 12 }).filter((each) => each !== 0);
type Step = (history: History) => Promise<unknown>;
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(size, fc.integer({ min: 1, max: 4 }), fc.constantFrom('ann', 'bob', 'eve')).map(
      ([of, quantity, uid]): Step =>
        (history) =>
          history.order(of, quantity, uid),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.nat(9).map(
      (n): Step =>
        async ({ shop, orders }) => {
          const order = orders[n % Math.max(1, orders.length)];
          if (order) await cancelOrder(shop.context, { ...order, email: undefined }, { orderId: order.id });
        },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constant<Step>(async ({ shop }) => {
      shop.passMinutes(90);
      await expireOrders(shop.context);
    }),
  },
  { weight: 2, arbitrary: fc.constant<Step>((history) => history.read(OURS)) },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom('save', 'patch', 'import' as const), size, units).map(
      ([how, of, by]): Step =>
        (history) =>
          history.edit(how as 'save', of, by),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(size, units, fc.boolean()).map(
      ([of, by, isTwice]): Step =>
        (history) =>
          history.correct(of, by, isTwice),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom('sync', 'webhook', 'undo'), fc.nat(30)).map(
      ([how, remoteUnits]): Step =>
        async (history) => {
          history.shop.passMinutes(1);
          if (how === 'undo') {
            if (history.lastSync !== undefined) await undoSync(history.db, history.lastSync, history.now);
            return;
          }
          history.remote = { title: `Tee ${remoteUnits}`, units: remoteUnits };
          if (how === 'sync') return history.sync();
          const delivery = { id: randomUUID(), topic: 'products/update', currencyCode: 'USD' };
          const change = { kind: 'product', product: history.remoteProduct() } as const;
          await applyWebhook(history.db, change, delivery, history.now);
        },
    ),
  },
);

it(`the stock is the sum of its movements after each step of ${HISTORIES} histories`, {
  timeout: 240_000,
}, async () => {
  const host = process.env.FIRESTORE_EMULATOR_HOST;
  if (!host) throw new Error('FIRESTORE_EMULATOR_HOST is not set; run `npm test`.');
  const projectId = `demo-stock-${randomUUID().slice(0, 12)}`;
  const documents = `http://${host}/emulator/v1/projects/${projectId}/databases/(default)/documents`;
  const app = initializeApp({ projectId }, projectId);
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25, size: 'max' }), async (steps) => {
        expect((await fetch(documents, { method: 'DELETE' })).status).toBe(200);
        const history = new History(getFirestore(app));
        await history.open();
        for (const take of steps) {
          await take(history).catch((error: unknown) => {
            // A rejection leaves everything unchanged.
            if (!(error instanceof HttpsError || error instanceof CannotUndoError)) throw error;
          });
          await history.judge();
        }
        await history.close();
      }),
      { numRuns: HISTORIES },
    );
  } finally {
    await deleteApp(app);
  }
});
