// The shop on a drop day: the real use cases of the functions on a simulated Firestore with
// production's limits, several instances, and a payment provider.
import { HttpsError } from 'firebase-functions/https';
import { cancelOrder } from '../../functions/src/orders/change-order.ts';
import { expireOrders } from '../../functions/src/orders/expire-orders.ts';
import type { OrderContext } from '../../functions/src/orders/order-context.ts';
import { applyPaymentEvent } from '../../functions/src/orders/record-payment.ts';
import { replaceOrder } from '../../functions/src/orders/replace-order.ts';
import { RpcError, StatusCode } from '../../packages/firestore/src/core/rpc-error.ts';
import type { Database } from '../../packages/firestore/src/database/database.ts';
import {
  FirestoreEmulator as Emulator,
  type FirestoreEmulator,
} from '../../packages/firestore/src/emulator/firestore-emulator.ts';
import { ADDRESS } from '../functions/orders/test-shop.ts';
import { FunctionInstances, type InstanceSettings } from './function-instances.ts';
import { SimulatedPayments } from './simulated-payments.ts';
import { SimulatedStore } from './simulated-store.ts';
import type { VirtualTime } from './virtual-time.ts';

const DATABASE = 'projects/demo-simulation/databases/(default)';
const PROJECT = 'demo-simulation';
/** functions/src/config/settings.ts: the timeout of callables. */
const TIMEOUT_MS = 60_000;
/** As the schedule of expireOrders. */
const EXPIRY_EVERY_MS = 5 * 60_000;
const PRODUCT_ID = 'drop';

/** How a callable answered: `ok`, or the code of its HttpsError. */
export interface CallResult<T> {
  readonly code: string;
  /** The reason of an order that was refused: `out-of-stock`. */
  readonly reason?: string;
  readonly value?: T;
}

export interface ShopOptions extends InstanceSettings {
  readonly time: VirtualTime;
  readonly random: () => number;
  readonly units: number;
  readonly log: (line: string) => void;
}

export class SimulatedShop {
  readonly store: SimulatedStore;
  readonly payments: SimulatedPayments;
  readonly database: Database;
  readonly #emulator: FirestoreEmulator;
  readonly #options: ShopOptions;
  /** Each function has instances of its own. */
  readonly #functions = new Map<string, FunctionInstances>();

  constructor(options: ShopOptions) {
    const { time, random } = options;
    this.#options = options;
    this.#emulator = new Emulator({
      limits: 'enforce',
      timers: time,
      clock: () => Math.floor(time.now() * 1000),
    });
    this.database = this.#emulator.database(DATABASE);
    this.store = new SimulatedStore(this.database, time, random);
    this.payments = new SimulatedPayments(time, random, (event) => this.#webhook(event));
  }

  /** Loads the product, and starts the schedule until `untilMs`. */
  async open(untilMs: number): Promise<void> {
    const { time, units } = this.#options;
    await this.store.runTransaction(async (transaction) => {
      transaction.set('settings/tax', { version: 1, value: { rate: 0.1, exceptions: [] } });
      transaction.set(`products/${PRODUCT_ID}`, {
        ...{ name: 'Drop shirt', price: 45, image: '/drop.webp', inStock: true },
        variants: [{ stock: units }],
      });
    });
    const tick = () => {
      this.payments.tick();
      void this.#expire();
      if (time.now() < untilMs) time.after(EXPIRY_EVERY_MS, tick);
    };
    time.after(EXPIRY_EVERY_MS, tick);
  }

  /** createOrder, as the callable of this name. */
  createOrder(
    uid: string,
    idempotencyKey: string,
  ): Promise<CallResult<{ orderId: string; paymentUrl?: string }>> {
    const request = {
      ...{ lines: [{ productId: PRODUCT_ID, quantity: 1 }], address: ADDRESS, idempotencyKey },
      delivery: 'standard' as const,
    };
    return this.#call('createOrder', uid, (context) =>
      replaceOrder(context, { uid, email: undefined }, request),
    );
  }

  cancelOrder(uid: string, orderId: string): Promise<CallResult<unknown>> {
    return this.#call('cancelOrder', uid, (context) =>
      cancelOrder(context, { uid, email: undefined }, { orderId }),
    );
  }

  /** The traffic beside production's limits. */
  get limits() {
    return this.#emulator.limitsReport(PROJECT);
  }

  async #call<T>(
    name: string,
    uid: string,
    handle: (context: OrderContext) => Promise<T>,
  ): Promise<CallResult<T>> {
    const { time, log } = this.#options;
    const startedAt = time.now();
    const result = await Promise.race([
      this.#serve(name, handle).then((value) => ({ code: 'ok', value }), toResult),
      time.sleep(TIMEOUT_MS).then(() => ({ code: 'deadline-exceeded' })),
    ]);
    const { code, reason = '' } = result as CallResult<T>;
    log(`${uid} ${name} ${code}${reason && ` ${reason}`} after ${Math.round(time.now() - startedAt)} ms`);
    return result as CallResult<T>;
  }

  #serve<T>(name: string, handle: (context: OrderContext) => Promise<T>): Promise<T> {
    const { time, random, log } = this.#options;
    let instances = this.#functions.get(name);
    if (instances === undefined) {
      instances = new FunctionInstances(time, random, this.#options);
      this.#functions.set(name, instances);
    }
    return instances.serve((runExclusive) =>
      handle({
        ...{ store: this.store, runExclusive, payments: this.payments, ordersPerHour: 30 },
        now: () => time.date(),
        warn: (event, fields) => log(`warning ${event} ${JSON.stringify(fields)}`),
      }),
    );
  }

  async #webhook(event: Parameters<typeof applyPaymentEvent>[1]): Promise<void> {
    const { log } = this.#options;
    const outcome = await this.#serve('stripeWebhook', (context) => applyPaymentEvent(context, event)).catch(
      (error: unknown) => {
        log(`webhook ${event.id} ${toResult(error).code}`);
        throw error;
      },
    );
    log(`webhook ${event.id} ${event.kind} ${outcome}`);
  }

  async #expire(): Promise<void> {
    const { log } = this.#options;
    const { expired, expiryFailures, refunded } = await this.#serve('expireOrders', expireOrders);
    log(`expireOrders expired ${expired}, failed ${expiryFailures}, refunded ${refunded}`);
  }
}

/** What a callable answers for an error; one that nobody expects is thrown. */
function toResult(error: unknown): CallResult<never> {
  if (error instanceof HttpsError) {
    const { reason } = (error.details ?? {}) as { readonly reason?: string };
    return { code: error.code, ...(reason !== undefined && { reason }) };
  }
  // What the wrapper of the callables makes of an error of the SDK.
  if (error instanceof RpcError) {
    const isBusy = error.code === StatusCode.ABORTED || error.code === StatusCode.RESOURCE_EXHAUSTED;
    return { code: isBusy ? 'unavailable' : 'internal' };
  }
  throw error;
}
