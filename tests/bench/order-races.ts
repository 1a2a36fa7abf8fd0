// Eight races of 2,000 shoppers over the store and the payment gateway of the property test: scarce
// stock, declined cards, duplicate, reordered and lost events, cancellations during the payment,
// refunds by hand and refunds that fail later, sessions that the provider does not know, outages
// and crashes. Prints the balance of money and stock of each race and fails on any imbalance. The
// same seed gives the same races. `npm run fault:orders -- --seed N`.
import { parseArgs } from 'node:util';
import { HttpsError } from 'firebase-functions/https';
import { cancelOrder, updateOrder } from '../../functions/src/orders/change-order.ts';
import { orderIdOf } from '../../functions/src/orders/create-order.ts';
import { expireOrders } from '../../functions/src/orders/expire-orders.ts';
import { applyPaymentEvent } from '../../functions/src/orders/record-payment.ts';
import { replaceOrder } from '../../functions/src/orders/replace-order.ts';
import { PaymentProviderError } from '../../functions/src/payments/payment-gateway.ts';
import { CrashError, InMemoryDocumentStore } from '../functions/orders/in-memory-document-store.ts';
import {
  deliverAllEvents,
  expectInvariants,
  expectPaymentsReconciled,
} from '../functions/orders/order-invariants.ts';
import { ADDRESS, type ReferenceModel, type Stock, TestShop } from '../functions/orders/test-shop.ts';

const SHOPPERS = 2_000;
/** Steps that run at the same time, interleaved at every await. */
const PARALLEL = 20;
const KEY = 'key-of-one-checkout';

/** The probability of each event, from 0 to 1. */
interface Race {
  readonly name: string;
  readonly units: number;
  readonly declined?: number;
  readonly cancelled?: number;
  readonly returned?: number;
  readonly refundedByHand?: number;
  readonly refundFailed?: number;
  readonly sessionUnknown?: number;
  readonly outage?: number;
  readonly crash?: number;
}

const RACES: readonly Race[] = [
  { name: 'scarce stock', units: 150 },
  { name: 'declined cards', units: 1500, declined: 0.5 },
  { name: 'cancelled during the payment', units: 1500, cancelled: 0.6 },
  { name: 'refunds by hand', units: 3000, cancelled: 0.4, refundedByHand: 0.5 },
  { name: 'refunds that fail later', units: 3000, cancelled: 0.6, returned: 0.2, refundFailed: 0.7 },
  { name: 'unknown sessions', units: 3000, declined: 0.3, cancelled: 0.2, sessionUnknown: 0.4 },
  { name: 'outages and crashes', units: 1500, cancelled: 0.5, outage: 0.05, crash: 0.05 },
  {
    name: 'all of it',
    units: 900,
    declined: 0.2,
    cancelled: 0.3,
    returned: 0.2,
    refundedByHand: 0.2,
    refundFailed: 0.4,
    sessionUnknown: 0.1,
    outage: 0.03,
    crash: 0.03,
  },
];

type Random = () => number;
type Step = () => Promise<unknown>;

/** Mulberry32: numbers from 0 to 1, the same for the same seed. */
function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The actions of one shopper, the admin and the provider on one order, in sequence; other steps
 * interleave.
 */
function stepsOfShopper(shop: TestShop, race: Race, random: Random, n: number): Step[] {
  const { context, payments } = shop;
  const shopper = { uid: `shopper-${n}`, email: undefined };
  const orderId = orderIdOf(shopper.uid, KEY);
  const isChosen = (share = 0) => random() < share;
  const session = () => payments.sessions.findLast(({ request }) => request.orderId === orderId);
  const payment = () => session()?.payment?.paymentIntentId;
  const line = { productId: random() < 0.5 ? 'tee' : 'mug', quantity: 1 + Math.floor(random() * 3) };
  const request = {
    lines: [line],
    address: ADDRESS,
    delivery: 'standard' as const,
    idempotencyKey: KEY,
  };
  const order: Step = () => replaceOrder(context, shopper, request);
  const cancel: Step = () => cancelOrder(context, shopper, { orderId });
  const admin = (status: 'packed' | 'refunded'): Step => {
    return () => updateOrder(context, { uid: 'root', email: undefined, role: 'owner' }, { orderId, status });
  };
  const steps: Step[] = random() < 0.2 ? [order, order] : [order];
  if (isChosen(race.sessionUnknown)) steps.push(async () => session() && payments.forget(session() as never));
  if (!isChosen(race.declined)) steps.push(async () => session() && payments.pay(session() as never));
  if (isChosen(race.refundedByHand))
    steps.push(async () => payments.refundByHand(payment() ?? '', 1 + Math.floor(random() * 6_000)));
  if (isChosen(race.returned)) steps.push(admin('packed'), admin('refunded'));
  if (isChosen(race.cancelled)) steps.splice(1 + Math.floor(random() * steps.length), 0, cancel);
  if (isChosen(race.refundFailed))
    steps.push(async () => {
      for (const refund of payments.refunds)
        if (refund.paymentIntentId === payment()) payments.failRefund(refund);
    });
  return steps;
}

