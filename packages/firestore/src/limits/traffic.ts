// Measures the traffic of one database against production's soft limits. It counts what the
// database has committed and read, by the database's time, and knows nothing about requests.

import { activeSpan } from '@savepoint/server/core/tracing';
import type { Micros } from '../core/commit-time.ts';
import { parentPath } from '../core/resource-name.ts';
import type { IndexDefinitions } from '../query/index-definitions.ts';
import type { Change } from '../store/undo-log.ts';
import { type LimitName, PRODUCTION_LIMITS, RAMP, WINDOW_SECONDS } from './production-limits.ts';
import { RateHistory } from './rate-history.ts';
import { SequenceDetector } from './sequence-detector.ts';

/** The number of documents with a history; the least active are forgotten. */
const MAX_DOCUMENTS = 2000;
/** A limit is reported again after it was respected for this long. */
const QUIET_SECONDS = 60;
/** A collection without traffic for this long counts as new. */
const COLD_SECONDS = 1800;
const MICROS = 1e6;
const WINDOW_MICROS = WINDOW_SECONDS * MICROS;
/** The history of a listener, which is in no heat map. */
const PUSH_SECONDS = 3 * WINDOW_SECONDS;

export interface LimitFinding {
  readonly limit: LimitName;
  /** 'projects/P/databases/D' */
  readonly database: string;
  /** The path of a document or collection, or a field with its collection: `orders.createdAt`. */
  readonly subject: string;
  /** The highest average in a window, in operations per second. */
  peakPerSecond: number;
  /** The limit in production; that of a collection grows while it has traffic. */
  readonly limitPerSecond: number;
  /** Milliseconds since 1970. */
  readonly sinceMs: number;
  lastMs: number;
  /** The highest number of listeners that received one change. */
  listeners: number;
  /** The commits that were refused because of this limit, which the rate includes. */
  refused: number;
  /** The trace of the request at the peak; undefined if nothing is recorded. */
  traceId: string | undefined;
  /** The developer's reason for expecting it; undefined if it is unexpected. */
  readonly expected: string | undefined;
}

/** Paths of documents that may be hot, with the reason. `*` matches one id. */
export type ExpectedHotspots = Readonly<Record<string, string>>;

interface DocumentTraffic {
  readonly writes: RateHistory;
  /** By listener, the commits that were sent to it. */
  pushes: WeakMap<object, RateHistory>;
  listeners: number;
  traceId: string | undefined;
}

interface CollectionTraffic {
  readonly operations: RateHistory;
  readonly writes: RateHistory;
  readonly sequences: SequenceDetector;
  /** The time at which its traffic began. */
  readonly warmSince: number;
  /** The last second with too many operations. */
  foundAt: number;
}

/** One row of the heat map. */
export interface DocumentHeat {
  readonly database: string;
  readonly path: string;
  /** With refused ones. */
  readonly writes: number;
  readonly peakPerSecond: number;
  readonly listeners: number;
  readonly traceId: string | undefined;
  /** Writes in each column. */
  readonly counts: readonly number[];
}

export interface TrafficOptions {
  readonly database: string;
  readonly indexes: () => IndexDefinitions | undefined;
  readonly expected: ExpectedHotspots;
  /** Called when a limit is first exceeded. */
  readonly onFinding: (finding: LimitFinding) => void;
}

/** Counts the operations on one database in sliding windows, and reports exceeded limits. */
export class Traffic {
  readonly #options: TrafficOptions;
  readonly #findings = new Map<string, LimitFinding>();
  /** Recently deleted documents: creating one again counts as another write. */
  readonly #removed = new Set<string>();
  /** The collection of the last document read; the next one is often in it, too. */
  #lastRead = '';
  /** Documents that were written at least twice within a window, including cold ones. */
  readonly #documents = new Map<string, DocumentTraffic>();
  readonly #collections = new Map<string, CollectionTraffic>();
  #rolledAt = 0;

  constructor(options: TrafficOptions) {
    this.#options = options;
  }

  /**
   * Counts a commit at `now` that wrote the documents at `paths`. `changes` are the documents that
   * changed.
   */
  wrote(paths: readonly string[], changes: readonly Change[], now: Micros): void {
    const second = this.#second(now);
    let collection = '';
    let traffic: CollectionTraffic | undefined;
    let count = 0;
    for (const { path, before, after } of changes) {
      // The stored version tells when a document was last written, so most documents need no entry.
      if (before !== undefined && now - before.updateTime < WINDOW_MICROS) {
        this.#countRewrite(path, Math.floor(before.updateTime / MICROS), second);
      } else if (this.#removed.size > 0 && this.#removed.delete(path)) {
        this.#countRewrite(path, second, second);
      }
      if (after === undefined) this.#removed.add(path);
      const parent = (after ?? before)?.collection ?? parentPath(path);
      if (parent !== collection) {
        if (traffic !== undefined) this.#countWrites(traffic, collection, count, second);
        traffic = this.#collection(parent, second);
        collection = parent;
        count = 0;
      }
      count += 1;
      if (after !== undefined && traffic?.sequences.isDue(second, count)) {
        traffic.sequences.sample(after.fields);
        this.#checkSequences(collection, traffic, second);
      }
    }
    if (traffic !== undefined) this.#countWrites(traffic, collection, count, second);
    // In production, a write that changes nothing still counts as a write.
    if (changes.length < paths.length) this.#countUnchanged(paths, changes, second);
  }

