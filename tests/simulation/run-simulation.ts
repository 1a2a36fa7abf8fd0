import { createHash } from 'node:crypto';
import { createRandom } from '../support/random.ts';
import { type Books, judgeBooks } from './judge-books.ts';
import { arrivalMs, type ShopperOutcome, shop } from './shopper.ts';
import { SimulatedShop } from './simulated-shop.ts';
import { VirtualTime } from './virtual-time.ts';

export interface SimulationOptions {
  readonly seed: number;
  readonly shoppers: number;
  readonly units: number;
  readonly instances: number;
  readonly concurrency: number;
  /** Receives each line of the log. */
  readonly log?: (line: string) => void;
}

export interface SimulationResult {
  readonly books: Books;
  readonly outcomes: Readonly<Record<string, number>>;
  /** Of the answers to shoppers, in ms; of those that got one. */
  readonly answerMs: { readonly p50: number; readonly p95: number; readonly p99: number };
  readonly soldOutAfterSeconds: number | undefined;
  readonly readsPerShopper: number;
  readonly writesPerShopper: number;
  readonly aborted: number;
  readonly exhausted: number;
  readonly hottest: readonly { readonly path: string; readonly peakPerSecond: number }[];
  readonly virtualSeconds: number;
  readonly events: number;
  /** SHA-256 of the log. */
  readonly logDigest: string;
}

const START = new Date('2026-12-01T18:00:00Z');
/** Long enough for each session to end, each event to be sent again, and each refund. */
const SETTLE_MS = 6 * 3_600_000;

/** Runs a drop in virtual time; the same options give the same log. */
export async function runSimulation(options: SimulationOptions): Promise<SimulationResult> {
  const { seed, shoppers, units } = options;
  const time = new VirtualTime(START);
  const random = createRandom(seed);
  const digest = createHash('sha256');
  let soldOutAfterSeconds: number | undefined;
  const log = (text: string) => {
    const line = `${time.elapsed.toFixed(3).padStart(10)} ${text}\n`;
    digest.update(line);
    options.log?.(line);
    if (soldOutAfterSeconds === undefined && text.includes('out-of-stock'))
      soldOutAfterSeconds = time.elapsed;
  };
  const server = new SimulatedShop({ ...options, time, random, log });
  const opening = server.open(START.getTime() + SETTLE_MS);
  await time.run(START.getTime() + 1000);
  await opening;
  const outcomes: ShopperOutcome[] = [];
  for (let n = 0; n < shoppers; n++) {
    time.after(arrivalMs(random), () => {
      void shop(server, time, random, `shopper-${n}`).then((outcome) => {
        outcomes.push(outcome);
        log(`${outcome.uid} ${outcome.result}`);
      });
    });
  }
  await time.run();
  if (outcomes.length !== shoppers) throw new Error(`${shoppers - outcomes.length} shoppers still wait.`);
  const { reads, writes, aborted, exhausted } = server.store.counts;
  const answers = outcomes.flatMap(({ answeredMs }) => answeredMs ?? []).sort((one, other) => one - other);
  const percentile = (share: number) => Math.round(answers[Math.floor(answers.length * share)] ?? 0);
  const counts: Record<string, number> = {};
  for (const { result } of outcomes) counts[result] = (counts[result] ?? 0) + 1;
  return {
    books: judgeBooks(server.database, server.payments.gateway, units),
    outcomes: counts,
    answerMs: { p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99) },
    soldOutAfterSeconds,
    readsPerShopper: reads / shoppers,
    writesPerShopper: writes / shoppers,
    ...{ aborted, exhausted },
    hottest: server.limits.heat.documents.slice(0, 5),
    virtualSeconds: time.elapsed,
    events: time.events,
    logDigest: digest.digest('hex'),
  };
}
