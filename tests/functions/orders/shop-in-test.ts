// Owns a small shop for order tests: two products, shoppers, a clock that tests move, and the use cases over any ledger.
import type { Order } from '@savepoint/model/order';
import type { Ledger } from '../../../functions/src/firestore/ledger.ts';
import { turnstile } from '../../../functions/src/firestore/turnstile.ts';
import type { OrderDesk } from '../../../functions/src/orders/order-desk.ts';
import { MemoryPayments } from './memory-payments.ts';

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
export interface OrdersAsked {
  readonly asked: { readonly uid: string; readonly key: string }[];
}

export class ShopInTest {
  time = new Date('2026-11-01T12:00:00Z');
  readonly payments = new MemoryPayments(() => this.time);
  readonly desk: OrderDesk;
  readonly warnings: string[] = [];

  readonly ledger: Ledger;

  constructor(ledger: Ledger) {
    this.ledger = ledger;
    this.desk = {
      ledger,
      inTurn: turnstile(),
      payments: this.payments,
      now: () => new Date(this.time),
      taxRate: 0.1,
      ordersPerHour: 100_000,
      warn: (event) => this.warnings.push(event),
    };
  }

  async open(): Promise<void> {
    await this.ledger.transact(async (transaction) => {
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
    const product = await this.ledger.get<{ variants: { size?: string; stock: number }[] }>(`products/${id}`);
    return Object.fromEntries((product?.variants ?? []).map(({ size, stock }) => [size ?? '', stock]));
  }

  order(id: string): Promise<(Omit<Order, 'id'> & { expiresAt: Date }) | null> {
    return this.ledger.get(`orders/${id}`);
  }
}
