// Invariants of stock, orders, payments and emails. They are derived from the orders' timelines and
// the provider's payments, not from the reservations and sums that the use cases write. Plain
// assertions, because tests/bench/order-races.ts runs them outside of vitest.
import assert from 'node:assert/strict';
import type { LedgerEntry, StoreCredit } from '@savepoint/model/ledger';
import { addedRefundedSoFar, decidedRefundCents } from '@savepoint/model/order-changes';
import { exchangedUnits, openReturnOf, unitsRefundable } from '@savepoint/model/order-return';
import { ORDER_TRANSITIONS } from '@savepoint/model/order-status';
import { canChangeReturn } from '@savepoint/model/return-status';
import { saleOf, sumSales } from '@savepoint/model/sales';
import { dueCents, paidInAllCents } from '@savepoint/model/store-credit';
import { orderIdOf } from '../../../functions/src/orders/create-order.ts';
import { expireOrders } from '../../../functions/src/orders/expire-orders.ts';
import { applyPaymentEvent } from '../../../functions/src/orders/record-payment.ts';
import type {
  EditRecord,
  PaymentRecord,
  StoredOrder,
  StoredOrderRefund,
} from '../../../functions/src/orders/records.ts';
import { InMemoryDocumentStore } from './in-memory-document-store.ts';
import { type ReferenceModel, SHOP_CODE, type TestShop } from './test-shop.ts';

const PAID_STATUSES = ['paid', 'packed', 'shipped', 'delivered'];
/** Enough rounds for every refund to get its turn after a back-off of at most a day. */
const SETTLE_ROUNDS = 4;

/** The requested orders, and those created by exchanges. */
export async function storedOrders(
  shop: TestShop,
  model: ReferenceModel,
): Promise<[id: string, order: StoredOrder][]> {
  const orders: [string, StoredOrder][] = [];
  const ids = model.requests.map(({ uid, key }) => orderIdOf(uid, key));
  for (const id of ids) {
    const order = await shop.order(id);
    if (order === null) continue;
    orders.push([id, order]);
    ids.push(...(order.returns ?? []).flatMap(({ exchangeOrderId }) => exchangeOrderId ?? []));
  }
  return orders;
}

/** The edits that wait for their payment. */
async function storedEdits(
  shop: TestShop,
  orders: readonly (readonly [string, StoredOrder])[],
): Promise<EditRecord[]> {
  const edits = await Promise.all(
    orders.map(async ([id, { pendingEdit }]) => {
      const edit = await shop.store.get<EditRecord>(`orderEdits/${id}`);
      assert.equal(edit?.editId, pendingEdit?.id, `${id}: the edit that waits`);
      return edit ?? [];
    }),
  );
  return edits.flat();
}

/**
 * True if the order's units are out of the stock, by its timeline and staff's decision at the
 * refund.
 */
function holdsUnits(order: StoredOrder): boolean {
  const path = order.timeline.map((entry) => entry.status);
  if (order.status === 'pending' || PAID_STATUSES.includes(order.status)) return true;
  const decision = order.timeline.find(({ status }) => status === 'refunded')?.restocked;
  if (decision !== undefined) return !decision;
  // Refunded without a return: the shopper has the goods.
  return ['shipped', 'delivered'].includes(path[path.indexOf('refunded') - 1] ?? '');
}

/** Stock, held units, timelines, refunds and emails are consistent. Holds after every step. */
export async function expectInvariants(shop: TestShop, model: ReferenceModel): Promise<void> {
  const orders = await storedOrders(shop, model);
  const edits = await storedEdits(shop, orders);
  if (shop.store instanceof InMemoryDocumentStore) {
    const all = [...shop.store.documents.keys()].filter((path) => path.startsWith('orders/'));
    assert.equal(all.length, orders.length, 'orders without a request, or duplicates');
  }
  await expectStockBalanced(shop, orders, edits);
  await expectUsesBalanced(shop, orders, edits);
  if (shop.store instanceof InMemoryDocumentStore) expectBooksBalanced(shop.store, orders);
  for (const [id, order] of orders) {
    expectAllowedTimeline(id, order);
    expectAllowedReturns(id, order);
    for (const refund of [order.refund, ...Object.values(order.extraRefunds ?? {})])
      if (refund !== undefined) expectVisible(id, refund);
    if (shop.store instanceof InMemoryDocumentStore) expectAccurateEmails(shop, id, order);
  }
  for (const { payment } of shop.payments.sessions) {
    if (payment === undefined) continue;
    const { paidCents, refundedCents } = shop.payments.paymentState(payment.paymentIntentId);
    assert.ok(refundedCents <= paidCents, `${payment.paymentIntentId}: refunded more than was paid`);
  }
}

