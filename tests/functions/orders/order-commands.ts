// Owns the moves of the model-based order test: what shoppers, admins, the payment provider and bad luck can do, in any order.
// The naive model is a list of the orders that were asked for; what must hold is in order-balance.ts.
import type { OrderStatus } from '@savepoint/model/order';
import * as fc from 'fast-check';
import { HttpsError } from 'firebase-functions/https';
import {
  cancelOrder,
  createPaymentSession,
  requestReturn,
  updateOrder,
} from '../../../functions/src/orders/change-order.ts';
import { createOrder, orderIdOf } from '../../../functions/src/orders/create-order.ts';
import { expireOrders } from '../../../functions/src/orders/expire-orders.ts';
import { applyPaymentEvent } from '../../../functions/src/orders/record-payment.ts';
import { Crash, InMemoryDocumentStore } from './in-memory-document-store.ts';
import { expectInvariants } from './order-invariants.ts';
import { ADDRESS, type ReferenceModel, type TestShop } from './test-shop.ts';

type Step = (shop: TestShop, model: ReferenceModel) => Promise<unknown>;

/** Refusals, crashes and a provider that is away are part of life; anything else is a bug. */
async function live(step: Promise<unknown>): Promise<void> {
  try {
    await step;
  } catch (error) {
    const expected =
      error instanceof HttpsError ||
      error instanceof Crash ||
      (error instanceof Error && /cannot be reached|connection broke/.test(error.message));
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
    await live(this.#step(shop, model));
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
  fc.tuple(line, fc.integer({ min: 1, max: 3 })).map(([where, quantity]) => ({ ...where, quantity })),
  { minLength: 1, maxLength: 3 },
);
const pick = fc.nat({ max: 3 });

/** The order that a number means now, if any was asked for. */
function nth(model: ReferenceModel, n: number): { uid: string; id: string } | undefined {
  const { requests: asked } = model;
  const order = asked.length === 0 ? undefined : asked[n % asked.length];
  return order && { uid: order.uid, id: orderIdOf(order.uid, order.key) };
}

const onOrder = (
  name: string,
  act: (shop: TestShop, order: { uid: string; id: string }) => Promise<unknown>,
) =>
  pick.map(
    (n) =>
      new Command(`${name}(${n})`, async (shop, model) => {
        const order = nth(model, n);
        if (order !== undefined) await act(shop, order);
      }),
  );

const place = fc.tuple(uid, fc.nat({ max: 2 }), lines, fc.boolean()).map(
  ([who, n, wanted, twice]) =>
    new Command(
      `order(${who}, ${n}, ${JSON.stringify(wanted)}${twice ? ', twice' : ''})`,
      async (shop, model) => {
        const key = `key-of-checkout-${n}`;
        if (!model.requests.some((asked) => asked.uid === who && asked.key === key))
          model.requests.push({ uid: who, key });
        const request = {
          lines: wanted,
          address: ADDRESS,
          delivery: 'standard',
          idempotencyKey: key,
        } as const;
        const send = () => createOrder(shop.context, { uid: who, email: undefined }, request);
        await send();
        if (twice) await send();
      },
    ),
);

const adminMoves = fc
  .tuple(pick, fc.constantFrom<OrderStatus>('packed', 'shipped', 'delivered', 'refunded', 'cancelled'))
  .map(
    ([n, status]) =>
      new Command(`admin(${n}, ${status})`, async (shop, model) => {
        const order = nth(model, n);
        if (order !== undefined)
          await updateOrder(shop.context, { uid: 'root', email: undefined }, { orderId: order.id, status });
      }),
  );

const pay = pick.map(
  (n) =>
    new Command(`pay(${n})`, async (shop) => {
      const { sessions } = shop.payments;
      const session = sessions[n % Math.max(1, sessions.length)];
      if (session !== undefined) shop.payments.pay(session);
    }),
);

/** Any event so far, again or for the first time: late, repeated and out of order. */
const tellEvent = fc.nat({ max: 8 }).map(
  (n) =>
    new Command(`event(${n})`, async (shop) => {
      const event = shop.payments.events[n % Math.max(1, shop.payments.events.length)];
      if (event !== undefined) await applyPaymentEvent(shop.context, event);
    }),
);

const passTime = fc.constantFrom(5, 20, 40).map(
  (minutes) =>
    new Command(`wait(${minutes} min)`, async (shop) => {
      shop.time = new Date(shop.time.getTime() + minutes * 60_000);
      shop.payments.expireSessions();
    }),
);

const sweep = fc.constant(new Command('sweep', (shop) => expireOrders(shop.context)));

const misfortune = fc.constantFrom('before', 'after', 'crash 1', 'crash 2', 'contention').map(
  (kind) =>
    new Command(`misfortune(${kind})`, async (shop) => {
      if (kind === 'before' || kind === 'after') shop.payments.nextFailure = kind;
      else if (shop.store instanceof InMemoryDocumentStore) {
        if (kind === 'contention') shop.store.contentions = 2;
        else shop.store.crashAfterCommits = kind === 'crash 1' ? 1 : 2;
      }
    }),
);

export const orderCommands = (maxCommands: number) =>
  fc.commands(
    [
      place,
      place,
      pay,
      pay,
      tellEvent,
      tellEvent,
      onOrder('cancel', (shop, { uid: who, id }) =>
        cancelOrder(shop.context, { uid: who, email: undefined }, { orderId: id }),
      ),
      onOrder('pay again', (shop, { uid: who, id }) =>
        createPaymentSession(shop.context, { uid: who, email: undefined }, id),
      ),
      onOrder('return', (shop, { uid: who, id }) =>
        requestReturn(shop.context, { uid: who, email: undefined }, { orderId: id }),
      ),
      onOrder('foreign cancel', (shop, { id }) =>
        cancelOrder(shop.context, { uid: 'eve', email: undefined }, { orderId: id }),
      ),
      adminMoves,
      adminMoves,
      passTime,
      sweep,
      misfortune,
    ],
    { maxCommands },
  );
