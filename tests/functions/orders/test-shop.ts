// Owns a small shop for order tests: two products, shoppers, a clock that tests move, and the use cases over any store.
import type { Order } from '@savepoint/model/order';
import type { DocumentStore } from '../../../functions/src/firestore/document-store.ts';
import { keyedMutex } from '../../../functions/src/firestore/keyed-mutex.ts';
import type { OrderContext } from '../../../functions/src/orders/order-context.ts';
import { FakePaymentGateway } from './fake-payment-gateway.ts';

export const STOCK: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  tee: { S: 3, M: 2 },
  mug: { '': 4 },
};

export const ADDRESS = {
  name: 'Ada',
  line1: '1 Test Way',
  city: 'Testville',
  postalCode: '12345',
  country: 'US',
};

/** What a test knows by itself: every (shopper, key) that was asked for. */
export interface ReferenceModel {
  readonly requests: { readonly uid: string; readonly key: string }[];
}

export class TestShop {
  time = new Date('2026-11-01T12:00:00Z');
  readonly payments = new FakePaymentGateway(() => this.time);
  readonly context: OrderContext;
  readonly warnings: string[] = [];

  readonly store: DocumentStore;

  constructor(store: DocumentStore) {
    this.store = store;
    this.context = {
      store: store,
      runExclusive: keyedMutex(),
      payments: this.payments,
      now: () => new Date(this.time),
      taxRate: 0.1,
      ordersPerHour: 100_000,
      warn: (event) => this.warnings.push(event),
    };
  }

  async open(): Promise<void> {
    await this.store.runTransaction(async (transaction) => {
      for (const [id, sizes] of Object.entries(STOCK))
        transaction.set(`products/${id}`, {
          name: id,
          price: 45,
          image: `/${id}.webp`,
          inStock: true,
          variants: Object.entries(sizes).map(([size, stock]) => (size === '' ? { stock } : { size, stock })),
        });
    });
  }

  async stockOf(id: string): Promise<Record<string, number>> {
    const product = await this.store.get<{ variants: { size?: string; stock: number }[] }>(`products/${id}`);
    return Object.fromEntries((product?.variants ?? []).map(({ size, stock }) => [size ?? '', stock]));
  }

  order(id: string): Promise<(Omit<Order, 'id'> & { expiresAt: Date }) | null> {
    return this.store.get(`orders/${id}`);
  }
}
