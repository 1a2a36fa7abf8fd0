// Tests reading the code that wrote a document from the event log's database.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import {
  formatLimits,
  formatWriter,
  type LimitsAdvice,
  lintLimits,
  readWriter,
} from '../recording/limits.ts';
import type { SpanRow } from '../recording/rows.ts';
import { EventDatabase } from './event-database.ts';
import { runQuery } from './run-query.ts';

const TRACE = '1'.repeat(32);

function span(id: string, parent: string | null, name: string, more: Partial<SpanRow> = {}): SpanRow {
  return {
    ...{
      trace_id: TRACE,
      span_id: id.padStart(16, '0'),
      kind: 'internal',
      service: 'functions',
      status: 'unset',
    },
    ...{ parent_span_id: parent?.padStart(16, '0') ?? null, name, start_ms: Number(id), end_ms: Number(id) },
    ...{ status_message: null, attributes: '{}', events: '[]', ...more },
  } as SpanRow;
}

const write = (document: string, stack: string, time_ms = 1) => ({
  ...{ name: 'firestore.write', time_ms, attributes: { document, 'code.stacktrace': stack } },
});
const commit = (path: string) => ({ name: 'update', time_ms: 1, attributes: { path } });

it('readWriter finds the nearest span that wrote the document, and the function', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'read-writer-'));
  const database = new EventDatabase({ file: join(folder, 'run.sqlite') });
  const faas = JSON.stringify({ 'faas.name': 'createOrder' });
  database.write(
    [
      span('1', null, 'createOrder', {
        attributes: faas,
        events: JSON.stringify([write('stock/s', '/early.js:1:1')]),
      }),
      span('2', '1', 'Transaction.Run', {
        events: JSON.stringify([
          write('orders/o1', '/orders.js:9:9'),
          write('stock/s', '/first-attempt.js:3:3', 1),
          write('stock/s', '/stock.js:4:4', 2),
        ]),
      }),
      span('3', '2', 'commit', { service: 'firestore' }),
      span('4', '3', 'apply commit', {
        service: 'firestore',
        attributes: JSON.stringify({ principal: 'owner' }),
        events: JSON.stringify([commit('orders/o1'), commit('stock/s')]),
      }),
    ],
    [],
  );
  const reader = new DatabaseSync(database.file, { readOnly: true });
  const query = async (sql: string, params: readonly unknown[] = []) => runQuery(reader, { sql, params });
  try {
    const inFunction = { functionName: 'createOrder', principal: 'owner' };
    expect(await readWriter(query, TRACE, 'stock/s')).toEqual({ stack: '/stock.js:4:4', ...inFunction });
    expect(await readWriter(query, TRACE, 'orders')).toEqual({ stack: '/orders.js:9:9', ...inFunction });
    expect(await readWriter(query, TRACE, 'other/x')).toEqual({
      ...{ stack: null, functionName: null, principal: null },
    });
  } finally {
    reader.close();
    database.close();
    rmSync(folder, { recursive: true });
  }
});

const ADVICE: LimitsAdvice = {
  ...{ mode: 'warn', windowSeconds: 10 },
  limits: [
    {
      ...{ name: 'document-writes', title: 'Writes to one document', perSecond: 1, unit: 'writes' },
      ...{ sentence: 'One a second.', page: 'Usage and limits', url: 'https://example.com', cure: 'Shards.' },
    },
  ],
  findings: [
    {
      ...{
        limit: 'document-writes',
        database: 'd',
        subject: 'stock/s',
        peakPerSecond: 2.5,
        limitPerSecond: 1,
      },
      ...{ sinceMs: 0, lastMs: 0, listeners: 0, refused: 0, traceId: TRACE },
      writer: {
        functionName: 'sell',
        lines: [{ file: 'src/stock.ts', line: 4 }],
        isRecorded: true,
        isClient: false,
      },
    },
    {
      ...{
        limit: 'document-writes',
        database: 'd',
        subject: 'lease/l',
        peakPerSecond: 1.1,
        limitPerSecond: 1,
      },
      ...{ sinceMs: 0, lastMs: 0, listeners: 0, refused: 1200, expected: 'one writer' },
      writer: { functionName: null, lines: [], isRecorded: false, isClient: false },
    },
  ],
  heat: { fromMs: 0, secondsPerColumn: 5, columns: 2, documents: [] },
};

it('lintLimits warns with source line and cure; expected findings are informational', () => {
  expect(lintLimits(ADVICE)).toMatchObject([
    {
      ...{ level: 'warning', title: 'stock/s: 25 writes in 10 s', fix: 'Shards.', traceId: TRACE },
      source: { file: 'src/stock.ts', line: 4 },
    },
    { level: 'info', detail: 'One a second. (Usage and limits) Expected: one writer.', source: null },
  ]);
});

it('formatLimits prints the limits, then the findings with the code and a cure', () => {
  expect(formatLimits(ADVICE).split('\n')).toEqual([
    "Production's soft limits, as averages over 10 s (--limits warn):",
    '     1 a second  Writes to one document (Usage and limits)',
    '',
    'stock/s: 2.5 writes a second, limit 1',
    '  written by src/stock.ts:4 in function sell',
    '  One a second.',
    '  Shards.',
    'lease/l: 1.1 writes a second, limit 1, 1,200 refused',
    '  expected: one writer',
  ]);
});

it('says of a client that it wrote, and of a line only that it may have', () => {
  const [finding] = ADVICE.findings;
  const line = { file: 'web/buy.ts', line: 8 };
  const writer = { functionName: null, lines: [line], isRecorded: false, isClient: true };
  const advice = { ...ADVICE, findings: [{ ...finding, writer }] } as LimitsAdvice;
  expect(lintLimits(advice)).toMatchObject([
    {
      detail: 'One a second. (Usage and limits) Written by a client, perhaps in web/buy.ts:8.',
      source: null,
    },
  ]);
  expect(formatLimits(advice)).toContain('\n  written by a client, perhaps in web/buy.ts:8\n');
  expect(formatWriter({ ...writer, lines: [] })).toBe('written by a client');
});
