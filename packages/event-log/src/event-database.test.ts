import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LogRow, SpanRow } from '../recording/rows.ts';
import { EventDatabase } from './event-database.ts';

let folder: string;
let database: EventDatabase;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'event-database-'));
  database = new EventDatabase({ file: join(folder, 'run.sqlite'), nowMs: () => 1000 });
});

afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

function span(values: Partial<SpanRow> = {}): SpanRow {
  return {
    trace_id: 'a'.repeat(32),
    span_id: 'b'.repeat(16),
    parent_span_id: null,
    name: 'commit',
    kind: 'server',
    service: 'firestore',
    start_ms: 10.5,
    end_ms: null,
    status: 'unset',
    status_message: null,
    attributes: '{}',
    events: '[]',
    ...values,
  };
}

function log(values: Partial<LogRow> = {}): LogRow {
  return {
    time_ms: 11,
    trace_id: null,
    span_id: null,
    service: 'functions',
    severity: 'INFO',
    body: 'hello',
    attributes: '{}',
    ...values,
  };
}

function query(sql: string): unknown[] {
  const reader = new DatabaseSync(database.file, { readOnly: true });
  try {
    return reader.prepare(sql).all();
  } finally {
    reader.close();
  }
}

describe('EventDatabase', () => {
  it('replaces an open span with its ended state, so that there is one row', () => {
    database.write([span()], []);
    const written = database.write([span({ end_ms: 12.25, status: 'ok' })], []);
    expect(written?.spans).toHaveLength(1);
    expect(query('SELECT name, end_ms, status FROM spans')).toEqual([
      { name: 'commit', end_ms: 12.25, status: 'ok' },
    ]);
  });

  it('keeps an ended span when an older report of it as open arrives late, without publishing that', () => {
    database.write([span({ end_ms: 12 })], []);
    const written = database.write([span()], []);
    expect(written?.spans).toEqual([]);
    expect(query('SELECT end_ms FROM spans')).toEqual([{ end_ms: 12 }]);
    expect(database.dropped).toBe(0);
  });

  it('stores a child before its parent arrives', () => {
    database.write([span({ span_id: 'c'.repeat(16), parent_span_id: 'b'.repeat(16), end_ms: 11 })], []);
    database.write([span({ end_ms: 12 })], []);
    const joined = query('SELECT p.name FROM spans c JOIN spans p ON p.span_id = c.parent_span_id');
    expect(joined).toEqual([{ name: 'commit' }]);
  });

  it('records a gap instead of overwriting a span of another trace that has the same id', () => {
    database.write([span({ end_ms: 12 })], []);
    const written = database.write([span({ trace_id: 'f'.repeat(32), end_ms: 99 })], []);
    expect(written?.spans).toEqual([]);
    expect(written?.logs).toMatchObject([{ severity: 'WARN', service: 'event-log' }]);
    expect(query('SELECT end_ms FROM spans')).toEqual([{ end_ms: 12 }]);
    expect(database.dropped).toBe(1);
  });

  it('publishes log rows with their table id', () => {
    database.write([], [log()]);
    const written = database.write([], [log({ body: 'second' })]);
    expect(written?.logs).toMatchObject([{ id: 2, body: 'second' }]);
  });

  it('deletes the oldest rows when the file is full, keeps the newest, and records the number of deleted ones', () => {
    const small = new EventDatabase({ file: join(folder, 'small.sqlite'), maxBytes: 512 * 1024 });
    small.write([span({ start_ms: 1e23 })], []);
    for (let index = 0; index < 2000; index += 1) {
      const id = index.toString(16).padStart(16, '0');
      small.write(
        [span({ span_id: id, start_ms: index, attributes: JSON.stringify({ text: 'x'.repeat(500) }) })],
        [],
      );
    }
    const reader = new DatabaseSync(small.file, { readOnly: true });
    const stored = reader.prepare('SELECT count(*) AS n, max(start_ms) AS newest FROM spans').get();
    const gaps = reader
      .prepare("SELECT sum(attributes ->> '$.gap.dropped') AS n FROM logs WHERE severity = 'WARN'")
      .get();
    reader.close();
    expect(stored?.newest).toBe(1999);
    expect(small.dropped).toBeGreaterThan(0);
    expect(Number(stored?.n) + small.dropped).toBe(2001);
    expect(gaps?.n).toBe(small.dropped);
    small.close();
  });

  it('drops what cannot be written while the disk is full, and records the gap once it can be', () => {
    const blocker = new DatabaseSync(database.file);
    blocker.exec('BEGIN IMMEDIATE');
    expect(database.write([span()], [log()])).toBeUndefined();
    expect(database.write([span()], [log()])).toBeUndefined();
    expect(database.dropped).toBe(4);
    blocker.exec('ROLLBACK');
    blocker.close();
    const written = database.write([], [log()]);
    expect(written?.logs).toHaveLength(2);
    expect(JSON.parse(written?.logs[0]?.attributes ?? '')).toEqual({ gap: { dropped: 4 } });
  });

  it('fails at the start with the reason if no file can be created', () => {
    expect(() => new EventDatabase({ file: join(folder, 'missing', 'run.sqlite') })).toThrow(
      /unable to open database file/,
    );
  });
});
