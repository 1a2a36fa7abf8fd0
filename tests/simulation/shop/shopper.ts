// A shopper's actions on the day of a drop: presses the button, perhaps twice, reloads, gives up,
// tries again, pays, pays late or not at all, changes their mind. Each step is a request over the
// browser's network, which may break.
import type { CreateOrderRequest, CreateOrderResponse } from '@savepoint/model/order';
import type { Outcome } from '../cloud/function-service.ts';
import type { Usage } from '../firestore/simulated-firestore.ts';
import type { RandomStream } from '../kernel/random-stream.ts';
import { NETWORK_MS } from '../production.ts';
import { failureOf, type SimulatedShop } from './simulated-shop.ts';

const MINUTE_MS = 60_000;
const ADDRESS = {
  name: 'Ada',
  line1: '1 Test Way',
  city: 'Testville',
  postalCode: '12345',
  region: 'NY',
  country: 'US',
};
/** Failures after which people press the button again. */
const TRY_AGAIN = [
  'unavailable',
  'deadline-exceeded',
  'resource-exhausted',
  'aborted',
  'internal',
  'network',
];
const PRESSES_MAX = 5;

/** A shopper's wishes, and the responses they got. */
export interface Shopper {
  readonly uid: string;
  readonly lines: CreateOrderRequest['lines'];
  readonly usage: Usage;
  /** Orders that the shop has confirmed to them. */
  readonly confirmed: Set<string>;
  /** Orders that the payment page reported as paid. */
  readonly paid: Set<string>;
  /** When they first learned whether they have an order. */
  answeredAt: number | undefined;
}

type Answer<Result> = { readonly result: Result } | { readonly failure: string };

export class ShopperSession {
  readonly shopper: Shopper;
  readonly #shop: SimulatedShop;
  readonly #random: RandomStream;
  readonly #network: string;
  readonly #tab: string;
  #keys = 0;

  /** `tab` names the browser tab; two tabs are two sessions of one shopper. */
  constructor(
    shop: SimulatedShop,
    shopper: Shopper,
    {
      random,
      network,
      tab,
    }: { readonly random: RandomStream; readonly network: string; readonly tab: string },
  ) {
    this.#shop = shop;
    this.shopper = shopper;
    this.#random = random;
    this.#network = network;
    this.#tab = tab;
  }

  /** True if people press the button again after such a failure. */
  isWorthAnother(failure: string): boolean {
    return TRY_AGAIN.includes(failure);
  }

  /** All actions of the shopper with a cart, starting with its page. */
  async run(cart = this.shopper.lines): Promise<void> {
    const { faults, simulation } = this.#shop;
    let lines = cart;
    for (let press = 0; press < PRESSES_MAX; press += 1) {
      const answer = await this.#checkOut(lines);
      if (answer === 'left') return;
      if ('result' in answer) {
        this.shopper.answeredAt ??= simulation.now;
        const next = await this.#pay(answer.result);
        if (next === 'end') return;
        // Back to the shop for another size.
        lines = lines.map((line) => ({ ...line, quantity: 1 }));
        continue;
      }
      if (!this.isWorthAnother(answer.failure)) {
        this.shopper.answeredAt ??= simulation.now;
        // Some look again later: somebody may not have paid.
        if (answer.failure !== 'out-of-stock' || !this.#random.chance(0.1)) return;
        await this.#think(5 * MINUTE_MS);
        continue;
      }
      if (faults.happens('vanish')) return;
      await this.#think(4000);
    }
  }

  /** Presses the button on a new page, until the shop responds. */
  async #checkOut(lines: CreateOrderRequest['lines']): Promise<Answer<CreateOrderResponse> | 'left'> {
    const { faults, simulation } = this.#shop;
    const key = this.#newKey();
    for (let press = 0; ; press += 1) {
      const first = this.#press(lines, key);
      if (faults.happens('doubleClick')) {
        await simulation.sleep(this.#random.between(80, 300));
        await this.#press(lines, key);
      }
      if (faults.happens('vanish')) return 'left';
      if (faults.happens('reload')) {
        await simulation.sleep(this.#random.between(200, 3000));
        return this.#press(lines, this.#newKey());
      }
      const answer = await first;
      if ('result' in answer || !this.isWorthAnother(answer.failure) || press === 1) return answer;
      await this.#think(3000);
    }
  }

  async #press(
    lines: CreateOrderRequest['lines'],
    idempotencyKey: string,
  ): Promise<Answer<CreateOrderResponse>> {
    const { createOrder, simulation, measurements } = this.#shop;
    const startedAt = simulation.now;
    const data: CreateOrderRequest = {
      lines,
      address: ADDRESS,
      delivery: 'standard',
      cartVersion: 0,
      idempotencyKey,
    };
    const answer = await this.call(createOrder, data);
    const outcome = 'result' in answer ? 'ordered' : answer.failure;
    measurements.answered({ atMs: startedAt, durationMs: simulation.now - startedAt, outcome });
    simulation.record('answer', `${this.shopper.uid} ${outcome}`);
    if ('result' in answer) this.shopper.confirmed.add(answer.result.orderId);
    return answer;
  }

  async #pay({ orderId, paymentUrl }: CreateOrderResponse): Promise<'end' | 'again'> {
    const { faults, simulation, payments, cancelOrder, createPaymentSession } = this.#shop;
    if (faults.happens('vanish')) return 'end';
    let url = paymentUrl;
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await this.#think(faults.happens('changedMind') ? 33 * MINUTE_MS : 40_000);
      if (url === undefined) {
        const page = await this.call(createPaymentSession, orderId);
        if (!('result' in page)) continue;
        url = page.result.paymentUrl;
      }
      if (faults.happens('changedMind')) {
        if (this.#random.chance(0.5)) return 'again';
        await this.call(cancelOrder, orderId);
        return 'end';
      }
      const seen = payments.pay(url);
      simulation.record('card', `${this.shopper.uid} ${orderId} ${seen}`);
      if (seen === 'declined') continue;
      if (seen === 'paid') this.shopper.paid.add(orderId);
      if (seen === 'paid' && faults.happens('changedMind')) {
        await this.#think(2 * MINUTE_MS);
        await this.call(cancelOrder, orderId);
      }
      return 'end';
    }
    return 'end';
  }

  /** Calls a function over the browser's network. */
  async call<Data, Result>(
    service: {
      invoke(call: { uid: string; network: string; data: Data; usage: Usage }): Promise<Outcome<Result>>;
    },
    data: Data,
  ): Promise<Answer<Result>> {
    const { faults, simulation } = this.#shop;
    const { uid, usage } = this.shopper;
    const halfTrip = () => simulation.sleep(this.#random.logNormal(NETWORK_MS) / 2);
    await halfTrip();
    if (faults.happens('brokenNetwork') && this.#random.chance(0.5)) return { failure: 'network' };
    const outcome = await service.invoke({ uid, network: this.#network, data, usage });
    await halfTrip();
    if (faults.happens('brokenNetwork')) return { failure: 'network' };
    return 'result' in outcome ? outcome : { failure: failureOf(outcome) };
  }

  #newKey(): string {
    this.#keys += 1;
    return `checkout-${this.shopper.uid}-${this.#tab}-${this.#keys}`;
  }

  #think(meanMs: number): Promise<void> {
    return this.#shop.simulation.sleep(500 + this.#random.exponential(meanMs));
  }
}
