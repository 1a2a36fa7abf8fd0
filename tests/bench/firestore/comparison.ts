import type { Benchmark } from './benchmarks.ts';
import { ClientProcess, type Sample } from './client-process.ts';
import { medianOf } from './measurement.ts';
import type { ServerProcess } from './server-process.ts';

const ROUNDS = 3;
const OWN_LIMIT_MS = 300_000;
/** On a busy machine, Java needs half a minute for its first requests. */
const GOOGLE_LIMIT_MS = 120_000;

/** The result of one contender: the medians of its samples, or the reason why it failed. */
export type Outcome = Sample | string;

/** A benchmark with the outcome of each server. */
export interface ComparedBenchmark {
  readonly benchmark: Benchmark;
  readonly ours: Outcome;
  readonly peer: Outcome;
  /** Google's emulator; undefined if it is not installed. */
  readonly google: Outcome | undefined;
  /** The no-op server; undefined for benchmarks that need state. */
  readonly noop: Outcome | undefined;
}

interface ServerStarters {
  readonly ours: () => Promise<ServerProcess>;
  readonly peer: () => Promise<ServerProcess>;
  /** Undefined if it is not installed. */
  readonly google: (() => Promise<ServerProcess>) | undefined;
  readonly noop: () => Promise<ServerProcess>;
}

/** One of the compared servers, started on first use, with its client. */
class Contender {
  readonly #name: string;
  readonly #start: () => Promise<ServerProcess>;
  readonly #documents: number;
  readonly #limitMs: number;
  #server: ServerProcess | undefined;
  #client: ClientProcess | undefined;
  #benchmark = '';
  #isOver = false;

  constructor(name: string, start: () => Promise<ServerProcess>, documents: number, limitMs: number) {
    this.#name = name;
    this.#start = start;
    this.#documents = documents;
    this.#limitMs = limitMs;
  }

  /**
   * Measures one benchmark. A server that ends by itself, or cannot be started, is then skipped.
   */
  async measure(name: string): Promise<Outcome> {
    if (this.#isOver) return 'ended';
    this.#benchmark = name;
    try {
      this.#server ??= await this.#run();
      this.#client ??= new ClientProcess(this.#server, this.#documents);
      return await this.#client.measure(name, this.#limitMs);
    } catch (error) {
      // Otherwise pending requests would distort the next measurement.
      await this.stop();
      return (error as Error).message;
    }
  }

  async #run(): Promise<ServerProcess> {
    const server = await this.#start().catch((error: Error) => {
      this.#leaveOut(`cannot be started: ${error.message.split('\n', 1)[0]}`);
      throw error;
    });
    void server.ended.then(() => {
      if (this.#server === server) this.#leaveOut(`ended by itself at "${this.#benchmark}"`);
    });
    return server;
  }

  #leaveOut(reason: string): void {
    this.#isOver = true;
    console.log(`${this.#name} ${reason}. The other servers are measured without it.`);
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await this.#client?.stop();
    await server?.stop();
    this.#client = undefined;
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
 * Runs `benchmarks` against all servers in alternating rounds. All servers keep running; those that
 * are not measured are idle. `documents` is the size of the queried collection.
 */
export async function compareServers(
  benchmarks: readonly Benchmark[],
  documents: number,
  start: ServerStarters,
  peerLimitMs: number,
): Promise<ComparedBenchmark[]> {
  const ours = new Contender('savepoint-firestore', start.ours, documents, OWN_LIMIT_MS);
  const peer = new Contender('@firestore-emulator/server', start.peer, documents, peerLimitMs);
  const google = start.google && new Contender("Google's emulator", start.google, documents, GOOGLE_LIMIT_MS);
  const noop = new Contender('The no-op server', start.noop, documents, OWN_LIMIT_MS);
  const compared: ComparedBenchmark[] = [];
  for (const benchmark of benchmarks) {
    const contenders = [ours, peer, google, benchmark.isStateless ? noop : undefined];
    const outcomes: Outcome[][] = contenders.map(() => []);
    for (let round = 0; round < (benchmark.runsOnce ? 1 : ROUNDS); round++) {
      for (const [i, contender] of contenders.entries()) {
        const before = outcomes[i] as Outcome[];
        if (contender === undefined) continue;
        // A contender that failed in one round is not measured again.
        if (typeof before.at(-1) !== 'string') before.push(await contender.measure(benchmark.name));
      }
    }
    const [oursOutcome, peerOutcome, googleOutcome, noopOutcome] = outcomes.map((each) =>
      each.length === 0 ? undefined : medians(each),
    ) as [Outcome, Outcome, Outcome | undefined, Outcome | undefined];
    compared.push({
      benchmark,
      ours: oursOutcome,
      peer: peerOutcome,
      google: googleOutcome,
      noop: noopOutcome,
    });
  }
  for (const contender of [ours, peer, google, noop]) await contender?.stop();
  return compared;
}

/** How many times better ours is than `other`, by wall time; undefined if one of them failed. */
export function ratio(
  { benchmark, ours }: ComparedBenchmark,
  other: Outcome | undefined,
): number | undefined {
  if (other === undefined || typeof other === 'string' || typeof ours === 'string') return undefined;
  return benchmark.higherIsBetter ? ours.value / other.value : other.value / ours.value;
}

/**
 * The server CPU per operation of `other`, relative to ours; undefined if one of them is unknown.
 */
export function cpuRatio({ ours }: ComparedBenchmark, other: Outcome | undefined): number | undefined {
  if (typeof ours === 'string' || other === undefined || typeof other === 'string') return undefined;
  const value = other.serverCpu / ours.serverCpu;
  return Number.isFinite(value) ? value : undefined;
}

/** The client's CPU time as a share of the wall time, with our server. */
export function clientShare({ ours }: ComparedBenchmark): number | undefined {
  return typeof ours === 'string' ? undefined : ours.clientCpu / ours.wall;
}

/**
 * The ratio of a hypothetical server with zero latency: only the CPU time of the client is left.
 */
export function clientCeiling({ ours, peer }: ComparedBenchmark): number | undefined {
  if (typeof ours === 'string' || typeof peer === 'string') return undefined;
  return peer.wall / ours.clientCpu;
}
