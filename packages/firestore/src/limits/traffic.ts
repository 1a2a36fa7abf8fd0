// The traffic of one database, beside production's soft limits. It counts what the database has
// committed and read, by the database's clock, and knows nothing of requests.

import { activeSpan } from '@savepoint/server/core/tracing';
import type { Micros } from '../core/commit-time.ts';
import { parentPath } from '../core/resource-name.ts';
import type { IndexDefinitions } from '../query/index-definitions.ts';
import type { Change } from '../store/undo-log.ts';
import { type LimitName, PRODUCTION_LIMITS, RAMP, WINDOW_SECONDS } from './production-limits.ts';
import { RateHistory } from './rate-history.ts';
import { SequenceDetector } from './sequence-detector.ts';

/** Documents with a history: those that were written at least twice within a window. */
const MAX_DOCUMENTS = 2000;
/** A limit is reported again when it was kept for this long in between. */
const QUIET_SECONDS = 60;
/** A collection without traffic for this long is new again. */
const COLD_SECONDS = 1800;
const MICROS = 1e6;

/** A soft limit that was exceeded. */
export interface LimitFinding {
  readonly limit: LimitName;
  /** 'projects/P/databases/D' */
  readonly database: string;
  /** The path of a document or collection; of a field, its collection and name: `orders.createdAt` */
  readonly subject: string;
  /** The highest average of a window, in operations a second. */
  peakPerSecond: number;
  /** What production sustains; a collection's grows while it is warm. */
  readonly limitPerSecond: number;
  /** Milliseconds since 1970. */
  readonly sinceMs: number;
  lastMs: number;
  /** The highest number of listeners that one change was sent to. */
  listeners: number;
  /** The trace of the request at the peak; undefined when nothing is recorded. */
  traceId: string | undefined;
  /** Why it is expected, as the developer has said; undefined when it is not. */
  readonly expected: string | undefined;
}

/** Documents, or patterns of their paths in which `*` is one id, and why they may be hot. */
export type ExpectedHotspots = Readonly<Record<string, string>>;

interface DocumentTraffic {
  readonly writes: RateHistory;
  listeners: number;
  traceId: string | undefined;
}

interface CollectionTraffic {
  readonly operations: RateHistory;
  readonly writes: RateHistory;
  readonly sequences: SequenceDetector;
  /** When its traffic began. */
  readonly warmSince: number;
}

/** One row of the heat map. */
export interface DocumentHeat {
  readonly database: string;
  readonly path: string;
  readonly writes: number;
  readonly peakPerSecond: number;
  readonly listeners: number;
  readonly traceId: string | undefined;
  /** Writes in each column. */
  readonly counts: readonly number[];
}

export interface TrafficOptions {
  readonly database: string;
  readonly clock: () => Micros;
  readonly indexes: () => IndexDefinitions | undefined;
  readonly expected: ExpectedHotspots;
  /** Called when a limit begins to be exceeded. */
  readonly onFinding: (finding: LimitFinding) => void;
}

/** Counts the operations on one database in sliding windows, and finds those beyond a limit. */
export class Traffic {
  readonly #options: TrafficOptions;
  readonly #findings = new Map<string, LimitFinding>();
  /** The documents written in this window and the one before: the second, or a history. */
  #recent = new Map<string, number | DocumentTraffic>();
  #before = new Map<string, number | DocumentTraffic>();
  /** Documents with a history, also when they have cooled down. */
  readonly #documents = new Map<string, DocumentTraffic>();
  readonly #collections = new Map<string, CollectionTraffic>();
  #rolledAt = 0;

  constructor(options: TrafficOptions) {
    this.#options = options;
  }

  /** Counts a commit that wrote the documents at `paths`; `changes` has those that changed. */
  wrote(paths: readonly string[], changes: readonly Change[]): void {
    const second = this.#second();
    let collection: string | undefined;
    let count = 0;
    for (const path of paths) {
      this.#countDocument(path, second);
      const parent = parentPath(path);
      if (parent !== collection) {
        if (collection !== undefined) this.#countWrites(collection, count, second);
        collection = parent;
        count = 0;
      }
      count += 1;
    }
    if (collection !== undefined) this.#countWrites(collection, count, second);
    for (const { after } of changes) {
      if (after === undefined) continue;
      const traffic = this.#collections.get(after.collection);
      if (traffic === undefined || !traffic.sequences.isDue(second)) continue;
      traffic.sequences.sample(after.fields);
      this.#checkSequences(after.collection, traffic, second);
    }
  }

