// The functions of the shop, each a separate service as on Cloud Run, on the simulated Firestore
// and payment provider. The use cases are those of `functions`, unchanged.
import type { CreateOrderRequest, CreateOrderResponse } from '@savepoint/model/order';
import { HttpsError } from 'firebase-functions/https';
import { countOrder } from '../../../functions/src/analytics/count-order.ts';
import { functionSettings } from '../../../functions/src/config/function-settings.ts';
import type { TakenLines } from '../../../functions/src/drops/taken-lines.ts';
import type { DocumentStore } from '../../../functions/src/firestore/document-store.ts';
import { keyedMutex, type RunExclusive } from '../../../functions/src/firestore/keyed-mutex.ts';
import type { OrderEmailData } from '../../../functions/src/mail/order-email-content.ts';
import { queueOrderEmails } from '../../../functions/src/mail/queue-order-emails.ts';
import { cancelOrder, createPaymentSession } from '../../../functions/src/orders/change-order.ts';
import { expireOrders } from '../../../functions/src/orders/expire-orders.ts';
import type { OrderContext } from '../../../functions/src/orders/order-context.ts';
import { applyPaymentEvent } from '../../../functions/src/orders/record-payment.ts';
import { replaceOrder } from '../../../functions/src/orders/replace-order.ts';
import type { SoldOutMemory } from '../../../functions/src/orders/sold-out.ts';
import { type PaymentEvent, PaymentProviderError } from '../../../functions/src/payments/payment-gateway.ts';
import { countStock } from '../../../functions/src/stock/count-stock.ts';
import { productPath } from '../../../functions/src/stock/stock-records.ts';
import type { FaultPlan } from '../cloud/fault-plan.ts';
import { FunctionService, type Invocation, type Outcome } from '../cloud/function-service.ts';
import { FirestoreError } from '../firestore/firestore-error.ts';
import { type DocumentChange, SimulatedFirestore, type Usage } from '../firestore/simulated-firestore.ts';
import type { RandomStream } from '../kernel/random-stream.ts';
import type { Simulation } from '../kernel/simulation.ts';
import { Measurements } from '../measurements.ts';
import { FUNCTIONS } from '../production.ts';
import { PaymentProvider } from './payment-provider.ts';

/** The start of a run; only time differences have an effect. */
const STARTED_AT = Date.UTC(2026, 10, 27, 17);
const ORDERS_PER_HOUR = 30;
export const MAIL_SHOP = {
  url: 'https://shop.test',
  name: 'Savepoint',
  postalAddress: [],
  supportEmail: undefined,
};
const MINUTE_MS = 60_000;

/** A request of a shopper. */
export interface Call<Data> {
  readonly uid: string;
  readonly network: string;
  readonly data: Data;
  readonly usage: Usage;
}

/** A change of a shard of the stock. */
interface StockChange {
  readonly productId: string;
  readonly at: Date;
}

/** The memory of each function instance. */
export interface InstanceState {
  readonly runExclusive: RunExclusive;
  readonly soldOut: SoldOutMemory;
  readonly takenLines: TakenLines;
}

export interface ShopSettings {
  /** For each function. */
  readonly maxInstances: number;
  /** For each function; undefined for its deployed setting. */
  readonly concurrency: number | undefined;
  readonly hasLimits: boolean;
}

export type Service<Request, Result> = FunctionService<InstanceState, Request, Result>;

export class SimulatedShop {
  readonly simulation: Simulation;
  readonly faults: FaultPlan;
  readonly firestore: SimulatedFirestore;
  readonly payments: PaymentProvider;
  readonly measurements = new Measurements();
  readonly createOrder: Service<Call<CreateOrderRequest>, CreateOrderResponse>;
  readonly createPaymentSession: Service<Call<string>, { readonly paymentUrl: string }>;
  readonly cancelOrder: Service<Call<string>, unknown>;
  readonly #webhook: Service<PaymentEvent, unknown>;
  readonly #expiry: Service<undefined, unknown>;
  readonly #mail: Service<DocumentChange, void>;
  readonly #sales: Service<DocumentChange, void>;
  readonly #stock: Service<StockChange, void>;
  readonly #random: RandomStream;
  readonly #settings: ShopSettings;
  readonly #onCommitted: (changes: readonly DocumentChange[]) => void;
  /** The usage of functions that no shopper waits for. */
  readonly backgroundUsage: Usage = { reads: 0, writes: 0 };

