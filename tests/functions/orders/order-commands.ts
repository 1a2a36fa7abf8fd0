// Commands of the property test: actions of shoppers, staff, the payment provider and failures, in
// any order. The reference model is the list of requested orders; the invariants are in
// order-invariants.ts.
import assert from 'node:assert/strict';
import type { OrderErrorDetails } from '@savepoint/model/callables';
import type { CreateOrderRequest, CreateOrderResponse, OrderStatus } from '@savepoint/model/order';
import { type ChangeReturnRequest, refundedSoFar } from '@savepoint/model/order-changes';
import { RETURN_OUTCOMES } from '@savepoint/model/return-status';
import * as fc from 'fast-check';
import { HttpsError } from 'firebase-functions/https';
import { giveCredit } from '../../../functions/src/credit/give-credit.ts';
import {
  cancelOrder,
  createPaymentSession,
  updateOrder,
} from '../../../functions/src/orders/change-order.ts';
import { orderIdOf } from '../../../functions/src/orders/create-order.ts';
import { editOrder, withdrawEdit } from '../../../functions/src/orders/edit-order.ts';
import { expireOrders } from '../../../functions/src/orders/expire-orders.ts';
import { applyPaymentEvent } from '../../../functions/src/orders/record-payment.ts';
import { refundOrder } from '../../../functions/src/orders/refund-order.ts';
import { replaceOrder } from '../../../functions/src/orders/replace-order.ts';
import { changeReturn, requestReturn } from '../../../functions/src/orders/return-order.ts';
import { type PaymentEvent, PaymentProviderError } from '../../../functions/src/payments/payment-gateway.ts';
import { CrashError, InMemoryDocumentStore } from './in-memory-document-store.ts';
import { expectInvariants, storedOrders } from './order-invariants.ts';
import { ADDRESS, type ReferenceModel, SHOP_CODE, type TestShop } from './test-shop.ts';

/** The acting member of staff. */
export const OWNER = { uid: 'root', email: undefined, role: 'owner' } as const;

type Step = (shop: TestShop, model: ReferenceModel) => Promise<unknown>;

/** Rejections, crashes and an unavailable provider are expected; any other error is a bug. */
async function tolerateExpectedErrors(step: Promise<unknown>): Promise<void> {
  try {
    await step;
  } catch (error) {
    const expected =
      error instanceof HttpsError || error instanceof CrashError || error instanceof PaymentProviderError;
    if (!expected) throw error;
  }
}