async function expectStockBalanced(
  shop: TestShop,
  orders: readonly (readonly [string, StoredOrder])[],
  edits: readonly EditRecord[],
): Promise<void> {
  for (const [productId, sizes] of Object.entries(shop.stock)) {
    const stock = await shop.stockOf(productId);
    assert.deepEqual(await shop.movedOf(productId), stock, `${productId}: stock and its movements`);
    for (const [size, initial] of Object.entries(sizes)) {
      const unitsOf = (lines: EditRecord['reserved']) =>
        lines
          .filter((line) => line.id === productId && (line.size ?? '') === size)
          .reduce((sum, line) => sum + line.quantity, 0);
      const held = orders
        .map(([, order]) => {
          const { lines, restocked = [], returns = [] } = order;
          const received = returns.filter(({ state }) => state === 'received');
          // Received units that cannot be sold are in no stock, whatever becomes of the order.
          const lost = received.filter((each) => !each.restocked).flatMap(({ units }) => units);
          const kept = returns.filter((each) => each.state === 'approved' && each.outcome === 'exchange');
          const ofOrder = holdsUnits(order) ? unitsOf(lines) - unitsOf(restocked) : unitsOf(lost);
          return ofOrder + unitsOf(kept.flatMap(({ units }) => exchangedUnits(units)));
        })
        .concat(edits.map(({ taken }) => unitsOf(taken.units)))
        .reduce((sum, units) => sum + units, 0);
      assert.ok((stock[size] ?? -1) >= 0, `${productId} ${size}: stock below zero`);
      assert.equal((stock[size] ?? 0) + held, initial, `${productId} ${size}: stock + held`);
    }
  }
}

/** An order uses its code until it is canceled or expires, and the code never exceeds its limit. */
async function expectUsesBalanced(
  shop: TestShop,
  orders: readonly (readonly [string, StoredOrder])[],
  edits: readonly EditRecord[],
): Promise<void> {
  const using = orders.filter(
    ([, { promotions, timeline }]) =>
      promotions !== undefined &&
      !timeline.some(({ status }) => status === 'cancelled' || status === 'expired'),
  );
  const { uses, cents, usesLeft } = await shop.usesOf(SHOP_CODE);
  assert.equal(uses, using.length, 'uses of the code');
  assert.equal(usesLeft, (SHOP_CODE.usesMax ?? 0) - uses, 'uses left of the code');
  assert.ok(usesLeft >= 0, 'the code is used too often');
  const discounts = [
    ...using.map(([, { discountCents = 0 }]) => discountCents),
    ...edits.flatMap(({ taken }) => taken.claims.map((claim) => claim.cents)),
  ];
  assert.equal(
    cents,
    discounts.reduce((sum, each) => sum + each, 0),
    'discounts of the code',
  );
  assert.equal(new Set(using.map(([, { userId }]) => userId)).size, using.length, 'one use per person');
}

/** The ledger's entries yield every balance, none is negative, and an ended order has none. */
function expectBooksBalanced(
  { documents }: InMemoryDocumentStore,
  orders: readonly (readonly [string, StoredOrder])[],
): void {
  const balances = new Map<string, number>();
  const found = (prefix: string) => [...documents].filter(([path]) => path.startsWith(prefix));
  for (const [path, entry] of found('ledger/')) {
    const { from, to, cents } = entry as unknown as LedgerEntry;
    assert.ok(Number.isSafeInteger(cents) && cents > 0, path);
    balances.set(from, (balances.get(from) ?? 0) - cents);
    balances.set(to, (balances.get(to) ?? 0) + cents);
  }
  const sum = [...balances.values()].reduce((total, cents) => total + cents, 0);
  assert.equal(sum, 0, 'sum of the books');
  for (const [path, document] of found('storeCredit/')) {
    const { userId, cents } = document as unknown as StoreCredit;
    assert.ok(cents >= 0, `${path} is below 0`);
    assert.equal(cents, balances.get(`credit:${userId}`), `${path} and its entries`);
    balances.delete(`credit:${userId}`);
  }
  for (const [id, order] of orders) {
    const { creditCents = 0, creditReturnedCents = 0 } = order;
    const left = Math.max(0, creditCents - creditReturnedCents);
    assert.equal(balances.get(`order:${id}`) ?? 0, left, `${id}: credit and its entries`);
    if (!PAID_STATUSES.includes(order.status) && order.status !== 'pending')
      assert.equal(left, 0, `${id} is ${order.status} and still has store credit`);
    balances.delete(`order:${id}`);
  }
  balances.delete('shop');
  assert.deepEqual([...balances], [], 'accounts without a document');
}

