import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { AREAS } from './areas.ts';
import { type Comparison, compareOutcomes, type Difference } from './compare-outcomes.ts';
import { exchangeExports } from './exchange-exports.ts';
import { findKnownDifference } from './known-differences.ts';
import type { AreaName, Json, ParityCase } from './parity-case.ts';
import { runCase } from './run-case.ts';
import { type Server, ServerDiedError } from './server.ts';

/** Both servers, which may be replaced when they fail. */
export interface Servers {
  readonly ours: Server;
  readonly google: Server;
  replace(failed: Server): Promise<void>;
}

/** What to run. */
export interface SearchPlan {
  readonly areas: readonly AreaName[];
  readonly seed: number;
  readonly lanes: number;
  /** Ends after this many blocks of cases. */
  readonly blocks?: number;
}

/** A new difference, shrunk as far as possible. */
export interface Finding {
  readonly difference: Difference;
  /** `seed:index` of the generated case. */
  readonly origin: string;
  /** Differences that look the same have the same signature. */
  readonly signature: string;
}

/** What happened to the cases of an area. */
export interface AreaCounts {
  cases: number;
  /** The compared requests under test in these cases. The other counts refer to these. */
  requests: number;
  equal: number;
  different: number;
  /** Requests to which only one server responded within the time limit. */
  slow: number;
  readonly known: Map<string, number>;
}

/** Cases per seed; the next block has another one. */
const BLOCK = 20;
/** The time limit of shrinking: the result is then larger than necessary. */
const SHRINK_MS = 20_000;
/** How often one signature is shrunk: more examples add little. */
const SHRUNK_PER_SIGNATURE = 1;

/** Alternates the areas by weight, so that a short run has cases of all of them. */
function interleave(areas: readonly AreaName[]): AreaName[] {
  const rounds = Math.max(...areas.map((name) => AREAS[name].weight));
  return Array.from({ length: rounds }, (_, round) =>
    areas.filter((name) => AREAS[name].weight > round),
  ).flat();
}

