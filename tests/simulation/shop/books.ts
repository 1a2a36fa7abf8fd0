// Judges a run from outside: by the data of Firestore and the payment provider and the responses to
// shoppers, not by the sums and states of the use cases. The stock is judged after every commit,
// the rest at the end of the run.

import { isDeepStrictEqual } from 'node:util';
import { ORDER_TRANSITIONS } from '@savepoint/model/order-status';
import { type CountedOrder, NO_SALES, type SalesCounts, saleOf, sumSales } from '@savepoint/model/sales';
import { type StockShard, sizeOf } from '@savepoint/model/stock-shards';
import type {
  PaymentRecord,
  Refund,
  Reservation,
  StoredOrder,
} from '../../../functions/src/orders/records.ts';
import type { StoredMovement } from '../../../functions/src/stock/stock-records.ts';
import type { Fields } from '../firestore/documents.ts';
import type { DocumentChange } from '../firestore/simulated-firestore.ts';
import type { Shopper } from './shopper.ts';
import type { SimulatedShop } from './simulated-shop.ts';

/** Units by product and size. */
export type Edition = Readonly<Record<string, Readonly<Record<string, number>>>>;

const RESERVATION_STATES: Readonly<Record<string, Reservation['state']>> = { pending: 'held', paid: 'sold' };
const PROBLEMS_MAX = 20;

interface SizeBook {
  readonly edition: number;
  stock: number;
  /** The sum of its movements. */
  moved: number;
  held: number;
}

export class Books {
  readonly problems: string[] = [];
  readonly #sizes = new Map<string, SizeBook>();
  readonly #countedAt = new Map<string, number>();

  constructor(edition: Edition) {
    for (const [id, sizes] of Object.entries(edition))
      for (const [size, units] of Object.entries(sizes))
        this.#sizes.set(`${id} ${size}`, { edition: units, stock: units, moved: units, held: 0 });
  }