  /** Counts a read of a document or a query of `collection`. */
  read(collection: string): void {
    const second = this.#second();
    this.#countOperations(this.#collection(collection, second), collection, 1, second);
  }

  /** Counts that a commit's changes were sent to `listeners` streams. */
  pushed(changes: readonly Change[], listeners: number): void {
    for (const { path } of changes) {
      const document = this.#documents.get(path);
      if (document === undefined) continue;
      document.listeners = Math.max(document.listeners, listeners);
      const finding = this.#findings.get(keyOf('document-writes', path));
      if (finding === undefined) continue;
      finding.listeners = document.listeners;
      if (finding.lastMs >= (this.#second() - 1) * 1000) {
        this.#find('listened-document', path, document.writes.peakPerSecond, 1, document);
      }
    }
  }

  /** What production sustains on a collection in this second, by the rule 500/50/5. */
  allowedOperations(collection: string): number {
    const second = this.#second();
    const { warmSince = second } = this.#collections.get(collection) ?? {};
    return allowedAfter(second - warmSince);
  }

  /** The indexed fields of a collection that are written in sequence now. */
  sequentialFields(collection: string): readonly string[] {
    const fields = this.#collections.get(collection)?.sequences.fields() ?? [];
    return fields.length === 0 ? fields : fields.filter((field) => this.#isIndexed(collection, field));
  }

  /** The limits that were exceeded, those beyond their limit by the largest factor first. */
  findings(): readonly LimitFinding[] {
    return [...this.#findings.values()].sort((one, other) => factorOf(other) - factorOf(one));
  }

  /** The busiest documents, the hottest first, from `fromMs` on. */
  heat(fromMs: number, secondsPerColumn: number, columns: number, limit: number): readonly DocumentHeat[] {
    const from = Math.floor(fromMs / 1000);
    return [...this.#documents]
      .sort(
        ([, one], [, other]) =>
          other.writes.peakPerSecond - one.writes.peakPerSecond || other.writes.total - one.writes.total,
      )
      .slice(0, limit)
      .map(([path, { writes, listeners, traceId }]) => ({
        database: this.#options.database,
        path,
        writes: writes.total,
        peakPerSecond: writes.peakPerSecond,
        ...{ listeners, traceId },
        counts: writes.spread(from, secondsPerColumn, columns),
      }));
  }

  #second(): number {
    const second = Math.floor(this.#options.clock() / MICROS);
    if (second - this.#rolledAt >= WINDOW_SECONDS) this.#roll(second);
    return second;
  }

  /** Forgets documents that were written once, and collections that are cold. */
  #roll(second: number): void {
    this.#before = second - this.#rolledAt < 2 * WINDOW_SECONDS ? this.#recent : new Map();
    this.#recent = new Map();
    this.#rolledAt = second;
    for (const [path, { operations }] of this.#collections) {
      if (operations.lastSecond < second - COLD_SECONDS) this.#collections.delete(path);
    }
    if (this.#documents.size <= MAX_DOCUMENTS) return;
    const coolest = [...this.#documents].sort(
      ([, one], [, other]) => one.writes.peakPerSecond - other.writes.peakPerSecond,
    );
    for (const [path] of coolest.slice(0, this.#documents.size - MAX_DOCUMENTS / 2))
      this.#documents.delete(path);
  }

  #countDocument(path: string, second: number): void {
    const known = this.#recent.get(path) ?? this.#before.get(path);
    if (known === undefined) {
      this.#recent.set(path, second);
      return;
    }
    let document: DocumentTraffic;
    if (typeof known === 'number') {
      document = this.#documents.get(path) ?? { writes: new RateHistory(), listeners: 0, traceId: undefined };
      if (known >= document.writes.lastSecond) document.writes.add(known);
      this.#documents.set(path, document);
    } else document = known;
    this.#recent.set(path, document);
    const { writes } = document;
    const peak = writes.peakPerSecond;
    const inWindow = writes.add(second);
    if (writes.peakPerSecond > peak) document.traceId = activeSpan()?.traceId ?? document.traceId;
    const { perSecond } = PRODUCTION_LIMITS['document-writes'];
    if (inWindow > perSecond * WINDOW_SECONDS) {
      this.#find('document-writes', path, inWindow / WINDOW_SECONDS, perSecond, document);
    }
  }

  #collection(path: string, second: number): CollectionTraffic {
    let traffic = this.#collections.get(path);
    if (traffic === undefined) {
      traffic = {
        operations: new RateHistory(),
        writes: new RateHistory(),
        sequences: new SequenceDetector(),
        warmSince: second,
      };
      this.#collections.set(path, traffic);
    }
    return traffic;
  }

  #countWrites(path: string, count: number, second: number): void {
    const traffic = this.#collection(path, second);
    traffic.sequences.count(second, count);
    traffic.writes.add(second, count);
    this.#countOperations(traffic, path, count, second);
  }

  #countOperations(traffic: CollectionTraffic, path: string, count: number, second: number): void {
    const rate = traffic.operations.add(second, count) / WINDOW_SECONDS;
    if (rate <= PRODUCTION_LIMITS['key-range'].perSecond) return;
    const allowed = allowedAfter(second - traffic.warmSince);
    if (rate > allowed) this.#find('key-range', path, rate, allowed);
  }

  #checkSequences(collection: string, { writes, sequences }: CollectionTraffic, second: number): void {
    const { perSecond } = PRODUCTION_LIMITS['sequential-field'];
    const rate = writes.add(second, 0) / WINDOW_SECONDS;
    if (rate <= perSecond) return;
    for (const field of sequences.fields()) {
      if (this.#isIndexed(collection, field)) {
        this.#find('sequential-field', `${collection}.${field}`, rate, perSecond);
      }
    }
  }

  /** Whether an index begins with the field: the automatic one, unless exempted, or a composite one. */
  #isIndexed(collection: string, field: string): boolean {
    const definitions = this.#options.indexes();
    if (definitions === undefined) return true;
    const group = collection.slice(collection.lastIndexOf('/') + 1);
    const { modes } = definitions.overrides.get(`${group}/${field}`) ?? {};
    return (
      modes === undefined ||
      modes.size > 0 ||
      definitions.composites.some(
        ({ collectionGroup, fields }) => collectionGroup === group && fields[0]?.path === field,
      )
    );
  }

  #find(
    limit: LimitName,
    subject: string,
    rate: number,
    limitPerSecond: number,
    document?: DocumentTraffic,
  ): void {
    const key = keyOf(limit, subject);
    const nowMs = this.#options.clock() / 1000;
    const known = this.#findings.get(key);
    if (known !== undefined && nowMs - known.lastMs <= QUIET_SECONDS * 1000) {
      known.lastMs = nowMs;
      if (rate <= known.peakPerSecond) return;
      known.peakPerSecond = rate;
      known.traceId = activeSpan()?.traceId ?? known.traceId;
      return;
    }
    const finding: LimitFinding = {
      ...{ limit, subject, limitPerSecond },
      database: this.#options.database,
      peakPerSecond: Math.max(rate, known?.peakPerSecond ?? 0),
      sinceMs: known?.sinceMs ?? nowMs,
      lastMs: nowMs,
      listeners: document?.listeners ?? 0,
      traceId: activeSpan()?.traceId,
      expected: reasonFor(subject, this.#options.expected),
    };
    this.#findings.set(key, finding);
    this.#options.onFinding(finding);
  }
}

/** Operations a second that a collection takes after so many seconds of traffic. */
function allowedAfter(seconds: number): number {
  return PRODUCTION_LIMITS['key-range'].perSecond * RAMP.growth ** Math.floor(seconds / RAMP.everySeconds);
}

function keyOf(limit: LimitName, subject: string): string {
  return `${limit} ${subject}`;
}

function factorOf({ peakPerSecond, limitPerSecond }: LimitFinding): number {
  return peakPerSecond / limitPerSecond;
}

/** The reason of the first pattern that the subject matches. */
function reasonFor(subject: string, expected: ExpectedHotspots): string | undefined {
  const segments = subject.split('/');
  return Object.entries(expected).find(([pattern]) => {
    const parts = pattern.split('/');
    return (
      parts.length === segments.length &&
      parts.every((part, index) => part === '*' || part === segments[index])
    );
  })?.[1];
}
