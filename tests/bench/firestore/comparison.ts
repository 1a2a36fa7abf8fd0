import type { Benchmark } from './benchmarks.ts';
import { ClientProcess, type Sample } from './client-process.ts';
import { medianOf } from './measurement.ts';
import type { ServerProcess } from './server-process.ts';

const ROUNDS = 3;
const OWN_LIMIT_MS = 300_000;

/** The result of one contender: the medians of its samples, or the reason why it failed. */
export type Outcome = Sample | string;

/** A benchmark with the outcome of each server. */
export interface ComparedBenchmark {
  readonly benchmark: Benchmark;
  readonly ours: Outcome;
  readonly peer: Outcome;
  /** The no-op server; undefined for benchmarks that need state. */
  readonly noop: Outcome | undefined;
}

interface ServerStarters {
  readonly ours: () => Promise<ServerProcess>;
  readonly peer: () => Promise<ServerProcess>;
  readonly noop: () => Promise<ServerProcess>;
}

/** One of the compared servers, started on first use, with its client. */
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
      // Otherwise pending requests would distort the next measurement.
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
  const column = (key: keyof Sample) =>
    medianOf((outcomes as readonly Sample[]).map((sample) => sample[key]));
  return {
    value: column('value'),
    serverCpu: column('serverCpu'),
    clientCpu: column('clientCpu'),
    wall: column('wall'),
  };
}

/**
 * Runs `benchmarks` against all servers in alternating rounds. All servers keep running; those that are not measured are
 * idle. `documents` is the size of the queried collection.
 */
export async function compareServers(
  benchmarks: readonly Benchmark[],
  documents: number,
  start: ServerStarters,
  peerLimitMs: number,
): Promise<ComparedBenchmark[]> {
  const ours = new Contender(start.ours, documents, OWN_LIMIT_MS);
  const peer = new Contender(start.peer, documents, peerLimitMs);
  const noop = new Contender(start.noop, documents, OWN_LIMIT_MS);
  const compared: ComparedBenchmark[] = [];
  for (const benchmark of benchmarks) {
    const contenders = benchmark.isStateless ? [ours, peer, noop] : [ours, peer];
    const outcomes: Outcome[][] = contenders.map(() => []);
    for (let round = 0; round < (benchmark.runsOnce ? 1 : ROUNDS); round++) {
      for (const [i, contender] of contenders.entries()) {
        const before = outcomes[i] as Outcome[];
        // A contender that failed in one round is not measured again.
        if (typeof before.at(-1) !== 'string') before.push(await contender.measure(benchmark.name));
      }
    }
    const [oursOutcome, peerOutcome, noopOutcome] = outcomes.map(medians) as [
      Outcome,
      Outcome,
      Outcome | undefined,
    ];
    compared.push({ benchmark, ours: oursOutcome, peer: peerOutcome, noop: noopOutcome });
  }
  for (const contender of [ours, peer, noop]) await contender.stop();
  return compared;
}

/** How many times better `outcome` is than the peer's, by wall time; undefined when one of them failed. */
export function ratio(
  { benchmark, peer }: ComparedBenchmark,
  outcome: Outcome | undefined,
): number | undefined {
  if (outcome === undefined || typeof outcome === 'string' || typeof peer === 'string') return undefined;
  return benchmark.higherIsBetter ? outcome.value / peer.value : peer.value / outcome.value;
}

/** The peer's server CPU per operation, relative to ours. */
export function cpuRatio({ ours, peer }: ComparedBenchmark): number | undefined {
  if (typeof ours === 'string' || typeof peer === 'string') return undefined;
  return peer.serverCpu / ours.serverCpu;
}

/** The client's CPU time as a share of the wall time, with our server. */
export function clientShare({ ours }: ComparedBenchmark): number | undefined {
  return typeof ours === 'string' ? undefined : ours.clientCpu / ours.wall;
}

/** The ratio of a hypothetical server with zero latency: only the CPU time of the client is left. */
export function clientCeiling({ ours, peer }: ComparedBenchmark): number | undefined {
  if (typeof ours === 'string' || typeof peer === 'string') return undefined;
  return peer.wall / ours.clientCpu;
}
