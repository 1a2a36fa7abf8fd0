// Tests the query in the README that reads a document's history.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SpanRow } from '../recording/rows.ts';
import { EventDatabase } from './event-database.ts';
import { denyAllButReading, runQuery } from './run-query.ts';

const README = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8');
const QUERY = /```sql history\n([\s\S]*?)```/.exec(README)?.[1] as string;
const DATABASE = 'projects/demo/databases/(default)';
let folder: string;
let database: EventDatabase;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'document-history-'));
  database = new EventDatabase({ file: join(folder, 'run.sqlite') });
});

afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

function commit(index: number, changes: Record<string, [string | undefined, string | undefined]>): SpanRow {
  const events = Object.entries(changes).map(([path, [before, after]]) => ({
    name: before === undefined ? 'create' : after === undefined ? 'delete' : 'update',
    time_ms: index,
    attributes: { path, before, after },
  }));
  return {
    trace_id: '1'.repeat(32),
    span_id: String(index).padStart(16, '0'),
    parent_span_id: null,
    name: 'apply commit',
    kind: 'internal',
    service: 'firestore',
    start_ms: index,
    end_ms: index,
    status: 'unset',
    status_message: null,
    attributes: JSON.stringify({ database: DATABASE, commit_time: `T${index}`, principal: 'owner' }),
    events: JSON.stringify(events),
  };
}

function history(path: string): unknown[] {
  const reader = new DatabaseSync(database.file, { readOnly: true });
  try {
    denyAllButReading(reader);
    const { columns, rows } = runQuery(reader, { sql: QUERY, params: { database: DATABASE, path } });
    return rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])));
  } finally {
    reader.close();
  }
}

describe('the query for the history of a document', () => {
  it('returns its changes, newest first, but none of other documents in the same commits', () => {
    database.write(
      [
        commit(1, { 'orders/o1': [undefined, '{"n":1}'], 'orders/o10': [undefined, '{"n":9}'] }),
        commit(2, { 'orders/o1': ['{"n":1}', '{"n":2}'] }),
        commit(3, { 'orders/o10': ['{"n":9}', undefined] }),
        commit(4, { 'orders/o1': ['{"n":2}', undefined] }),
      ],
      [],
    );
    expect(history('orders/o1')).toMatchObject([
      { change: 'delete', before: '{"n":2}', after: null, commit_time: 'T4', principal: 'owner' },
      { change: 'update', before: '{"n":1}', after: '{"n":2}' },
      { change: 'create', before: null, after: '{"n":1}', truncated: null },
    ]);
  });

  it.each(['orders/"quoted"', "orders/it's", 'orders/%_\\', 'orders/é', 'orders/\u{1f600}'])(
    'finds a document with the path %s',
    (path) => {
      database.write([commit(1, { [path]: [undefined, '{}'] })], []);
      expect(history(path)).toMatchObject([{ change: 'create', after: '{}' }]);
    },
  );
});