/** Events are delivered twice, out of order or, until the end, not at all. */
async function deliverSomeEvent(shop: TestShop, random: Random): Promise<void> {
  const { events } = shop.payments;
  const event = events[Math.floor(random() * events.length)];
  if (event !== undefined) await applyPaymentEvent(shop.context, event);
}

/** Rejections, crashes and an unavailable provider are part of a race; any other error is a bug. */
async function tolerateExpectedErrors(step: Step): Promise<void> {
  try {
    await step();
  } catch (error) {
    const isExpected =
      error instanceof HttpsError || error instanceof CrashError || error instanceof PaymentProviderError;
    if (!isExpected) throw error;
  }
}

async function runRace(race: Race, shoppers: number, seed: number): Promise<string> {
  const random = seededRandom(seed);
  const stock: Stock = { tee: { '': race.units }, mug: { '': race.units } };
  const store = new InMemoryDocumentStore();
  const shop = new TestShop(store, stock);
  await shop.open();
  const queues = Array.from({ length: shoppers }, (_, n) => stepsOfShopper(shop, race, random, n));
  while (queues.length > 0) {
    shop.payments.isDown = random() < (race.outage ?? 0);
    if (random() < (race.crash ?? 0)) store.crashAfterCommits = 1 + Math.floor(random() * 3);
    const steps: Step[] = [];
    for (let k = 0; k < PARALLEL && queues.length > 0; k += 1) {
      const chosen = Math.floor(random() * queues.length);
      const step = queues[chosen]?.shift();
      if (step === undefined) queues.splice(chosen, 1);
      else steps.push(step, () => deliverSomeEvent(shop, random));
    }
    if (random() < 0.02) steps.push(() => expireOrders(shop.context));
    await Promise.all(steps.map(tolerateExpectedErrors));
    shop.time = new Date(shop.time.getTime() + Math.floor(random() * 20_000));
  }
  const model: ReferenceModel = {
    requests: Array.from({ length: shoppers }, (_, n) => ({ uid: `shopper-${n}`, key: KEY })),
  };
  await deliverAllEvents(shop);
  await expectInvariants(shop, model);
  await expectPaymentsReconciled(shop, model);
  return describeBalance(shop, store);
}

function describeBalance({ payments, emails }: TestShop, store: InMemoryDocumentStore): string {
  const paid = payments.sessions.flatMap(({ payment }) => payment ?? []);
  const states = paid.map(({ paymentIntentId }) => payments.paymentState(paymentIntentId));
  const sum = (key: 'paidCents' | 'refundedCents') => states.reduce((cents, state) => cents + state[key], 0);
  const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
  const orders = [...store.documents].filter(([path]) => path.startsWith('orders/'));
  const statuses = new Map<unknown, number>();
  for (const [, { status }] of orders) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const failedRefunds = payments.refunds.filter(({ hasFailed }) => hasFailed).length;
  return [
    `${orders.length} orders (${[...statuses].map(([status, count]) => `${count} ${status}`).join(', ')})`,
    `paid ${dollars(sum('paidCents'))}, refunded ${dollars(sum('refundedCents'))}, kept ${dollars(sum('paidCents') - sum('refundedCents'))}`,
    `${payments.events.length} events, ${payments.refunds.length} refunds of which ${failedRefunds} failed later, ${emails.size} emails`,
  ].join('\n  ');
}

/** A number given on the command line; undefined for none. */
function numberOption(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^[0-9]{1,9}$/.test(value)) throw new Error(`--${name} must be a whole number, not '${value}'.`);
  return Number(value);
}

async function main(): Promise<boolean> {
  const { values } = parseArgs({ options: { seed: { type: 'string' }, shoppers: { type: 'string' } } });
  const seed = numberOption('seed', values.seed) ?? Math.floor(Math.random() * 1e9);
  const shoppers = numberOption('shoppers', values.shoppers) ?? SHOPPERS;
  console.log(`${RACES.length} races of ${shoppers} shoppers, --seed ${seed}`);
  let failures = 0;
  for (const [index, race] of RACES.entries()) {
    const startedAt = performance.now();
    try {
      const balance = await runRace(race, shoppers, seed + index);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(`${race.name}: balanced, ${seconds} s\n  ${balance}`);
    } catch (error) {
      failures += 1;
      console.error(`${race.name}: FAILED\n  ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (failures > 0)
    console.error(`${failures} of ${RACES.length} races failed. Repeat them with --seed ${seed}.`);
  return failures === 0;
}

process.exitCode = (await main()) ? 0 : 1;
