// A drop of a mug in an in-memory shop, with actions of people and time.
import { commitmentOf } from '@savepoint/model/draw';
import type { DropFields } from '@savepoint/model/drop';
import { type DropBooks, type DropEntry, newBooks } from '@savepoint/model/drop-entry';
import { advanceDrop } from '../../../functions/src/drops/advance-drops.ts';
import type { DropContext } from '../../../functions/src/drops/drop-context.ts';
import { enterDrop, leaveDrop } from '../../../functions/src/drops/enter-drop.ts';
import { giveOutUnits } from '../../../functions/src/drops/pass-on-units.ts';
import {
  type DropDocument,
  dropBooksPath,
  dropEntryPath,
  dropPath,
  dropSecretPath,
} from '../../../functions/src/editions/drop-records.ts';
import { expireOrders } from '../../../functions/src/orders/expire-orders.ts';
import { applyPaymentEvent } from '../../../functions/src/orders/record-payment.ts';
import { replaceOrder } from '../../../functions/src/orders/replace-order.ts';
import { InMemoryDocumentStore } from '../orders/in-memory-document-store.ts';
import { ADDRESS, TestShop } from '../orders/test-shop.ts';

const DROP = 'golden-mug';
export const SEED = 'seed of the test';

/** A drop that opens at 12:00 and closes at 14:00, and an hour to order. */
export class TestDrop {
  readonly store = new InMemoryDocumentStore();
  readonly shop: TestShop;
  readonly context: DropContext;
  #tickets = 0;
  #orders = 0;

  private constructor(units: number) {
    this.shop = new TestShop(this.store, { mug: { '': units } });
    this.context = {
      store: this.store,
      now: () => this.shop.context.now(),
      takenLines: new Map(),
      newTicket: () => {
        this.#tickets += 1;
        return (this.#tickets * 0x9e3779b1).toString(16).slice(-8).padStart(8, '0');
      },
      givenEmail: (_drop, { email, numbers }) => ({ to: [email], numbers }),
    };
  }

  static async open(fields: Partial<DropFields> = {}): Promise<TestDrop> {
    const { units = 3 } = fields;
    const drop = new TestDrop(units);
    await drop.shop.open();
    const product = await drop.store.get<object>('products/mug');
    const stored: DropDocument = {
      ...{ title: 'Golden mug', productId: 'mug', kind: 'line', units, limitPerPerson: 1, payMinutes: 60 },
      ...{ opensAt: '2026-11-01T12:00:00.000Z', closesAt: '2026-11-01T14:00:00.000Z' },
      ...fields,
      ...{ state: 'announced', createdAt: '', updatedAt: '' },
      commitment: await commitmentOf(SEED),
    };
    await drop.store.runTransaction(async (transaction) => {
      transaction.set(dropPath(DROP), stored);
      transaction.set(dropBooksPath(DROP), newBooks(units));
      transaction.set(dropSecretPath(DROP), { seed: SEED });
      transaction.set('products/mug', { ...product, drop: { id: DROP } });
    });
    return drop;
  }

  async enter(
    uid: string,
    more: { units?: number; code?: string; isVerified?: boolean; email?: string; network?: string } = {},
  ): Promise<void> {
    const { units = 1, code, isVerified = true, email = `${uid}@example.com`, network } = more;
    const person = { uid, email, isVerified, network };
    const request = { dropId: DROP, units, ...(code !== undefined && { code }) };
    const { isServed } = await enterDrop(this.context, person, request);
    if (isServed) await giveOutUnits(this.context, DROP);
  }

  leave(uid: string): Promise<void> {
    return leaveDrop(this.context, uid, DROP);
  }

  advance(): Promise<void> {
    return advanceDrop(this.context, DROP);
  }

  async stop(): Promise<void> {
    await this.store.runTransaction(async (transaction) =>
      transaction.update(dropPath(DROP), { isStopped: true }),
    );
  }

  /** Orders mugs and returns the id of the order. */
  async order(uid: string, quantity = 1): Promise<string> {
    this.#orders += 1;
    const { orderId } = await replaceOrder(
      this.shop.context,
      { uid, email: undefined },
      {
        lines: [{ productId: 'mug', quantity }],
        address: ADDRESS,
        delivery: 'standard',
        idempotencyKey: `key-of-checkout-${this.#orders}`,
      },
    );
    return orderId;
  }

  async pay(orderId: string): Promise<void> {
    const session = this.shop.payments.sessions.findLast(({ request }) => request.orderId === orderId);
    if (session?.status !== 'open') return;
    this.shop.payments.pay(session);
    await this.deliverEvents();
  }

  async deliverEvents(): Promise<void> {
    for (const event of this.shop.payments.events) await applyPaymentEvent(this.shop.context, event);
  }

  async expireOrders(): Promise<void> {
    await expireOrders(this.shop.context);
  }

  async drop(): Promise<DropDocument> {
    return (await this.store.get<DropDocument>(dropPath(DROP))) as DropDocument;
  }

  async books(): Promise<DropBooks> {
    return (await this.store.get<DropBooks>(dropBooksPath(DROP))) as DropBooks;
  }

  entry(uid: string): Promise<DropEntry | null> {
    return this.store.get(dropEntryPath(DROP, uid));
  }

  async stateOf(uid: string): Promise<string | undefined> {
    const entry = await this.entry(uid);
    return entry === null ? undefined : [entry.state, ...entry.numbers].join(' ');
  }

  entries(): DropEntry[] {
    return [...this.store.documents].flatMap(([path, fields]) =>
      path.startsWith('dropEntries/') ? [fields as unknown as DropEntry] : [],
    );
  }

  /** Recipients of an email about given units. */
  told(): string[] {
    return [...this.store.documents].flatMap(([path, fields]) =>
      path.startsWith('mail/drop-given-') ? (fields.to as string[]) : [],
    );
  }
}
