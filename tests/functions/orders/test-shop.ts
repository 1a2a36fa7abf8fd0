import type { Promotion } from '@savepoint/model/promotion';
import {
  movementsPath,
  type StockShard,
  sizeKey,
  stockShardPaths,
  sumUnits,
} from '@savepoint/model/stock-shards';
import type { DocumentStore } from '../../../functions/src/firestore/document-store.ts';
import { keyedMutex } from '../../../functions/src/firestore/keyed-mutex.ts';
import type { Email } from '../../../functions/src/mail/email.ts';
import type { OrderEmailData } from '../../../functions/src/mail/order-email-content.ts';
import { orderEmails } from '../../../functions/src/mail/order-emails.ts';
import type { OrderContext } from '../../../functions/src/orders/order-context.ts';
import type { Refund, StoredOrder } from '../../../functions/src/orders/records.ts';
import { promotionPath } from '../../../functions/src/promotions/promotion-records.ts';
import {
  type Shard,
  type SummedUses,
  shardPaths,
  sumShards,
} from '../../../functions/src/promotions/promotion-uses.ts';
import { StockBook } from '../../../functions/src/stock/stock-book.ts';
import type { StoredMovement } from '../../../functions/src/stock/stock-records.ts';
import { FakePaymentGateway } from './fake-payment-gateway.ts';
import { InMemoryDocumentStore } from './in-memory-document-store.ts';

/** Units by product and size; '' for an unsized product. */
export type Stock = Readonly<Record<string, Readonly<Record<string, number>>>>;

export const STOCK: Stock = { tee: { S: 3, M: 2 }, mug: { '': 4 } };

/** A code of every shop. */
export const SHOP_CODE: Promotion = {
  id: 'TEN',
  name: 'Ten off',
  code: 'TEN',
  effect: { kind: 'percent', percent: 10 },
  usesMax: 2,
  isOncePerPerson: true,
  isStopped: false,
};

export const ADDRESS = {
  name: 'Ada',
  line1: '1 Test Way',
  city: 'Testville',
  postalCode: '12345',
  region: 'NY',
  country: 'US',
};

/**
 * The reference model of the property test: every shopper and idempotency key that createOrder was
 * called with.
 */
export interface ReferenceModel {
  readonly requests: { readonly uid: string; readonly key: string }[];
}

/** Puts units into the stock of products that exist. */
export function openStock(store: DocumentStore, stock: Stock, at: Date): Promise<void> {
  return store.runTransaction(async (transaction) => {
    const book = new StockBook(transaction);
    for (const [id, sizes] of Object.entries(stock))
      for (const [size, units] of Object.entries(sizes))
        await book.set(id, size || undefined, units, { at, reason: 'created', actor: 'admin' });
    book.write();
  });
}

/** A shop with a stock, a clock that tests set, and an order context over any document store. */
export class TestShop {
  time = new Date('2026-11-01T12:00:00Z');
  readonly payments = new FakePaymentGateway(() => this.time);
  readonly context: OrderContext;
  readonly warnings: string[] = [];
  /** Emails by id. Only an in-memory store sends them, because it has triggers. */
  readonly emails = new Map<string, Email>();

  readonly store: DocumentStore;
  readonly stock: Stock;

  constructor(store: DocumentStore, stock: Stock = STOCK) {
    this.store = store;
    this.stock = stock;
    if (store instanceof InMemoryDocumentStore)
      store.onWritten = (path, before, after) => {
        this.#sendEmails(path, before, after);
        this.#countStock(store, path);
      };
    this.context = {
      store,
      runExclusive: keyedMutex(),
      payments: this.payments,
      now: () => new Date(this.time),
      ordersPerHour: 100_000,
      warn: (event) => this.warnings.push(event),
    };
  }

  async open(): Promise<void> {
    await this.store.runTransaction(async (transaction) => {
      transaction.set('settings/tax', { version: 1, value: { rate: 0.1, exceptions: [] } });
      for (const [id, sizes] of Object.entries(this.stock))
        transaction.set(`products/${id}`, {
          name: id,
          price: 45,
          image: `/${id}.webp`,
          inStock: true,
          variants: Object.entries(sizes).map(([size, stock]) => (size === '' ? { stock } : { size, stock })),
        });
      const { id, ...promotion } = SHOP_CODE;
      transaction.set(promotionPath(id), promotion);
    });
    await openStock(this.store, this.stock, this.time);
  }

  async stockOf(id: string): Promise<Record<string, number>> {
    const { documents } = await this.store.getAll<StockShard>(stockShardPaths(id));
    const units = sumUnits(documents);
    return Object.fromEntries(
      Object.keys(this.stock[id] ?? {}).map((size) => [size, units.get(sizeKey(size || undefined)) ?? 0]),
    );
  }

  /** The stock of a product according to its movements. */
  async movedOf(id: string): Promise<Record<string, number>> {
    const movements = await this.store.find<StoredMovement>({
      ...{ collection: movementsPath(id), where: {}, limit: 10_000 },
    });
    const sums = Object.fromEntries(Object.keys(this.stock[id] ?? {}).map((size) => [size, 0]));
    for (const { fields } of movements)
      sums[fields.size ?? ''] = (sums[fields.size ?? ''] ?? 0) + fields.units;
    return sums;
  }

  order(id: string): Promise<StoredOrder | null> {
    return this.store.get(`orders/${id}`);
  }

  /** The used and remaining amounts of a promotion. */
  async usesOf(promotion: Promotion): Promise<SummedUses> {
    const shards = await Promise.all(shardPaths(promotion.id).map((path) => this.store.get<Shard>(path)));
    return sumShards(promotion, shards);
  }

  refund(paymentIntentId: string): Promise<Refund | null> {
    return this.store.get(`refunds/${paymentIntentId}`);
  }

  passMinutes(minutes: number): void {
    this.time = new Date(this.time.getTime() + minutes * 60_000);
  }

  /** The displayed count follows immediately. */
  #countStock({ documents }: InMemoryDocumentStore, path: string): void {
    const [, id = '', part] = path.split('/');
    const product = documents.get(`products/${id}`);
    if (part !== 'stockShards' || product === undefined) return;
    const shards = stockShardPaths(id).map((each) => (documents.get(each) ?? null) as StockShard | null);
    const units = sumUnits(shards);
    const variants = (product.variants as readonly { readonly size?: string }[]).map((variant) => ({
      ...variant,
      stock: units.get(sizeKey(variant.size)) ?? 0,
    }));
    const stockAt = new Date(this.time.getTime() + 1).toISOString();
    documents.set(`products/${id}`, { ...product, variants, stockAt });
  }

  #sendEmails(path: string, before: unknown, after: unknown): void {
    if (!path.startsWith('orders/') || after === undefined) return;
    const sent = orderEmails(
      path.slice('orders/'.length),
      before as OrderEmailData | undefined,
      after as OrderEmailData,
      { url: 'https://shop.test', name: 'Savepoint', postalAddress: [], supportEmail: undefined },
    );
    // Like the mail function, does not send an existing email again.
    for (const { id, email } of sent) if (!this.emails.has(id)) this.emails.set(id, email);
  }
}