class Command implements fc.AsyncCommand<ReferenceModel, TestShop> {
  readonly #name: string;
  readonly #step: Step;
  constructor(name: string, step: Step) {
    this.#name = name;
    this.#step = step;
  }
  check = () => true;
  async run(model: ReferenceModel, shop: TestShop): Promise<void> {
    await tolerateExpectedErrors(this.#step(shop, model));
    await expectInvariants(shop, model);
  }
  toString = () => this.#name;
}

const uid = fc.constantFrom('ann', 'bob');
const line = fc.constantFrom(
  { productId: 'tee', size: 'S' },
  { productId: 'tee', size: 'M' },
  { productId: 'mug' },
  { productId: 'tee', size: 'XXL' },
  { productId: 'ghost' },
);
const lines = fc.array(
  fc.tuple(line, fc.integer({ min: 1, max: 3 })).map(([item, quantity]) => ({ ...item, quantity })),
  { minLength: 1, maxLength: 3 },
);
const orderNumber = fc.nat({ max: 3 });

/** The order that a number selects, if any was requested. */
function nth(model: ReferenceModel, n: number): { uid: string; id: string } | undefined {
  const { requests } = model;
  const request = requests.length === 0 ? undefined : requests[n % requests.length];
  return request && { uid: request.uid, id: orderIdOf(request.uid, request.key) };
}

const onOrder = (
  name: string,
  act: (shop: TestShop, order: { uid: string; id: string }) => Promise<unknown>,
) =>
  orderNumber.map(
    (n) =>
      new Command(`${name}(${n})`, async (shop, model) => {
        const order = nth(model, n);
        if (order !== undefined) await act(shop, order);
      }),
  );

const code = fc.constantFrom(undefined, SHOP_CODE.code, 'GHOST');

/** Store credit for an order: none, some, or all that the server accepts. */
const credit = fc.constantFrom(undefined, 500, 'all' as const);

/** Orders with credit like the checkout, which asks the server again with the usable amount. */
async function orderWithCredit(
  shop: TestShop,
  uid: string,
  request: CreateOrderRequest,
  wanted: number | 'all' | undefined,
): Promise<CreateOrderResponse> {
  const send = (creditCents?: number) =>
    replaceOrder(
      shop.context,
      { uid, email: undefined },
      { ...request, ...(creditCents !== undefined && { creditCents }) },
    );
  if (wanted !== 'all') return send(wanted);
  try {
    return await send(99_999_999);
  } catch (error) {
    const details = (error as HttpsError).details as OrderErrorDetails | undefined;
    if (details?.reason !== 'credit-changed') throw error;
    return send(details.creditCents || undefined);
  }
}

const create = fc.tuple(uid, fc.nat({ max: 2 }), lines, fc.boolean(), code, credit).map(
  ([who, n, requestedLines, twice, typed, wanted]) =>
    new Command(
      `order(${who}, ${n}, ${JSON.stringify(requestedLines)}, ${typed}, ${wanted}${twice ? ', twice' : ''})`,
      async (shop, model) => {
        const key = `key-of-checkout-${n}`;
        if (!model.requests.some((request) => request.uid === who && request.key === key))
          model.requests.push({ uid: who, key });
        const request = {
          lines: requestedLines,
          address: ADDRESS,
          delivery: 'standard',
          ...(typed !== undefined && { code: typed }),
          idempotencyKey: key,
        } as const;
        const send = () => orderWithCredit(shop, who, request, wanted);
        await send();
        if (twice) await send();
      },
    ),
);

/** A paid order in one command: most problems with money start there. */
const buy = fc.tuple(uid, fc.nat({ max: 2 }), credit).map(
  ([who, n, wanted]) =>
    new Command(`buy(${who}, ${n}, ${wanted})`, async (shop, model) => {
      const key = `key-of-checkout-${n}`;
      if (!model.requests.some((request) => request.uid === who && request.key === key))
        model.requests.push({ uid: who, key });
      const { orderId } = await orderWithCredit(
        shop,
        who,
        {
          lines: [{ productId: 'mug', quantity: 1 }],
          address: ADDRESS,
          delivery: 'standard',
          idempotencyKey: key,
        },
        wanted,
      );
      for (const session of shop.payments.sessions)
        if (session.request.orderId === orderId && shop.payments.pay(session))
          await applyPaymentEvent(shop.context, shop.payments.events.at(-1) as PaymentEvent);
    }),
);

const adminTransition = fc
  .tuple(
    orderNumber,
    fc.constantFrom<OrderStatus>('packed', 'shipped', 'delivered', 'refunded', 'cancelled'),
    fc.constantFrom(undefined, true, false),
    fc.constantFrom(undefined, undefined, 'credit' as const),
  )
  .map(
    ([n, status, restock, refundTo]) =>
      new Command(`admin(${n}, ${status}, restock ${restock}, to ${refundTo})`, async (shop, model) => {
        const order = nth(model, n);
        if (order !== undefined)
          await updateOrder(shop.context, OWNER, {
            orderId: order.id,
            status,
            restock,
            refundTo,
            reason: 'Decided',
          });
      }),
  );

/** A partial refund, with or without returned units, as the order page sends it. */
const refundTarget = fc.constantFrom(undefined, 'credit' as const);
const refundPart = fc
  .tuple(orderNumber, fc.constantFrom(1, 1000, 4000), fc.nat({ max: 2 }), refundTarget)
  .map(
    ([n, amountCents, quantity, refundTo]) =>
      new Command(
        `refund part(${n}, ${amountCents}, ${quantity} back, to ${refundTo})`,
        async (shop, model) => {
          const found = nth(model, n);
          const order = found && (await shop.order(found.id));
          if (!order) return;
          const [first] = order.lines;
          await refundOrder(shop.context, OWNER, {
            orderId: found.id,
            amountCents,
            refundedCents: refundedSoFar(order),
            reason: 'A part',
            ...(refundTo && { refundTo }),
            ...(quantity > 0 &&
              first && { restock: [{ id: first.id, ...(first.size && { size: first.size }), quantity }] }),
          });
        },
      ),
  );

/** Packs, ships and delivers an order. */
async function deliver(shop: TestShop, { id: orderId }: { id: string }): Promise<void> {
  for (const status of ['packed', 'shipped', 'delivered'] as const)
    await updateOrder(shop.context, OWNER, { orderId, status });
}

/** Units of an order, or of an exchange, that its shopper returns, on request or by agreement. */
const startReturn = fc
  .record({
    n: fc.nat({ max: 5 }),
    quantities: fc.array(fc.nat({ max: 2 }), { minLength: 3, maxLength: 3 }),
    outcome: fc.constantFrom('exchange', 'exchange', ...RETURN_OUTCOMES),
    exchangeSize: fc.constantFrom('S', 'S', 'M', 'XXL'),
    byShop: fc.boolean(),
  })
  .map(
    ({ n, quantities, outcome, exchangeSize, byShop }) =>
      new Command(
        `return(${n}, ${quantities}, ${outcome} ${exchangeSize}${byShop ? ', by the shop' : ''})`,
        async (shop, model) => {
          const orders = await storedOrders(shop, model);
          const [orderId, order] = orders[n % Math.max(1, orders.length)] ?? [];
          if (orderId === undefined || order === undefined) return;
          const units = order.lines.flatMap(({ id, size }, index) => {
            const quantity = quantities[index] ?? 0;
            const other = outcome === 'exchange' && size !== undefined && { exchangeSize };
            return quantity === 0 ? [] : { id, ...(size !== undefined && { size }), quantity, ...other };
          });
          if (units.length === 0) return;
          const returns = order.returns?.length ?? 0;
          const request = { orderId, units, outcome, returns, reason: 'too-small' } as const;
          if (byShop)
            await changeReturn(shop.context, OWNER, { ...request, action: 'start', instructions: 'Send it' });
          else await requestReturn(shop.context, { uid: order.userId, email: undefined }, request);
        },
      ),
  );

/** Staff's decision about any return, valid or not. */
const goOnWithReturn = fc
  .record({
    n: fc.nat({ max: 5 }),
    action: fc.constantFrom('approve', 'approve', 'receive', 'receive', 'receive', 'decline', 'close'),
    outcome: fc.constantFrom(undefined, undefined, 'credit' as const, 'refund' as const),
    less: fc.constantFrom(0, 0, 1),
    restock: fc.boolean(),
  })
  .map(
    ({ n, action, outcome, less, restock }) =>
      new Command(
        `${action} return(${n}, ${outcome}, ${less} less, restock ${restock})`,
        async (shop, model) => {
          const all = (await storedOrders(shop, model)).flatMap(([orderId, { returns = [] }]) =>
            returns.map(({ number, units }) => ({ orderId, number, units })),
          );
          const found = all[n % Math.max(1, all.length)];
          if (found === undefined) return;
          const { orderId, number } = found;
          const units = found.units
            .map(({ id, size, quantity }) => ({ id, ...(size && { size }), quantity: quantity - less }))
            .filter(({ quantity }) => quantity > 0);
          if (units.length === 0) return;
          const request: ChangeReturnRequest =
            action === 'receive'
              ? { action, orderId, number, units, restock }
              : action === 'approve'
                ? { action, orderId, number, instructions: 'Send it', outcome }
                : { action, orderId, number, reason: 'Decided' };
          await changeReturn(shop.context, OWNER, request);
        },
      ),
  );

/** Packs, ships and delivers an order, or an exchange. */
const deliverAny = orderNumber.map(
  (n) =>
    new Command(`deliver any(${n})`, async (shop, model) => {
      const paid = (await storedOrders(shop, model)).filter(([, { status }]) => status === 'paid');
      const [id] = paid[n % Math.max(1, paid.length)] ?? [];
      if (id !== undefined) await deliver(shop, { id });
    }),
);

/** Events after the delivery of an order: returns, exchanges, refunds and credit. */
export const returnCommands = (maxCommands: number) =>
  fc.commands(
    [
      startReturn,
      startReturn,
      startReturn,
      goOnWithReturn,
      goOnWithReturn,
      goOnWithReturn,
      goOnWithReturn,
      deliverAny,
      refundPart,
      give,
      adminTransition,
      outage,
      expire,
      failure,
    ],
    { maxCommands, size: '+1' },
  );
/** Different lines of an order, agreed to as on the order page. */
const edit = fc.tuple(orderNumber, lines, fc.nat({ max: 5 }), refundTarget).map(
  ([n, after, id, refundTo]) =>
    new Command(
      `edit(${n}, ${JSON.stringify(after)}, request ${id}, to ${refundTo})`,
      async (shop, model) => {
        const found = nth(model, n);
        const order = found && (await shop.order(found.id));
        if (!order) return;
        const request = {
          ...{ orderId: found.id, editId: `request-of-an-edit-${id}`, lines: after },
          ...{ edits: order.edits?.length ?? 0, ...(refundTo && { refundTo }) },
        };
        const { totals } = await editOrder(shop.context, OWNER, request);
        await editOrder(shop.context, OWNER, { ...request, expectedTotalCents: totals.totalCents });
      },
    ),
);

/** Repricing the lines of an order yields its total, whatever has happened since. */
const priceAgain = onOrder('note on the packing slip', async (shop, { id }) => {
  const order = await shop.order(id);
  if (!order) return;
  const { totals } = await editOrder(shop.context, OWNER, {
    ...{ orderId: id, editId: 'request-of-a-note-1', edits: order.edits?.length ?? 0 },
    lines: order.lines.map(({ id: productId, size, quantity }) => ({
      ...{ productId, quantity, ...(size !== undefined && { size }) },
    })),
    packingNote: 'A present',
  });
  assert.equal(totals.totalCents, order.totalCents, `${id}: the total of the same lines`);
});

const withdraw = onOrder('withdraw the edit', async (shop, { id }) => {
  const editId = (await shop.order(id))?.pendingEdit?.id;
  if (editId !== undefined) await withdrawEdit(shop.context, OWNER, { orderId: id, editId });
});

const give = fc.tuple(uid, fc.constantFrom(700, 40_000), fc.nat({ max: 3 })).map(
  ([who, cents, n]) =>
    new Command(`give credit(${who}, ${cents}, request ${n})`, async (shop) => {
      const request = { userId: who, cents, reason: 'Sorry', requestId: `request-of-credit-${n}` };
      await giveCredit(shop.store, OWNER, request, shop.context.now());
    }),
);

const pay = orderNumber.map(
  (n) =>
    new Command(`pay(${n})`, async (shop) => {
      const { sessions } = shop.payments;
      const session = sessions[n % Math.max(1, sessions.length)];
      if (session !== undefined) shop.payments.pay(session);
    }),
);

/**
 * A partial refund of any payment in the provider's dashboard; 10,000 cents cover most entirely.
 */
const refundByHand = fc.tuple(orderNumber, fc.constantFrom(1, 1000, 4500, 10_000)).map(
  ([n, cents]) =>
    new Command(`refund by hand(${n}, ${cents})`, async (shop) => {
      const paid = shop.payments.sessions.flatMap(({ payment }) => payment ?? []);
      const payment = paid[n % Math.max(1, paid.length)];
      if (payment !== undefined) shop.payments.refundByHand(payment.paymentIntentId, cents);
    }),
);

const failRefund = fc.nat({ max: 5 }).map(
  (n) =>
    new Command(`refund fails later(${n})`, async (shop) => {
      const { refunds } = shop.payments;
      const refund = refunds[n % Math.max(1, refunds.length)];
      if (refund !== undefined) shop.payments.failRefund(refund);
    }),
);

const forgetSession = orderNumber.map(
  (n) =>
    new Command(`session is unknown(${n})`, async (shop) => {
      const { sessions } = shop.payments;
      const session = sessions[n % Math.max(1, sessions.length)];
      if (session !== undefined) shop.payments.forget(session);
    }),
);

const outage = fc.constantFrom('down', 'no refunds', 'over').map(
  (kind) =>
    new Command(`outage(${kind})`, async (shop) => {
      shop.payments.isDown = kind === 'down';
      shop.payments.refundFailure = kind === 'no refunds' ? 'insufficient_funds' : undefined;
    }),
);

/** Delivers any event so far, again or for the first time: late, duplicated and out of order. */
const deliverEvent = fc.nat({ max: 12 }).map(
  (n) =>
    new Command(`event(${n})`, async (shop) => {
      const event = shop.payments.events[n % Math.max(1, shop.payments.events.length)];
      if (event !== undefined) await applyPaymentEvent(shop.context, event);
    }),
);

const passTime = fc.constantFrom(5, 20, 40, 1500).map(
  (minutes) =>
    new Command(`wait(${minutes} min)`, async (shop) => {
      shop.passMinutes(minutes);
      shop.payments.expireSessions();
    }),
);

const expire = fc.constant(new Command('expireOrders', (shop) => expireOrders(shop.context)));

const failure = fc.constantFrom('before', 'after', 'crash 1', 'crash 2', 'contention').map(
  (kind) =>
    new Command(`failure(${kind})`, async (shop) => {
      if (kind === 'before' || kind === 'after') shop.payments.nextFailure = kind;
      else if (shop.store instanceof InMemoryDocumentStore) {
        if (kind === 'contention') shop.store.contentions = 2;
        else shop.store.crashAfterCommits = kind === 'crash 1' ? 1 : 2;
      }
    }),
);

/** `size` is the usual length of sequences; see fast-check's `SizeForArbitrary`. */
export const orderCommands = (maxCommands: number, size: '=' | '+1' = '=') =>
  fc.commands(
    [
      create,
      create,
      buy,
      buy,
      pay,
      pay,
      deliverEvent,
      deliverEvent,
      onOrder('cancel', (shop, { uid: who, id }) =>
        cancelOrder(shop.context, { uid: who, email: undefined }, { orderId: id }),
      ),
      onOrder('pay again', (shop, { uid: who, id }) =>
        createPaymentSession(shop.context, { uid: who, email: undefined }, id),
      ),
      onOrder('deliver', deliver),
      startReturn,
      startReturn,
      goOnWithReturn,
      goOnWithReturn,
      onOrder('cancel by another user', (shop, { id }) =>
        cancelOrder(shop.context, { uid: 'eve', email: undefined }, { orderId: id }),
      ),
      give,
      adminTransition,
      adminTransition,
      edit,
      edit,
      priceAgain,
      withdraw,
      refundPart,
      refundByHand,
      failRefund,
      forgetSession,
      outage,
      passTime,
      expire,
      expire,
      failure,
    ],
    { maxCommands, size },
  );
