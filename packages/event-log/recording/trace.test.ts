import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { formatTrace, LAST_TRACE, type TraceSpan } from './trace.ts';

function span(values: Partial<TraceSpan>): TraceSpan {
  return {
    span_id: 'a',
    parent_span_id: null,
    service: 'functions',
    name: 'createOrder',
    start_ms: 1000,
    end_ms: 1100.4,
    status: 'unset',
    status_message: null,
    ...values,
  };
}

describe('formatTrace', () => {
  it('escapes request data in the name or the error of a span', () => {
    const name = 'GET /\u001b]52;c;x\u0007\ntrace fake';
    const spans = [span({ name, status: 'error', status_message: '\u009b2J' })];
    expect(formatTrace('t1', spans).split('\n')).toEqual([
      'trace t1',
      expect.stringMatching(/ GET \/\\u001b\]52;c;x\\u0007\\u000atrace fake {2}ERROR \\u009b2J$/),
    ]);
  });

  it('indents each span below its parent, with offset, duration and error', () => {
    const spans = [
      span({}),
      span({
        span_id: 'b',
        parent_span_id: 'a',
        service: 'firestore',
        name: 'commit',
        start_ms: 1012,
        end_ms: 1015,
      }),
      span({ span_id: 'c', parent_span_id: 'b', name: 'mail', start_ms: 1020, end_ms: null }),
      span({
        span_id: 'd',
        parent_span_id: 'a',
        name: 'pay',
        start_ms: 1030,
        status: 'error',
        status_message: 'declined',
      }),
    ];
    expect(formatTrace('t1', spans)).toBe(
      [
        'trace t1',
        '     +0 ms    100 ms  functions createOrder',
        '    +12 ms      3 ms    firestore commit',
        '    +20 ms      open      functions mail',
        '    +30 ms     70 ms    functions pay  ERROR declined',
      ].join('\n'),
    );
  });

  it('prints a span with an unrecorded parent, and spans that are parents of each other, once each', () => {
    const spans = [
      span({ span_id: 'a', parent_span_id: 'missing' }),
      span({ span_id: 'x', parent_span_id: 'y', name: 'cycle' }),
      span({ span_id: 'y', parent_span_id: 'x', name: 'cycle' }),
    ];
    expect(formatTrace('t1', spans).split('\n')).toHaveLength(4);
  });
});

it('the last trace spans several servers, and late updates of an open stream do not count', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE spans (trace_id TEXT, service TEXT, start_ms REAL, attributes TEXT)');
  const insert = database.prepare('INSERT INTO spans VALUES (?, ?, ?, ?)');
  const last = () => database.prepare(LAST_TRACE).get()?.trace_id;
  expect(last()).toBeUndefined();
  insert.run('ping', 'firestore', 50, '{}');
  expect(last()).toBe('ping');
  for (const [trace, start] of [
    ['page', 10],
    ['order', 20],
  ] as const) {
    insert.run(trace, 'browser', start, '{}');
    insert.run(trace, 'firestore', start + 1, '{"background":true}');
  }
  insert.run('page', 'firestore', 90, '{"background":true}');
  expect(last()).toBe('order');
  database.close();
});