/** The first member that differs, without indexes, and the kinds of its two values. */
function firstDifferingMember(
  ours: Json | undefined,
  google: Json | undefined,
  path = '',
): string | undefined {
  if (isDeepStrictEqual(ours, google)) return undefined;
  const isContainer = (value: Json | undefined) => typeof value === 'object' && value !== null;
  if (!isContainer(ours) || !isContainer(google) || Array.isArray(ours) !== Array.isArray(google)) {
    const kind = (value: Json | undefined) =>
      value === undefined ? 'absent' : value === null ? 'null' : typeof value;
    return `${path} ${kind(ours)} <> ${kind(google)}`;
  }
  const [a, b] = [ours, google] as [{ [key: string]: Json }, { [key: string]: Json }];
  if (Array.isArray(ours) && Object.keys(a).length !== Object.keys(b).length) {
    return `${path} ${Object.keys(a).length < Object.keys(b).length ? 'fewer' : 'more'} than Google's`;
  }
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const inner = firstDifferingMember(a[key], b[key], Array.isArray(ours) ? path : `${path}.${key}`);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** A difference without its values, so that many cases with one cause are reported once. */
function signatureOf({ parityCase, aspect, step, ours, google }: Difference): string {
  const summarize = ({ status, code, message = '' }: Difference['ours']) =>
    `${status} ${code} ${message
      .replaceAll(/documents\/[^\s"']*/g, 'documents/…')
      .replaceAll(/["'`«][^"'`]*["'`»]/g, '"…"')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\d+/g, 'N')
      .slice(0, 80)}`;
  const target =
    'path' in step
      ? `${step.verb} ${step.path.replace(/\?.*/, '?').replace(/.*(:|\/documents\/)/, '$1')}`
      : Object.keys(step)[0];
  const responses =
    aspect === 'result'
      ? firstDifferingMember(ours.result, google.result)
      : `${summarize(ours)} <> ${summarize(google)}`;
  return `${parityCase.area} ${target} ${aspect} ${responses}`;
}

export interface SearchOptions {
  /** In milliseconds since the epoch: no case starts after it. */
  readonly deadline: number;
  /** A folder for exports, which ours may write to. */
  readonly folder: string;
  onFinding(finding: Finding): void;
  /** A line about a server that died or is slow. */
  onNotice(line: string): void;
}

/** Runs random cases and counts and collects how they differ. */
export class DifferenceSearch {
  readonly counts = new Map<AreaName, AreaCounts>();
  /** How often each new difference was found, by signature. */
  readonly occurrences = new Map<string, number>();
  readonly #servers: Servers;
  readonly #options: SearchOptions;
  #startedBlocks = 0;

  constructor(servers: Servers, options: SearchOptions) {
    this.#servers = servers;
    this.#options = options;
  }

  get #isOver(): boolean {
    return Date.now() > this.#options.deadline;
  }

  /**
   * Runs blocks of cases in several lanes until the deadline, or `blocks` of them. Each lane has a
   * separate project, so that lanes do not disturb each other. Rejects if a server cannot be
   * replaced.
   */
  async run({ areas, seed, lanes, blocks = Number.POSITIVE_INFINITY }: SearchPlan): Promise<void> {
    const sequence = interleave(areas);
    const runLane = async (number: number): Promise<void> => {
      while (!this.#isOver && this.#startedBlocks < blocks) {
        const block = this.#startedBlocks++;
        const area = sequence[block % sequence.length] as AreaName;
        await this.#runBlock(area, seed * 100_000 + block, `parity-${number}`);
      }
    };
    const results = await Promise.allSettled(Array.from({ length: lanes }, (_, number) => runLane(number)));
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed !== undefined) throw (failed as PromiseRejectedResult).reason;
  }

  /** The differences of a case, including known ones. */
  async #compare(parityCase: ParityCase, projectId: string): Promise<Comparison> {
    const { ours, google } = this.#servers;
    if (parityCase.steps.some((step) => 'exchange' in step)) {
      return compareOutcomes(
        parityCase,
        ...(await exchangeExports(parityCase, this.#servers, projectId, this.#options.folder)),
      );
    }
    const outcomes = await Promise.all([
      runCase(parityCase, ours, projectId),
      runCase(parityCase, google, projectId),
    ]);
    return compareOutcomes(parityCase, ...outcomes);
  }

  #countsOf(area: AreaName): AreaCounts {
    const known = this.counts.get(area);
    if (known !== undefined) return known;
    const created = {
      cases: 0,
      requests: 0,
      equal: 0,
      different: 0,
      slow: 0,
      known: new Map<string, number>(),
    };
    this.counts.set(area, created);
    return created;
  }

  /** Runs a block of cases of an area. A server that dies ends the block and is replaced. */
  async #runBlock(area: AreaName, seed: number, projectId: string): Promise<void> {
    const { ours, google } = this.#servers;
    try {
      await this.#runCases(area, seed, projectId);
    } catch (error) {
      if (!(error instanceof ServerDiedError)) throw error;
      const died = error.server === 'google' ? google : ours;
      if (died === this.#servers[error.server === 'google' ? 'google' : 'ours'])
        this.#options.onNotice(error.message);
      await this.#servers.replace(died);
    }
  }

  async #runCases(area: AreaName, seed: number, projectId: string): Promise<void> {
    const differing: {
      readonly index: number;
      readonly signature: string;
      readonly difference: Difference;
    }[] = [];
    let index = -1;
    const record = fc.asyncProperty(AREAS[area].cases, async (parityCase) => {
      index++;
      if (this.#isOver) return;
      const { ours, google } = this.#servers;
      const comparison = await this.#compare(parityCase, projectId);
      const signatures = this.#record(area, comparison);
      const slow = comparison.differences.find(({ aspect }) => aspect === 'response');
      if (slow !== undefined)
        await this.#reportSlowCase(slow, `${seed}:${index}`, projectId, { ours, google });
      for (const [signature, difference] of signatures) differing.push({ index, signature, difference });
    });
    const details = await fc.check(record, { seed, numRuns: BLOCK });
    if (details.failed) throw details.errorInstance;
    for (const { index: at, signature, difference } of differing) {
      const seen = (this.occurrences.get(signature) ?? 0) + 1;
      this.occurrences.set(signature, seen);
      if (seen > SHRUNK_PER_SIGNATURE) continue;
      // A difference that cannot be reproduced depends on timing, and is reported as found.
      const smallest = (await this.#shrink(area, seed, at, signature, projectId)) ?? difference;
      this.#options.onFinding({ difference: smallest, origin: `${seed}:${at}`, signature });
    }
  }

  /**
   * An unresponsive Google's emulator is only reported; ours is a finding if it still does not
   * respond.
   */
  async #reportSlowCase(
    difference: Difference,
    origin: string,
    projectId: string,
    { ours, google }: Omit<Servers, 'replace'>,
  ): Promise<void> {
    const slow = difference.ours.status === 0 ? ours : google;
    this.#options.onNotice(`${slow.name} did not respond within the time limit, case ${origin}`);
    await this.#servers.replace(slow);
    if (slow !== ours) return;
    const { differences } = await this.#compare(difference.parityCase, projectId);
    const again = differences.find(
      ({ aspect, ours: outcome }) => aspect === 'response' && outcome.status === 0,
    );
    if (again === undefined) return;
    const signature = signatureOf(again);
    this.occurrences.set(signature, (this.occurrences.get(signature) ?? 0) + 1);
    this.#options.onFinding({ difference: again, origin, signature });
  }

  /** Counts the results of a case. Returns the first new difference of each signature. */
  #record(area: AreaName, { requests, differences }: Comparison): Map<string, Difference> {
    const counts = this.#countsOf(area);
    const found = new Map<string, Difference>();
    counts.cases++;
    counts.requests += requests;
    counts.equal += requests - differences.length;
    for (const difference of differences) {
      const known = findKnownDifference(difference);
      if (known !== undefined) {
        counts.known.set(known.id, (counts.known.get(known.id) ?? 0) + 1);
      } else if (difference.aspect === 'response') {
        counts.slow++;
      } else {
        counts.different++;
        const signature = signatureOf(difference);
        if (!found.has(signature)) found.set(signature, difference);
      }
    }
    return found;
  }

  /** The smallest case with the same signature; undefined if it did not occur again. */
  async #shrink(
    area: AreaName,
    seed: number,
    index: number,
    signature: string,
    projectId: string,
  ): Promise<Difference | undefined> {
    let smallest: Difference | undefined;
    const giveUpAt = Math.min(Date.now(), this.#options.deadline) + SHRINK_MS;
    const property = fc.asyncProperty(AREAS[area].cases, async (parityCase) => {
      if (Date.now() > giveUpAt) return true;
      const { differences } = await this.#compare(parityCase, projectId);
      const found = differences.find(
        (each) => findKnownDifference(each) === undefined && signatureOf(each) === signature,
      );
      smallest = found ?? smallest;
      return found === undefined;
    });
    await fc.check(property, { seed, path: `${index}`, numRuns: 1 });
    return smallest;
  }
}
