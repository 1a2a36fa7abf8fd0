// What one shopper does on a drop day.
import type { SimulatedShop } from './simulated-shop.ts';
import type { VirtualTime } from './virtual-time.ts';

/** How people behave; shares from 0 to 1. Assumptions, not measured. */
const BEHAVIOR = {
  /** All arrive within so many seconds, half of them in the first fifth. */
  arrivalSeconds: 10,
  doubleClickShare: 0.2,
  /** Close the browser right after the click. */
  vanishShare: 0.05,
  /** Try again after an error, with the same idempotency key; a reload makes a new one. */
  retries: 4,
  reloadShare: 0.1,
  /** On the payment page. */
  payShare: 0.9,
  declinedShare: 0.1,
  cancelShare: 0.3,
  payMs: { least: 8000, spread: 90_000 },
} as const;

/** What became of a shopper. */
export interface ShopperOutcome {
  readonly uid: string;
  readonly result: 'paid' | 'sold-out' | 'unpaid' | 'gave-up' | 'vanished';
  /** From the first click to the last answer, in ms. */
  readonly answeredMs: number | undefined;
}

const RETRYABLE: ReadonlySet<string> = new Set(['unavailable', 'aborted', 'internal', 'deadline-exceeded']);

/** When a shopper arrives, in ms after the opening. */
export function arrivalMs(random: () => number): number {
  // Squared: dense at the opening.
  return random() ** 2.3 * BEHAVIOR.arrivalSeconds * 1000;
}

/** Runs a shopper to the end. */
export async function shop(
  shopServer: SimulatedShop,
  time: VirtualTime,
  random: () => number,
  uid: string,
): Promise<ShopperOutcome> {
  const clickedAt = time.now();
  const answered = () => time.now() - clickedAt;
  let reloads = 0;
  const key = () => `${uid}-checkout-${reloads}`;
  const vanishes = random() < BEHAVIOR.vanishShare;
  for (let attempt = 0; ; attempt++) {
    const first = shopServer.createOrder(uid, key());
    if (attempt === 0 && random() < BEHAVIOR.doubleClickShare) {
      // The second click is a request of its own; the page shows the answer to the first.
      time.after(30 + random() * 200, () => void shopServer.createOrder(uid, key()));
    }
    if (vanishes) return { uid, result: 'vanished', answeredMs: undefined };
    const { code, reason, value } = await first;
    if (code === 'ok' && value !== undefined) {
      const answeredMs = answered();
      return { uid, result: await payOrder(shopServer, time, random, uid, value), answeredMs };
    }
    if (reason === 'out-of-stock') return { uid, result: 'sold-out', answeredMs: answered() };
    if (!RETRYABLE.has(code) || attempt === BEHAVIOR.retries) {
      return { uid, result: 'gave-up', answeredMs: answered() };
    }
    await time.sleep(1000 * 2 ** attempt * (0.5 + random()));
    if (random() < BEHAVIOR.reloadShare) reloads += 1;
  }
}

async function payOrder(
  shopServer: SimulatedShop,
  time: VirtualTime,
  random: () => number,
  uid: string,
  { orderId, paymentUrl }: { readonly orderId: string; readonly paymentUrl?: string },
): Promise<'paid' | 'unpaid'> {
  const { least, spread } = BEHAVIOR.payMs;
  await time.sleep(least + random() * spread);
  if (paymentUrl !== undefined && random() < BEHAVIOR.payShare) {
    if (random() < BEHAVIOR.declinedShare) await time.sleep(least + random() * spread);
    if (shopServer.payments.pay(paymentUrl)) return 'paid';
  }
  if (random() < BEHAVIOR.cancelShare) await shopServer.cancelOrder(uid, orderId);
  return 'unpaid';
}