  /** `onCommitted` gets every commit, in order. */
  constructor(
    simulation: Simulation,
    faults: FaultPlan,
    settings: ShopSettings,
    onCommitted: (changes: readonly DocumentChange[]) => void,
  ) {
    this.simulation = simulation;
    this.faults = faults;
    this.#settings = settings;
    this.#onCommitted = onCommitted;
    this.#random = simulation.random('triggers');
    const observer = {
      committed: (changes: readonly DocumentChange[], waitedMs: number) => this.#committed(changes, waitedMs),
      aborted: (path: string) => this.measurements.abortedBy(path, simulation.now),
    };
    this.firestore = new SimulatedFirestore(simulation, observer, settings.hasLimits, STARTED_AT);
    this.payments = new PaymentProvider(simulation, faults, STARTED_AT, (event) => this.#receive(event));
    this.createOrder = this.service('createOrder', (invocation, { uid, network, data, usage }) =>
      replaceOrder(this.#context(invocation, usage), toShopper(uid), data, network),
    );
    this.createPaymentSession = this.service('createPaymentSession', (invocation, { uid, data, usage }) =>
      createPaymentSession(this.#context(invocation, usage), toShopper(uid), data),
    );
    this.cancelOrder = this.service('cancelOrder', (invocation, { uid, data, usage }) =>
      cancelOrder(this.#context(invocation, usage), toShopper(uid), { orderId: data }),
    );
    this.#webhook = this.service('stripeWebhook', (invocation, event) =>
      applyPaymentEvent(this.#context(invocation), event),
    );
    this.#expiry = this.service('expireOrders', (invocation) => expireOrders(this.#context(invocation)));
    this.#mail = this.service('onOrderWritten', async (invocation, { path, before, after }) => {
      if (after === undefined) return;
      const change = {
        orderId: path.slice('orders/'.length),
        before: before as OrderEmailData | undefined,
        // These accounts have verified addresses.
        order: { ...(after as unknown as OrderEmailData), isVerified: true },
      };
      await queueOrderEmails(this.#context(invocation).store, MAIL_SHOP, change, this.date());
    });
    this.#sales = this.service('onSaleChanged', (invocation, { path }) =>
      countOrder(this.#context(invocation).store, path.slice('orders/'.length)),
    );
    this.#stock = this.service('onStockShardWritten', (invocation, { productId, at }) => {
      const { store, runExclusive, now } = this.#context(invocation);
      const sleep = (ms: number) => invocation.carry(() => simulation.sleep(ms));
      return runExclusive([productPath(productId)], () => countStock({ store, now, sleep }, productId, at));
    });
  }

  /** The time of the shop. */
  date(): Date {
    return new Date(STARTED_AT + this.simulation.now);
  }

  /** Runs the job that expires orders and sends refunds once, like the scheduler. */
  async expireOrders(): Promise<void> {
    await this.invoke(this.#expiry, undefined);
  }

  /** A function of the shop. */
  service<Request, Result>(
    name: string,
    handle: (invocation: Invocation<InstanceState>, request: Request) => Promise<Result>,
  ): Service<Request, Result> {
    const deployed = functionSettings(name);
    const settings = {
      name,
      maxInstances: Math.min(deployed.maxInstances, this.#settings.maxInstances),
      concurrency: this.#settings.concurrency ?? deployed.concurrency,
      timeoutMs: deployed.timeoutSeconds * 1000,
    };
    const newState = () => ({ runExclusive: keyedMutex(), soldOut: new Map(), takenLines: new Map() });
    return new FunctionService(this.simulation, settings, this.faults, newState, handle);
  }

  /** Firestore as an instance reaches it. */
  store({ carry }: Invocation<InstanceState>, usage = this.backgroundUsage): DocumentStore {
    const isReplyLost = () => this.faults.happens('lostReply');
    return this.firestore.client({ carry, usage, isReplyLost });
  }

  /** Records a failure that a function survives; an unplanned one ends the run. */
  warn(event: string, fields: object, cause?: unknown): void {
    requireExpected(cause);
    this.measurements.warned(event);
    this.simulation.record('warn', `${event} ${JSON.stringify(fields)}`);
  }

  #context(invocation: Invocation<InstanceState>, usage = this.backgroundUsage): OrderContext {
    const { state, carry } = invocation;
    return {
      store: this.store(invocation, usage),
      ...{ runExclusive: state.runExclusive, soldOut: state.soldOut },
      payments: this.payments.gateway(carry),
      now: () => this.date(),
      ordersPerHour: ORDERS_PER_HOUR,
      warn: (event, fields, cause) => this.warn(event, fields, cause),
    };
  }

  /** Returns whether a request succeeded; an unplanned failure ends the run. */
  async invoke<Request>(service: Service<Request, unknown>, request: Request): Promise<boolean> {
    const outcome = await service.invoke(request);
    if ('error' in outcome) requireExpected(outcome.error);
    return 'result' in outcome;
  }

  async #receive(event: PaymentEvent): Promise<boolean> {
    const isReceived = await this.invoke(this.#webhook, event);
    this.simulation.record('event', `${event.id} ${event.kind} ${isReceived}`);
    return isReceived;
  }

  #committed(changes: readonly DocumentChange[], waitedMs: number): void {
    this.measurements.committed(changes, waitedMs, this.simulation.now);
    this.simulation.record('commit', changes.map(describeChange).join(' '));
    this.#onCommitted(changes);
    for (const change of changes) {
      const [, productId] = /^products\/(.+)\/stockShards\//.exec(change.path) ?? [];
      if (productId !== undefined) this.#trigger(this.#stock, { productId, at: this.date() });
      if (!change.path.startsWith('orders/')) continue;
      this.#trigger(this.#mail, change);
      this.#trigger(this.#sales, change);
    }
  }

  /** Delivers a change at least once, at any time and in any order, until it is acknowledged. */
  #trigger<Change>(service: Service<Change, void>, change: Change): void {
    const deliver = async (delayMs: number) => {
      await this.simulation.sleep(delayMs);
      let pauseMs: number = FUNCTIONS.triggerRetryMs.initial;
      while (!(await this.invoke(service, change))) {
        await this.simulation.sleep(pauseMs);
        pauseMs = Math.min(FUNCTIONS.triggerRetryMs.max, pauseMs * 2);
      }
    };
    const delayMs = this.#random.logNormal(FUNCTIONS.triggerDelayMs);
    const isLate = this.faults.happens('lateTrigger');
    this.simulation.spawn(() => deliver(isLate ? this.#random.between(1, 20) * MINUTE_MS : delayMs));
    if (this.faults.happens('repeatedTrigger'))
      this.simulation.spawn(() => deliver(this.#random.between(0, 10) * MINUTE_MS));
  }
}

/** The code or reason of a failed request. */
export function failureOf(outcome: Exclude<Outcome<unknown>, { readonly result: unknown }>): string {
  if ('failure' in outcome) return outcome.failure;
  const { error } = outcome;
  requireExpected(error);
  if (error instanceof HttpsError) return (error.details as { reason?: string })?.reason ?? error.code;
  return error instanceof FirestoreError && error.code === 10 ? 'aborted' : 'internal';
}

/** Throws for anything except a rejection by the shop or a planned failure. */
function requireExpected(error: unknown): void {
  const isExpected =
    error === undefined ||
    error instanceof HttpsError ||
    error instanceof FirestoreError ||
    error instanceof PaymentProviderError;
  if (!isExpected) throw error;
}

function toShopper(uid: string) {
  return { uid, email: `${uid}@shop.test` };
}

function describeChange({ path, before, after }: DocumentChange): string {
  const status = after?.status === undefined ? '' : `=${String(after.status)}`;
  return `${before === undefined ? '+' : after === undefined ? '-' : ''}${path}${status}`;
}