function expectAllowedTimeline(id: string, order: StoredOrder): void {
  assert.equal(order.timeline.at(-1)?.status, order.status, `${id}: the timeline ends with the status`);
  for (const [index, { status, actor }] of order.timeline.entries()) {
    const before = order.timeline[index - 1]?.status;
    if (before === undefined) assert.equal(status, 'pending');
    else
      assert.ok(
        ORDER_TRANSITIONS.some(
          (transition) =>
            transition.from === before && transition.to === status && transition.by.includes(actor),
        ),
        `${id}: ${before} to ${status} by ${actor}`,
      );
  }
}

/**
 * The events of each return are transitions of its state machine, no unit comes back twice, and an
 * exchange is an order for the value of the units.
 */
function expectAllowedReturns(id: string, order: StoredOrder): void {
  const { returns = [], openReturn = null, lines } = order;
  assert.equal(openReturn, openReturnOf({ returns }), `${id}: open returns`);
  for (const { number, state, outcome, events, exchangeOrderId } of returns) {
    assert.equal(events.at(-1)?.state, state, `${id}: the events of return ${number} end with its state`);
    for (const [index, event] of events.entries())
      assert.ok(
        canChangeReturn(events[index - 1]?.state, event.state, event.actor),
        `${id}: return ${number} became ${event.state} by ${event.actor}`,
      );
    const isExchanged = outcome === 'exchange' && state === 'received';
    assert.equal(exchangeOrderId !== undefined, isExchanged, `${id}: exchange of return ${number}`);
  }
  for (const line of lines)
    assert.ok(unitsRefundable(order, line) >= 0, `${id}: ${line.id} ${line.size} comes back twice`);
}

/** An unsent refund has a time of its next attempt, and a failed one a reason. */
function expectVisible(id: string, refund: StoredOrderRefund): void {
  assert.equal(
    refund.nextAttemptAt === undefined,
    refund.state === 'sent',
    `${id}: next attempt of a refund`,
  );
  assert.equal(refund.failure !== undefined, refund.state === 'failed', `${id}: failure of a refund`);
}

/**
 * Exactly the shoppers who were wrongly told that their money was sent get a correction. Ids rule
 * out a second email of a kind.
 */
function expectAccurateEmails(shop: TestShop, id: string, order: StoredOrder): void {
  const { refund, timeline, creditCents = 0, creditReturnedCents = 0 } = order;
  const isMailed = (kind: string) => shop.emails.has(`${id}-${kind}`);
  const cardAsCreditCents = Math.max(0, creditReturnedCents - creditCents);
  const refundedCents = decidedRefundCents(order);
  const isEdited = order.addedPayments !== undefined;
  const isPart = refund !== undefined && refundedCents < dueCents(order) - cardAsCreditCents;
  const isSent = refund?.sentAt !== undefined;
  // A partial card refund can become the entire rest if the remainder is given as credit.
  if (cardAsCreditCents === 0 && !isEdited)
    assert.equal(isMailed('refunded'), isSent && !isPart, `${id}: email that the refund is sent`);
  if (isPart && !isEdited)
    assert.equal(isMailed(`refunded-part-${refundedCents}`), isSent, `${id}: email that a part is sent`);
  if (refund?.state === 'failed' && (refund.sentAt !== undefined || refund.attempts >= 3))
    assert.ok(isMailed('refund-delayed'), `${id}: email that the refund is delayed`);
  if (refund === undefined)
    assert.equal(isMailed('refund-delayed'), false, `${id}: email about no refund at all`);
  assert.equal(
    isMailed('paid'),
    timeline.some(({ status }) => status === 'paid'),
    `${id}: email that the order is confirmed`,
  );
}

/**
 * Ends all failures, expires the sessions, delivers each event at least once, and runs expireOrders
 * until every back-off is over.
 */
export async function deliverAllEvents(shop: TestShop): Promise<void> {
  shop.payments.nextFailure = undefined;
  shop.payments.isDown = false;
  shop.payments.refundFailure = undefined;
  if (shop.store instanceof InMemoryDocumentStore) shop.store.crashAfterCommits = undefined;
  for (let round = 0; round < SETTLE_ROUNDS; round += 1) {
    shop.passMinutes(25 * 60);
    shop.payments.expireSessions();
    for (const event of [...shop.payments.events].reverse()) await applyPaymentEvent(shop.context, event);
    await expireOrders(shop.context);
  }
}

/** The total paid equals the cost of the order plus what its edits have refunded. */
function expectEditsPaid(id: string, order: StoredOrder): void {
  const cheaper = (order.edits ?? []).reduce(
    (sum, { beforeCents, afterCents }) => sum + Math.max(0, beforeCents - afterCents),
    0,
  );
  assert.ok(order.totalCents >= 0, `${id}: a total below 0`);
  assert.equal(paidInAllCents(order) - cheaper, order.totalCents, `${id}: edits and what was paid`);
}

/**
 * The counted sales match the payments, refunds and ledger: money from shoppers, money and credit
 * returned to them, and their orders.
 */