  /**
   * Counts a commit that was refused at `now` because it would exceed a limit of `perSecond`.
   * @param count its operations on the subject of the limit
   */
  refused(limit: LimitName, subject: string, count: number, perSecond: number, now: Micros): void {
    const second = this.#second(now);
    const document = limit === 'document-writes' ? this.#document(subject) : undefined;
    const collection = limit === 'key-range' ? subject : subject.slice(0, subject.lastIndexOf('.'));
    const history = document?.writes ?? this.#collection(collection, second).operations;
    const rate = history.add(second, count) / WINDOW_SECONDS;
    this.#find(limit, subject, rate, perSecond, second, document?.listeners).refused += 1;
  }

  /** Counts a read of the document at `path`. */
  readDocument(path: string, now: Micros): void {
    const { length } = this.#lastRead;
    const isSame = path.startsWith(this.#lastRead) && path.lastIndexOf('/') === length;
    if (!isSame) this.#lastRead = parentPath(path);
    this.read(this.#lastRead, now);
  }

  /** Counts a query of `collection`. */
  read(collection: string, now: Micros): void {
    const second = this.#second(now);
    this.#countOperations(this.#collection(collection, second), collection, 1, second);
  }

  /** Starts new windows, because a test that clears all documents is followed by another test. */
  forgetWindows(): void {
    this.#removed.clear();
    for (const document of this.#documents.values()) {
      document.writes.forgetWindow();
      document.pushes = new WeakMap();
    }
    for (const { operations, writes } of this.#collections.values()) {
      operations.forgetWindow();
      writes.forgetWindow();
    }
  }

  /** Returns whether a document was written twice within a window. */
  isBusy(path: string): boolean {
    return this.#documents.has(path);
  }

  /** Counts that a change of a busy document was sent to these listeners, each an open stream. */
  pushed(path: string, listeners: ReadonlySet<object>, now: Micros): void {
    const second = this.#second(now);
    const document = this.#documents.get(path);
    if (document === undefined) return;
    document.listeners = Math.max(document.listeners, listeners.size);
    const finding = this.#findings.get(keyOf('document-writes', path));
    if (finding !== undefined) finding.listeners = document.listeners;
    const { perSecond } = PRODUCTION_LIMITS['listened-document'];
    let most = 0;
    let above = 0;
    for (const listener of listeners) {
      let pushes = document.pushes.get(listener);
      if (pushes === undefined) {
        pushes = new RateHistory(PUSH_SECONDS);
        document.pushes.set(listener, pushes);
      }
      const inWindow = pushes.add(second);
      most = Math.max(most, inWindow);
      if (isAbove(perSecond, inWindow)) above += 1;
    }
    if (above === 0) return;
    this.#find('listened-document', path, most / WINDOW_SECONDS, perSecond, second, above);
  }

  /** The operations per second that production sustains on a collection, by the 500/50/5 rule. */
  allowedOperations(collection: string, now: Micros): number {
    const second = this.#second(now);
    const { warmSince = second } = this.#collections.get(collection) ?? {};
    return allowedAfter(second - warmSince);
  }

  /** The indexed fields of a collection that currently have sequential values. */
  sequentialFields(collection: string): readonly string[] {
    const fields = this.#collections.get(collection)?.sequences.fields() ?? [];
    return fields.length === 0 ? fields : fields.filter((field) => this.#isIndexed(collection, field));
  }

  /** The exceeded limits, those exceeded by the largest factor first. */
  findings(): readonly LimitFinding[] {
    return [...this.#findings.values()].sort((one, other) => factorOf(other) - factorOf(one));
  }

  /** The busiest documents since `fromMs`, the hottest first. */
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

  #second(now: Micros): number {
    const second = Math.floor(now / MICROS);
    if (second - this.#rolledAt >= WINDOW_SECONDS) this.#roll(second);
    return second;
  }

  /** Removes cold entries. */
  #roll(second: number): void {
    this.#rolledAt = second;
    this.#removed.clear();
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

  /** Counts a write of a document whose previous write was in `lastSecond`. */
  #countRewrite(path: string, lastSecond: number, second: number): void {
    const document = this.#document(path);
    const { writes } = document;
    if (lastSecond > writes.lastSecond) writes.add(lastSecond);
    const peak = writes.peakPerSecond;
    const inWindow = writes.add(second);
    if (writes.peakPerSecond > peak) document.traceId = activeSpan()?.traceId ?? document.traceId;
    const { perSecond } = PRODUCTION_LIMITS['document-writes'];
    if (isAbove(perSecond, inWindow)) {
      const rate = inWindow / WINDOW_SECONDS;
      this.#find('document-writes', path, rate, perSecond, second, document.listeners);
    }
  }

  #document(path: string): DocumentTraffic {
    let document = this.#documents.get(path);
    if (document === undefined) {
      document = {
        ...{ writes: new RateHistory(), pushes: new WeakMap() },
        ...{ listeners: 0, traceId: undefined },
      };
      this.#documents.set(path, document);
    }
    return document;
  }

  #countUnchanged(paths: readonly string[], changes: readonly Change[], second: number): void {
    const changed = new Set(changes.map(({ path }) => path));
    for (const path of paths) {
      if (changed.has(path)) continue;
      this.#countRewrite(path, 0, second);
      const collection = parentPath(path);
      this.#countWrites(this.#collection(collection, second), collection, 1, second);
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
        foundAt: 0,
      };
      this.#collections.set(path, traffic);
    }
    return traffic;
  }

