// A shopper's actions on a drop: looks at its page, enters it, perhaps twice, waits for a unit, and
// buys it, gives it up or forgets it.
import type { RandomStream } from '../kernel/random-stream.ts';
import { NETWORK_MS } from '../production.ts';
import { DROP_ID, type DropQueue } from './drop-queue.ts';
import type { ShopperSession } from './shopper.ts';

const MINUTE_MS = 60_000;
const PRESSES_MAX = 5;
/** The page's status for somebody who cannot enter. */
const OVER = { announced: undefined, open: undefined, drawing: 'closed', selling: 'closed' };

export class DropVisitor {
  readonly #queue: DropQueue;
  readonly #session: ShopperSession;
  readonly #random: RandomStream;
  readonly #sizes: readonly string[];
  readonly #units: number;
  #isBuying = false;

  constructor(
    queue: DropQueue,
    session: ShopperSession,
    random: RandomStream,
    wish: { readonly sizes: readonly string[]; readonly units: number },
  ) {
    this.#queue = queue;
    this.#session = session;
    this.#random = random;
    this.#sizes = wish.sizes;
    this.#units = wish.units;
  }

  /** All actions of the shopper, starting with the page. */
  async run(): Promise<void> {
    const { shop } = this.#queue;
    if (await this.#seesThatItIsOver()) return;
    this.#listen();
    for (let press = 0; press < PRESSES_MAX; press += 1) {
      if (press > 0 && (await this.#seesThatItIsOver())) return;
      const first = this.#press();
      if (shop.faults.happens('doubleClick')) {
        await shop.simulation.sleep(this.#random.between(80, 300));
        await this.#press();
      }
      if (shop.faults.happens('vanish')) return;
      if (shop.faults.happens('reload')) await shop.simulation.sleep(this.#random.between(200, 3000));
      const outcome = await first;
      if (!this.#session.isWorthAnother(outcome)) return;
      await shop.simulation.sleep(500 + this.#random.exponential(4000));
    }
  }

  /** True if the page already shows the end: Hosting responds without a function. */
  async #seesThatItIsOver(): Promise<boolean> {
    const { simulation, measurements } = this.#queue.shop;
    const atMs = simulation.now;
    await simulation.sleep(this.#random.logNormal(NETWORK_MS));
    const { phase, left, waiting } = this.#queue.page();
    const isTaken = this.#queue.drop().kind === 'line' && left <= waiting && phase === 'open';
    const outcome = isTaken ? 'taken' : phase in OVER ? OVER[phase as keyof typeof OVER] : 'closed';
    if (outcome === undefined) return false;
    measurements.answered({ atMs, durationMs: simulation.now - atMs, outcome: `page: ${outcome}` });
    return true;
  }

  async #press(): Promise<string> {
    const { simulation, measurements } = this.#queue.shop;
    const atMs = simulation.now;
    const data = { dropId: DROP_ID, units: this.#units };
    const answer = await this.#session.call(this.#queue.enterDrop, data);
    const outcome = 'result' in answer ? 'done' : answer.failure;
    const name = outcome === 'done' ? 'entered' : outcome;
    measurements.answered({ atMs, durationMs: simulation.now - atMs, outcome: name });
    simulation.record('answer', `${this.#session.shopper.uid} ${name}`);
    return outcome;
  }

  #listen(): void {
    this.#queue.listen(this.#session.shopper.uid, ({ state }) => {
      if (state !== 'won' || this.#isBuying) return;
      this.#isBuying = true;
      this.#queue.shop.simulation.spawn(() => this.#decide());
    });
  }

  /** One in twenty gives up the unit, one in twenty forgets it, the others order. */
  async #decide(): Promise<void> {
    const { simulation } = this.#queue.shop;
    const { uid } = this.#session.shopper;
    await simulation.sleep(1000 + this.#random.exponential(3 * MINUTE_MS));
    const will = this.#random.next();
    if (will < 0.05) await this.#session.call(this.#queue.leaveDrop, DROP_ID);
    // Sizes sell out, and the next best is chosen.
    else if (will < 0.95)
      for (const size of this.#sizes) {
        const entry = this.#queue.entry(uid);
        if (entry?.state !== 'won') break;
        await this.#session.run([{ productId: 'hoodie', size, quantity: entry.numbers.length }]);
      }
    this.#isBuying = false;
  }
}