export async function expectSalesReplayed(shop: TestShop, model: ReferenceModel): Promise<void> {
  if (!(shop.store instanceof InMemoryDocumentStore)) return;
  const orders = await storedOrders(shop, model);
  const sold = orders.filter(([, { timeline }]) => timeline.some(({ status }) => status === 'paid'));
  const isSold = (id: string | undefined) => sold.some(([each]) => each === id);
  const entries = [...shop.store.documents]
    .filter(([path]) => path.startsWith('ledger/'))
    .map(([, entry]) => entry as unknown as LedgerEntry)
    .filter(({ orderId }) => isSold(orderId));
  const sumOf = (some: readonly LedgerEntry[]) => some.reduce((sum, { cents }) => sum + cents, 0);
  let totalCents = sumOf(entries.filter(({ kind }) => kind === 'spent'));
  let refundedCents = sumOf(entries.filter(({ kind }) => kind === 'returned' || kind === 'refunded'));
  for (const [id, { addedPayments = [] }] of sold) {
    const first = (await shop.store.get<PaymentRecord>(`payments/${id}`))?.paymentIntentId;
    const intents = [...(first ? [first] : []), ...addedPayments.map((each) => each.paymentIntentId)];
    for (const state of intents.map((intent) => shop.payments.paymentState(intent))) {
      totalCents += state.paidCents;
      refundedCents += state.refundedCents;
    }
  }
  const counted = sumSales(sold.flatMap(([, order]) => saleOf(order)?.counts ?? []));
  const placed = sold.filter(([id]) => model.requests.some(({ uid, key }) => orderIdOf(uid, key) === id));
  assert.deepEqual(
    { orders: counted.orders, totalCents: counted.totalCents, refundedCents: counted.refundedCents },
    { orders: placed.length, totalCents, refundedCents },
    'sales that are counted',
  );
}

/** Payments minus refunds match the orders' statuses. Holds after `deliverAllEvents`. */
export async function expectPaymentsReconciled(shop: TestShop, model: ReferenceModel): Promise<void> {
  const intentsByOrder = new Map<string, string[]>();
  for (const { payment } of shop.payments.sessions)
    if (payment !== undefined)
      intentsByOrder.set(payment.orderId, [
        ...(intentsByOrder.get(payment.orderId) ?? []),
        payment.paymentIntentId,
      ]);
  for (const [id, order] of await storedOrders(shop, model)) {
    assert.notEqual(order.status, 'pending', `${id} is still pending`);
    const intents = intentsByOrder.get(id) ?? [];
    const accepted = (await shop.store.get<PaymentRecord>(`payments/${id}`))?.paymentIntentId;
    const isPaid = PAID_STATUSES.includes(order.status);
    if (isPaid && dueCents(order) > 0 && order.addedPayments === undefined)
      assert.ok(intents.includes(accepted ?? ''), `${id} is ${order.status} without a payment`);
    expectEditsPaid(id, order);
    const added = order.addedPayments ?? [];
    let [paid, refunded, byHand] = [0, 0, 0];
    for (const intent of intents) {
      const { paidCents, refundedCents } = shop.payments.paymentState(intent);
      const addition = added.find(({ paymentIntentId }) => paymentIntentId === intent);
      if (intent !== accepted && addition === undefined) {
        assert.ok(refundedCents >= paidCents, `${id} is ${order.status}: ${intent} is not refunded`);
        continue;
      }
      const shown = addition === undefined ? order : addition;
      assert.equal(shown.refundedCents ?? 0, refundedCents, `${id}: shown and real refunds`);
      const decided = addition ? addedRefundedSoFar(addition, order) : (order.refund?.amountCents ?? 0);
      assert.ok(refundedCents >= decided, `${id}: a part of ${intent} is not refunded`);
      paid += paidCents;
      refunded += refundedCents;
      // Manual refunds of a continuing order are the shop's decision.
      byHand += shop.payments.refunds
        .filter(
          ({ paymentIntentId, attempt, hasFailed }) =>
            paymentIntentId === intent && attempt === undefined && !hasFailed,
        )
        .reduce((sum, { amountCents }) => sum + amountCents, 0);
    }
    const asCredit = Math.max(0, (order.creditReturnedCents ?? 0) - (order.creditCents ?? 0));
    assert.ok(refunded - byHand + asCredit <= paid, `${id} is ${order.status}: more than paid is refunded`);
    if (!isPaid) assert.ok(refunded + asCredit >= paid, `${id} is ${order.status}: not all is refunded`);
    else if (intents.length > 0) assert.equal(paid, dueCents(order), `${id}: paid another amount`);
    if (!isPaid && order.totalCents > 0 && order.creditReturnedCents === undefined)
      assert.equal(
        order.status === 'refunded',
        intents.length > 0,
        `${id}: refunded exactly when it was paid`,
      );
  }
}
