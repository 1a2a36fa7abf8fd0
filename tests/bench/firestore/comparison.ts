// Owns the comparison of servers: each line in alternating rounds, the median of each column. All servers run all the
// time, and those that are not asked rest. Knows no goals.

import type { Benchmark } from './benchmarks.ts';
import { ClientProcess, type Sample } from './client-process.ts';
import { medianOf } from './measurement.ts';
import type { ServerProcess } from './server-process.ts';

const ROUNDS = 3;
const OWN_LIMIT_MS = 300_000;

/** What one side did on one line: its medians, or why there are none. */
export type Outcome = Sample | string;

export interface ComparedBenchmark {
  readonly benchmark: Benchmark;
  readonly ours: Outcome;
  readonly peer: Outcome;
  /** A server that does nothing; undefined where it cannot play its part. */
  readonly idle: Outcome | undefined;
}

/** How to start what is compared. */
export interface ServerStarters {
  readonly ours: () => Promise<ServerProcess>;
  readonly peer: () => Promise<ServerProcess>;
  readonly idle: () => Promise<ServerProcess>;
}

class Contender {
  readonly #start: () => Promise<ServerProcess>;
  readonly #documents: number;
  readonly #limitMs: number;
  #server: ServerProcess | undefined;
  #client: ClientProcess | undefined;

  constructor(start: () => Promise<ServerProcess>, documents: number, limitMs: number) {
    this.#start = start;
    this.#documents = documents;
    this.#limitMs = limitMs;
  }

  async measure(name: string): Promise<Outcome> {
    try {
      this.#server ??= await this.#start();
      this.#client ??= new ClientProcess(this.#server, this.#documents);
      return await this.#client.measure(name, this.#limitMs);
    } catch (error) {
      // What is still under way would be part of the next figure.
      await this.stop();
      return (error as Error).message;
    }
  }

  async stop(): Promise<void> {
    await this.#client?.stop();
    await this.#server?.stop();
    this.#client = undefined;
    this.#server = undefined;
  }
}

function medians(outcomes: readonly Outcome[]): Outcome {
  const reason = outcomes.find((outcome) => typeof outcome === 'string');
  if (reason !== undefined) return reason;
  const column = (key: keyof Sample) => medianOf((outcomes as readonly Sample[]).map((taken) => taken[key]));
  return {
    value: column('value'),
    serverCpu: column('serverCpu'),
    clientCpu: column('clientCpu'),
    wall: column('wall'),
  };
}

/** Measures `lines` against all; `documents` is the size of the queried collection. */
export async function compareServers(
  lines: readonly Benchmark[],
  documents: number,
  start: ServerStarters,
  peerLimitMs: number,
): Promise<ComparedBenchmark[]> {
  const ours = new Contender(start.ours, documents, OWN_LIMIT_MS);
  const theirs = new Contender(start.peer, documents, peerLimitMs);
  const idle = new Contender(start.idle, documents, OWN_LIMIT_MS);
  const compared: ComparedBenchmark[] = [];
  for (const line of lines) {
    const sides = line.isStateless ? [ours, theirs, idle] : [ours, theirs];
    const outcomes: Outcome[][] = sides.map(() => []);
    for (let round = 0; round < (line.runsOnce ? 1 : ROUNDS); round++) {
      for (const [i, side] of sides.entries()) {
        const before = outcomes[i] as Outcome[];
        // A server that cannot do it once is not asked again.
        if (typeof before.at(-1) !== 'string') before.push(await side.measure(line.name));
      }
    }
    const [mine, peer, nothing] = outcomes.map(medians) as [Outcome, Outcome, Outcome | undefined];
    compared.push({ benchmark: line, ours: mine, peer: peer, idle: nothing });
  }
  for (const side of [ours, theirs, idle]) await side.stop();
  return compared;
}

/** How many times better `one` is than the peer by the clock; undefined where there is nothing to compare. */
export function ratio(
  { benchmark: line, peer: theirs }: ComparedBenchmark,
  one: Outcome | undefined,
): number | undefined {
  if (one === undefined || typeof one === 'string' || typeof theirs === 'string') return undefined;
  return line.higherIsBetter ? one.value / theirs.value : theirs.value / one.value;
}

/** How many times less CPU our server takes for an operation. */
export function cpuRatio({ ours, peer: theirs }: ComparedBenchmark): number | undefined {
  if (typeof ours === 'string' || typeof theirs === 'string') return undefined;
  return theirs.serverCpu / ours.serverCpu;
}

/** The part of our round trip in which the client's own process computes. */
export function clientShare({ ours }: ComparedBenchmark): number | undefined {
  return typeof ours === 'string' ? undefined : ours.clientCpu / ours.wall;
}

/** The ratio by the clock that a server would reach that took no time: the client's own computing is left. */
export function clientCeiling({ ours, peer: theirs }: ComparedBenchmark): number | undefined {
  if (typeof ours === 'string' || typeof theirs === 'string') return undefined;
  return theirs.wall / ours.clientCpu;
}
