// Owns what must hold whatever happened: stock, orders and money balance. It judges by the orders' timelines and by what the
// provider was paid, never by the books that the use cases keep for themselves.
import { ORDER_TRANSITIONS } from '@savepoint/model/order-status';
import { expect } from 'vitest';
import { orderIdOf } from '../../../functions/src/orders/create-order.ts';
import { expireOrders } from '../../../functions/src/orders/expire-orders.ts';
import { applyPaymentEvent } from '../../../functions/src/orders/record-payment.ts';
import { InMemoryDocumentStore } from './in-memory-document-store.ts';
import { type ReferenceModel, STOCK, type TestShop } from './test-shop.ts';

type StoredOrder = NonNullable<Awaited<ReturnType<TestShop['order']>>>;

const PAID_STATUSES = ['paid', 'packed', 'shipped', 'delivered', 'return-requested'];

async function storedOrders(shop: TestShop, model: ReferenceModel): Promise<[string, StoredOrder][]> {
  const found: [string, StoredOrder][] = [];
  for (const { uid, key } of model.requests) {
    const order = await shop.order(orderIdOf(uid, key));
    if (order !== null) found.push([orderIdOf(uid, key), order]);
  }
  return found;
}

/** Whether the order's units are off the shelf: judged by where the order has been. */
function holdsUnits(order: StoredOrder): boolean {
  const path = order.timeline.map((entry) => entry.status);
  if (order.status === 'pending' || PAID_STATUSES.includes(order.status)) return true;
  // Refunded without a return: the goods are with the shopper.
  return order.status === 'refunded' && ['shipped', 'delivered'].includes(path.at(-2) ?? '');
}

/** Holds after every step. */
export async function expectInvariants(shop: TestShop, model: ReferenceModel): Promise<void> {
  const orders = await storedOrders(shop, model);
  if (shop.store instanceof InMemoryDocumentStore) {
    const all = [...shop.store.documents.keys()].filter((path) => path.startsWith('orders/'));
    expect(all.length, 'an order that nobody asked for, or a doubled one').toBe(orders.length);
  }
  for (const [productId, sizes] of Object.entries(STOCK)) {
    const stock = await shop.stockOf(productId);
    for (const [size, initial] of Object.entries(sizes)) {
      const held = orders
        .filter(([, order]) => holdsUnits(order))
        .flatMap(([, order]) => order.lines)
        .filter((line) => line.id === productId && (line.size ?? '') === size)
        .reduce((sum, line) => sum + line.quantity, 0);
      expect(stock[size], `${productId} ${size}: stock below zero`).toBeGreaterThanOrEqual(0);
      expect((stock[size] ?? 0) + held, `${productId} ${size}: stock + held`).toBe(initial);
    }
  }
  for (const [id, order] of orders) {
    expect(order.timeline.at(-1)?.status, `${id}: the timeline ends with the status`).toBe(order.status);
    for (const [index, { status, actor }] of order.timeline.entries()) {
      const before = order.timeline[index - 1]?.status;
      if (before === undefined) expect(status).toBe('pending');
      else
        expect(
          ORDER_TRANSITIONS.some(
            (move) => move.from === before && move.to === status && move.by.includes(actor),
          ),
          `${id}: ${before} to ${status} by ${actor}`,
        ).toBe(true);
    }
  }
}

/** Lets everything arrive: time passes, the provider is reachable, each event comes at least once, the sweep runs. */
export async function deliverAllEvents(shop: TestShop): Promise<void> {
  shop.payments.nextFailure = undefined;
  if (shop.store instanceof InMemoryDocumentStore) shop.store.crashAfterCommits = undefined;
  shop.time = new Date(shop.time.getTime() + 3_600_000);
  shop.payments.expireSessions();
  for (let round = 0; round < 2; round += 1) {
    for (const event of [...shop.payments.events].reverse()) await applyPaymentEvent(shop.context, event);
    await expireOrders(shop.context);
  }
}

/** Holds once everything has arrived: money is where the order says it is. */
export async function expectPaymentsReconciled(shop: TestShop, model: ReferenceModel): Promise<void> {
  for (const [id, order] of await storedOrders(shop, model)) {
    const net = shop.payments.netCents(id);
    expect(order.status, `${id} is still waiting`).not.toBe('pending');
    if (PAID_STATUSES.includes(order.status)) expect(net, `${id} is ${order.status}`).toBe(order.totalCents);
    else expect(net, `${id} is ${order.status}`).toBe(0);
    const everPaid = shop.payments.sessions.some(
      (session) => session.request.orderId === id && session.payment !== undefined,
    );
    if (!PAID_STATUSES.includes(order.status))
      expect(order.status === 'refunded', `${id}: refunded exactly when money had come`).toBe(everPaid);
  }
}