  #countWrites(traffic: CollectionTraffic, path: string, count: number, second: number): void {
    traffic.sequences.count(second, count);
    traffic.writes.add(second, count);
    this.#countOperations(traffic, path, count, second);
  }

  #countOperations(traffic: CollectionTraffic, path: string, count: number, second: number): void {
    const rate = traffic.operations.add(second, count) / WINDOW_SECONDS;
    if (rate <= PRODUCTION_LIMITS['key-range'].perSecond || traffic.foundAt === second) return;
    const allowed = allowedAfter(second - traffic.warmSince);
    if (rate <= allowed) return;
    traffic.foundAt = second;
    this.#find('key-range', path, rate, allowed, second);
  }

  #checkSequences(collection: string, { writes, sequences }: CollectionTraffic, second: number): void {
    const { perSecond } = PRODUCTION_LIMITS['sequential-field'];
    const rate = writes.add(second, 0) / WINDOW_SECONDS;
    if (rate <= perSecond) return;
    for (const field of sequences.fields()) {
      if (this.#isIndexed(collection, field)) {
        this.#find('sequential-field', `${collection}.${field}`, rate, perSecond, second);
      }
    }
  }

  /** Returns whether the automatic index or a composite one begins with the field. */
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
    second: number,
    listeners = 0,
  ): LimitFinding {
    const key = keyOf(limit, subject);
    const nowMs = second * 1000;
    const known = this.#findings.get(key);
    if (known !== undefined && nowMs - known.lastMs <= QUIET_SECONDS * 1000) {
      known.lastMs = nowMs;
      if (rate > known.peakPerSecond) {
        known.peakPerSecond = rate;
        known.traceId = activeSpan()?.traceId ?? known.traceId;
      }
      return known;
    }
    const finding: LimitFinding = {
      ...{ limit, subject, limitPerSecond },
      database: this.#options.database,
      peakPerSecond: Math.max(rate, known?.peakPerSecond ?? 0),
      sinceMs: known?.sinceMs ?? nowMs,
      lastMs: nowMs,
      listeners,
      refused: known?.refused ?? 0,
      traceId: activeSpan()?.traceId,
      expected: reasonFor(subject, this.#options.expected),
    };
    this.#findings.set(key, finding);
    this.#options.onFinding(finding);
    return finding;
  }
}

/**
 * Returns whether the operations in a window are more than `perSecond` sustains. One more than its
 * seconds is not: eleven writes, one a second, begin and end a window of ten.
 */
function isAbove(perSecond: number, inWindow: number): boolean {
  return inWindow > perSecond * WINDOW_SECONDS + 1;
}

/** The operations per second that a collection sustains after this many seconds of traffic. */
function allowedAfter(seconds: number): number {
  return PRODUCTION_LIMITS['key-range'].perSecond * RAMP.growth ** Math.floor(seconds / RAMP.everySeconds);
}

function keyOf(limit: LimitName, subject: string): string {
  return `${limit} ${subject}`;
}

function factorOf({ peakPerSecond, limitPerSecond }: LimitFinding): number {
  return peakPerSecond / limitPerSecond;
}

/** The reason of the first pattern that matches the path of a document or collection. */
export function reasonFor(subject: string, expected: ExpectedHotspots): string | undefined {
  const segments = subject.split('/');
  return Object.entries(expected).find(([pattern]) => {
    const parts = pattern.split('/');
    return (
      parts.length === segments.length &&
      parts.every((part, index) => part === '*' || part === segments[index])
    );
  })?.[1];
}