  /** Judges the stock after a commit: a unit is in the stock, or an order has it. */
  committed(changes: readonly DocumentChange[]): void {
    let isStockChanged = false;
    for (const { path, before, after } of changes) {
      const [collection, id = '', part] = path.split('/');
      if (part === 'stockShards') {
        isStockChanged = true;
        this.#addStock(id, (before as StockShard | undefined)?.units, -1);
        this.#addStock(id, (after as StockShard | undefined)?.units, 1);
      } else if (part === 'stockMovements') {
        const { size, units } = after as unknown as StoredMovement;
        const book = this.#sizes.get(`${id} ${size ?? ''}`);
        if (book !== undefined) book.moved += units;
      } else if (collection === 'products') this.#judgeCount(path, after);
      else if (path.startsWith('orders/')) {
        isStockChanged = true;
        this.#hold(before as unknown as StoredOrder | undefined, -1);
        this.#hold(after as unknown as StoredOrder | undefined, 1);
      }
    }
    if (!isStockChanged) return;
    for (const [key, { edition, stock, moved, held }] of this.#sizes) {
      const after = `after ${changes.map(({ path }) => path).join(' ')}`;
      this.#require(
        stock >= 0 && stock + held === edition,
        `${key}: ${stock} in stock and ${held} in orders, of ${edition}, ${after}`,
      );
      this.#require(moved === stock, `${key}: ${stock} in stock, ${moved} by its movements, ${after}`);
    }
  }

  /** Judges the rest at the end; `otherEmails` are not about an order. */
  close(
    shop: SimulatedShop,
    shoppers: readonly Shopper[],
    otherEmails: ReadonlySet<string> = new Set(),
  ): void {
    const orders = shop.firestore.peekCollection('orders') as unknown as ReadonlyMap<string, StoredOrder>;
    const mails = new Set(
      [...shop.firestore.peekCollection('mail').keys()].filter((id) => !otherEmails.has(id)),
    );
    for (const [id, order] of orders) {
      this.#judgeStates(shop, id, order);
      this.#judgeMails(mails, id, order);
    }
    this.#require(mails.size === 0, `emails without a reason: ${[...mails].join(' ')}`);
    this.#judgeMoney(shop, orders);
    this.#judgeShoppers(orders, shoppers);
    this.#judgeSales(shop, orders);
    this.#judgePages(shop);
    this.#require(shop.payments.openSessions() === 0, 'a payment page is still open');
  }

  #addStock(id: string, units: StockShard['units'] = {}, sign: 1 | -1): void {
    for (const [key, each] of Object.entries(units)) {
      this.#require(each >= 0, `${id}: a shard has ${each} of ${key}`);
      const book = this.#sizes.get(`${id} ${sizeOf(key) ?? ''}`);
      if (book !== undefined) book.stock += sign * each;
    }
  }

  /** Each displayed count is later than the previous one, about a second apart. */
  #judgeCount(path: string, after: Fields | undefined): void {
    const { stockAt } = (after ?? {}) as { readonly stockAt?: string };
    const at = stockAt === undefined ? 0 : Date.parse(stockAt);
    const before = this.#countedAt.get(path);
    // Other writers of the product keep its count unchanged.
    const isLater = before === undefined || at === before || at >= before + 900;
    this.#require(isLater, `${path} is counted at ${stockAt} again`);
    this.#countedAt.set(path, at);
  }

  /** In the end, pages show the actual stock. */
  #judgePages({ firestore }: SimulatedShop): void {
    for (const [key, { stock }] of this.#sizes) {
      const [id = '', size = ''] = key.split(' ');
      const variants = firestore.peek(`products/${id}`)?.variants as readonly {
        readonly size?: string;
        readonly stock: number;
      }[];
      const shown = variants.find((variant) => (variant.size ?? '') === size)?.stock;
      this.#require(shown === stock, `${key}: pages show ${shown}, ${stock} are left`);
    }
  }

  #hold(order: StoredOrder | undefined, sign: 1 | -1): void {
    if (order === undefined || !['pending', 'paid'].includes(order.status)) return;
    for (const { id, size, quantity } of order.lines) {
      const book = this.#sizes.get(`${id} ${size ?? ''}`);
      if (book !== undefined) book.held += sign * quantity;
    }
  }

  #judgeStates({ firestore }: SimulatedShop, id: string, { status, timeline }: StoredOrder): void {
    this.#require(status !== 'pending', `${id} is still pending`);
    for (const [index, { status: to, actor }] of timeline.entries()) {
      const from = timeline[index - 1]?.status;
      const isAllowed =
        from === undefined
          ? to === 'pending'
          : ORDER_TRANSITIONS.some((each) => each.from === from && each.to === to && each.by.includes(actor));
      this.#require(isAllowed, `${id}: from ${from} to ${to} by ${actor}`);
    }
    const reservation = firestore.peek(`reservations/${id}`) as unknown as Reservation | undefined;
    const expected = RESERVATION_STATES[status] ?? 'released';
    this.#require(reservation?.state === expected, `${id} is ${status}, its units are ${reservation?.state}`);
  }

  /** Requires exactly the emails that the order justifies; removes them from `mails`. */
  #judgeMails(mails: Set<string>, id: string, { timeline, refund }: StoredOrder): void {
    const had = (status: StoredOrder['status']) => timeline.some((entry) => entry.status === status);
    const expected: Readonly<Record<string, boolean>> = {
      paid: had('paid'),
      expired: had('expired'),
      refunded: refund?.sentAt !== undefined,
      'refund-delayed': mails.has(`${id}-refund-delayed`) && (refund?.attempts ?? 0) > 1,
    };
    for (const [kind, isExpected] of Object.entries(expected)) {
      const isSent = mails.delete(`${id}-${kind}`);
      this.#require(isSent === isExpected, `${id}: email "${kind}" is ${isSent ? 'sent' : 'missing'}`);
    }
  }

  /** Every payment belongs to one order that is paid with it, or is refunded as a whole. */
  #judgeMoney({ firestore, payments }: SimulatedShop, orders: ReadonlyMap<string, StoredOrder>): void {
    const paidBy = new Map<string, string>();
    for (const { paymentIntentId, orderId, amountCents } of payments.payments()) {
      const { paidCents, refundedCents } = payments.paymentState(paymentIntentId);
      if (refundedCents === paidCents) continue;
      const order = orders.get(orderId);
      this.#require(refundedCents === 0, `${paymentIntentId}: ${refundedCents} of ${paidCents} refunded`);
      this.#require(
        order?.status === 'paid',
        `${paymentIntentId} is kept for ${orderId}, which is ${order?.status}`,
      );
      this.#require(
        order?.totalCents === amountCents,
        `${orderId} costs ${order?.totalCents}, paid ${amountCents}`,
      );
      this.#require(!paidBy.has(orderId), `${orderId} is paid twice`);
      paidBy.set(orderId, paymentIntentId);
    }
    for (const [id, { status }] of orders) {
      if (status !== 'paid') continue;
      const record = firestore.peek(`payments/${id}`) as PaymentRecord | undefined;
      this.#require(paidBy.has(id), `${id} is paid without a payment`);
      this.#require(
        record?.paymentIntentId === paidBy.get(id),
        `${id}: another payment is accepted than kept`,
      );
    }
    for (const [id, refund] of firestore.peekCollection('refunds') as unknown as ReadonlyMap<string, Refund>)
      this.#require(refund.state === 'sent', `the refund of ${id} is ${refund.state}`);
  }

  /**
   * Nobody pays twice for one cart, a confirmed order exists, and one that was paid in time is not
   * expired.
   */
  #judgeShoppers(orders: ReadonlyMap<string, StoredOrder>, shoppers: readonly Shopper[]): void {
    const paid = new Map<string, number>();
    for (const { userId, status } of orders.values())
      if (status === 'paid') paid.set(userId, (paid.get(userId) ?? 0) + 1);
    for (const { uid, confirmed, paid: paidOrders } of shoppers) {
      this.#require((paid.get(uid) ?? 0) <= 1, `${uid} has paid for ${paid.get(uid)} orders`);
      for (const id of confirmed)
        this.#require(orders.has(id), `${uid} was told of order ${id}, which does not exist`);
      for (const id of paidOrders)
        this.#require(
          orders.get(id)?.timeline.some(({ status }) => status === 'paid' || status === 'cancelled') === true,
          `${uid} has paid for ${id} in time, which is ${orders.get(id)?.status}`,
        );
    }
  }

  /** The dashboard's counts match the orders. */
  #judgeSales({ firestore }: SimulatedShop, orders: ReadonlyMap<string, StoredOrder>): void {
    const counted: Record<string, SalesCounts> = {};
    for (const shard of firestore.peekCollection('salesCounts').values())
      for (const [day, counts] of Object.entries(shard.days as Fields))
        counted[day] = sumSales([counted[day] ?? NO_SALES, counts as SalesCounts]);
    const expected: Record<string, SalesCounts> = {};
    for (const order of orders.values()) {
      const sale = saleOf(order as unknown as CountedOrder);
      if (sale !== undefined) expected[sale.day] = sumSales([expected[sale.day] ?? NO_SALES, sale.counts]);
    }
    for (const day of new Set([...Object.keys(counted), ...Object.keys(expected)]))
      this.#require(
        isDeepStrictEqual(sumSales([counted[day] ?? NO_SALES]), sumSales([expected[day] ?? NO_SALES])),
        `sales of ${day} are counted as ${JSON.stringify(counted[day])}, not ${JSON.stringify(expected[day])}`,
      );
  }

  #require(condition: boolean, problem: string): void {
    if (!condition && this.problems.length < PROBLEMS_MAX) this.problems.push(problem);
  }
}
