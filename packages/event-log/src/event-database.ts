// The only writer of a run's file. Readers open it separately; the write-ahead log keeps readers
// and the writer from blocking each other.
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { LogRow, SpanRow, StoredLogRow } from '../recording/rows.ts';
import { EVENT_LOG_SERVICE, gapRow } from './gap-row.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS spans (
    trace_id TEXT NOT NULL, span_id TEXT PRIMARY KEY, parent_span_id TEXT, name TEXT NOT NULL, kind TEXT NOT NULL,
    service TEXT NOT NULL, start_ms REAL NOT NULL, end_ms REAL, status TEXT NOT NULL, status_message TEXT,
    attributes TEXT NOT NULL, events TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS spans_by_trace ON spans (trace_id);
  CREATE INDEX IF NOT EXISTS spans_by_start ON spans (start_ms);
  CREATE INDEX IF NOT EXISTS errors_by_service ON spans (service) WHERE status = 'error';
  CREATE INDEX IF NOT EXISTS commits_by_start ON spans (start_ms) WHERE name = 'apply commit';
  CREATE TABLE IF NOT EXISTS logs (
    id INTEGER PRIMARY KEY, time_ms REAL NOT NULL, trace_id TEXT, span_id TEXT, service TEXT NOT NULL,
    severity TEXT NOT NULL, body TEXT NOT NULL, attributes TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS logs_by_trace ON logs (trace_id);
`;
const SPAN_COLUMNS = [
  'trace_id',
  'span_id',
  'parent_span_id',
  'name',
  'kind',
  'service',
  'start_ms',
  'end_ms',
  'status',
  'status_message',
  'attributes',
  'events',
] as const satisfies readonly (keyof SpanRow)[];
const LOG_COLUMNS = [
  'time_ms',
  'trace_id',
  'span_id',
  'service',
  'severity',
  'body',
  'attributes',
] as const satisfies readonly (keyof LogRow)[];
/** An ended span is not changed, because an older report of it may arrive late. */
const UPSERT = `
  INSERT INTO spans (${SPAN_COLUMNS.join()}) VALUES (${SPAN_COLUMNS.map(() => '?').join()})
  ON CONFLICT (span_id) DO UPDATE SET ${SPAN_COLUMNS.map((name) => `${name} = excluded.${name}`).join()}
  WHERE spans.trace_id = excluded.trace_id AND (spans.end_ms IS NULL OR excluded.end_ms IS NOT NULL)`;
const PAGE_BYTES = 4096;
const DEFAULT_MAX_BYTES = 256 * 1024 * 1024;
/** When the file is full, the oldest tenth of spans and logs is deleted. */
const EVICTED_PART = 10;
const SQLITE_FULL = 13;

export interface EventDatabaseOptions {
  readonly file: string;
  /** The file size at which the oldest rows are deleted. Default 256 MiB. */
  readonly maxBytes?: number;
  readonly nowMs?: () => number;
}

/** The stored rows of a write, as they are in the tables. */
export interface Written {
  readonly spans: readonly SpanRow[];
  readonly logs: readonly StoredLogRow[];
}

/** Stores the spans and logs of one run in one SQLite file. */
export class EventDatabase {
  readonly file: string;
  readonly #database: DatabaseSync;
  readonly #nowMs: () => number;
  readonly #upsert: StatementSync;
  readonly #insertLog: StatementSync;
  readonly #traceOf: StatementSync;
  #dropped = 0;
  #pendingGaps: LogRow[] = [];

  /** @throws SQLite's error when the file cannot be created */
  constructor({ file, maxBytes = DEFAULT_MAX_BYTES, nowMs = Date.now }: EventDatabaseOptions) {
    this.file = file;
    this.#nowMs = nowMs;
    this.#database = new DatabaseSync(file);
    this.#database.exec(`
      PRAGMA page_size = ${PAGE_BYTES};
      PRAGMA auto_vacuum = NONE;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = OFF;
      PRAGMA max_page_count = ${Math.max(16, Math.floor(maxBytes / PAGE_BYTES))};
      ${SCHEMA}`);
    this.#upsert = this.#database.prepare(UPSERT);
    this.#insertLog = this.#database.prepare(
      `INSERT INTO logs (${LOG_COLUMNS.join()}) VALUES (${LOG_COLUMNS.map(() => '?').join()})`,
    );
    this.#traceOf = this.#database.prepare('SELECT trace_id FROM spans WHERE span_id = ?');
  }

  /** The number of received rows that are not stored, or no longer. */
  get dropped(): number {
    return this.#dropped;
  }

  /** The number of rows of a table. */
  count(table: 'spans' | 'logs'): number {
    return Number(this.#database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);
  }

  /**
   * The time of the newest row in milliseconds, ignoring times in the future; undefined for an
   * empty file.
   */
  lastMs(): number | undefined {
    const row = this.#database
      .prepare(
        `SELECT min(max(time), ?) AS time
        FROM (SELECT max(start_ms) AS time FROM spans UNION ALL SELECT max(time_ms) FROM logs)`,
      )
      .get(this.#nowMs());
    return row?.time === null ? undefined : Number(row?.time);
  }

  /**
   * Stores all rows or none. An open span is replaced with its later state. When the disk or the
   * file is full, the rows are dropped, and the gap is recorded with the next rows that can be
   * stored.
   * @returns undefined if the rows were dropped
   */
  write(spans: readonly SpanRow[], logs: readonly LogRow[]): Written | undefined {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const written = this.#writeAll(spans, [...this.#pendingGaps, ...logs]);
        this.#pendingGaps = [];
        return written;
      } catch (error) {
        if (attempt === 0 && isFull(error) && this.#evict()) continue;
        this.recordGap(`Not stored: ${(error as Error).message}`, { dropped: spans.length + logs.length });
        return undefined;
      }
    }
  }

  /** Records that data is missing, with the next write. Equal messages are counted in one row. */
  recordGap(message: string, { dropped }: { readonly dropped: number }): void {
    this.#dropped += dropped;
    const known = this.#pendingGaps.find(({ body }) => body === message);
    const before = known === undefined ? 0 : Number(JSON.parse(known.attributes).gap.dropped);
    const gap = gapRow(known?.time_ms ?? this.#nowMs(), message, { dropped: before + dropped });
    this.#pendingGaps = [...this.#pendingGaps.filter((each) => each !== known), gap].slice(-100);
  }

  close(): void {
    this.#database.close();
  }

  #writeAll(spans: readonly SpanRow[], logs: readonly LogRow[]): Written {
    const storedSpans: SpanRow[] = [];
    const storedLogs: StoredLogRow[] = [];
    const collisions: LogRow[] = [];
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      for (const span of spans) {
        const { changes } = this.#upsert.run(...SPAN_COLUMNS.map((name) => span[name]));
        if (changes > 0) storedSpans.push(span);
        else if (this.#traceOf.get(span.span_id)?.trace_id !== span.trace_id) {
          const message = `Span ${span.span_id} of trace ${span.trace_id} not stored: another trace has a span with this id`;
          collisions.push(gapRow(this.#nowMs(), message, { dropped: 1 }));
        }
      }
      for (const log of [...logs, ...collisions]) {
        const { lastInsertRowid } = this.#insertLog.run(...LOG_COLUMNS.map((name) => log[name]));
        storedLogs.push({ id: Number(lastInsertRowid), ...log });
      }
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
    this.#dropped += collisions.length;
    return { spans: storedSpans, logs: storedLogs };
  }

  /** Deletes the oldest rows and records that. Returns false if even that is not possible. */
  #evict(): boolean {
    try {
      const spans = Math.ceil(this.count('spans') / EVICTED_PART);
      const logs = Math.ceil(this.count('logs') / EVICTED_PART);
      this.#database.exec('BEGIN IMMEDIATE');
      // In order of arrival, which a sender's timestamps cannot affect.
      const deleteSpans = `DELETE FROM spans WHERE span_id IN (SELECT span_id FROM spans ORDER BY rowid LIMIT ${spans})`;
      // Recorded gaps are kept.
      const deleteLogs = `DELETE FROM logs WHERE id IN (SELECT id FROM logs WHERE service <> '${EVENT_LOG_SERVICE}' ORDER BY id LIMIT ${logs})`;
      const dropped = [deleteSpans, deleteLogs].reduce(
        (sum, sql) => sum + Number(this.#database.prepare(sql).run().changes),
        0,
      );
      this.#database.exec('COMMIT');
      if (dropped === 0) return false;
      this.recordGap('The oldest rows were deleted: the file has reached its maximum size', { dropped });
      return true;
    } catch {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      return false;
    }
  }
}

function isFull(error: unknown): boolean {
  return (error as { errcode?: number }).errcode === SQLITE_FULL;
}
