import { describe, expect, it } from 'vitest';
import {
  activeSpan,
  isUnsampled,
  runInSpan,
  type SpanRecord,
  startTrace,
  withSpan,
  withSpanSync,
} from './tracing.ts';

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

function recorder(): { records: SpanRecord[]; sink: (record: SpanRecord) => void } {
  const records: SpanRecord[] = [];
  return { records, sink: (record) => records.push(record) };
}

describe('startTrace', () => {
  it('continues the trace of a traceparent', () => {
    const { records, sink } = recorder();
    startTrace(sink, 'commit', TRACEPARENT).end();
    expect(records).toMatchObject([
      { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', parentSpanId: '00f067aa0ba902b7' },
    ]);
  });

  it.each([
    undefined,
    '',
    'nonsense',
    '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01',
    'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  ])('begins a new trace for %j', (traceparent) => {
    const { records, sink } = recorder();
    startTrace(sink, 'commit', traceparent).end();
    expect(records[0]?.parentSpanId).toBeUndefined();
    expect(records[0]?.traceId).toMatch(/^[\da-f]{32}$/);
    expect(records[0]?.traceId).not.toContain('4bf92f35');
  });
});

describe('isUnsampled', () => {
  it.each([
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00', true],
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-02', true],
    [TRACEPARENT, false],
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-03', false],
    ['nonsense-00', false],
    [undefined, false],
  ])('reads the lowest bit of the flags of %j', (traceparent, expected) => {
    expect(isUnsampled(traceparent)).toBe(expected);
  });
});

describe('withSpan', () => {
  it("makes each concurrent task's span a child of the span in which the task began", async () => {
    const { records, sink } = recorder();
    const roots = ['a', 'b'].map((name) => startTrace(sink, name, undefined));
    await Promise.all(
      roots.map((root) =>
        runInSpan(root, () =>
          withSpan('outer', async () => {
            await new Promise(setImmediate);
            await withSpan('inner', async () => undefined);
          }),
        ),
      ),
    );
    for (const root of roots) root.end();
    for (const name of ['a', 'b']) {
      const { traceId, spanId } = records.find((record) => record.name === name) as SpanRecord;
      const outer = records.find((record) => record.traceId === traceId && record.name === 'outer');
      const inner = records.find((record) => record.traceId === traceId && record.name === 'inner');
      expect(outer?.parentSpanId).toBe(spanId);
      expect(inner?.parentSpanId).toBe(outer?.spanId);
    }
  });

  it('marks the span of a task that throws as failed and rethrows', async () => {
    const { records, sink } = recorder();
    const run = runInSpan(startTrace(sink, 'root', undefined), () =>
      withSpan('task', () => Promise.reject(new Error('no stock'))),
    );
    await expect(run).rejects.toThrow('no stock');
    expect(records).toMatchObject([{ name: 'task', error: 'no stock' }]);
  });

  it('just runs the task when nothing is recorded', () => {
    expect(activeSpan()).toBeUndefined();
    expect(withSpanSync('task', () => 7)).toBe(7);
  });
});

describe('Span', () => {
  it('exports an open span without an end, and its end later', () => {
    const { records, sink } = recorder();
    const span = startTrace(sink, 'listen', undefined);
    span.report();
    span.end();
    span.end();
    expect(records.map(({ endMs }) => endMs === undefined)).toEqual([true, false]);
    expect(records[0]?.spanId).toBe(records[1]?.spanId);
  });

  it("continues the trace of an earlier request's operation, or its own without one", () => {
    const { records, sink } = recorder();
    const span = startTrace(sink, 'POST /pay', undefined);
    span.continued('pay', TRACEPARENT).end();
    span.continued('pay', undefined).end();
    span.end();
    expect(records[0]?.traceId).toBe('4bf92f3577b34da6a3ce929d0e0e4736');
    expect(records[1]?.parentSpanId).toBe(records[2]?.spanId);
  });

  it('passes its baggage, but not its attributes, to the spans that it causes', () => {
    const { records, sink } = recorder();
    const update = startTrace(sink, 'listen', undefined, { attributes: { messages: 1 } }).child('update', {
      baggage: { background: true },
    });
    update.child('authorize', { attributes: { line: 5 } }).end();
    update.end();
    expect(records.map(({ attributes }) => attributes)).toEqual([
      { background: true, line: 5 },
      { background: true },
    ]);
  });

  it('removes secrets from its name, attributes, events and error', () => {
    const { records, sink } = recorder();
    const span = startTrace(sink, 'GET /?id_token=abc123', undefined, {
      attributes: { password: 'hunter2' },
    });
    span.event('read', { authorization: 'Bearer abc' });
    span.fail('card 4242424242424242 declined');
    span.end();
    const text = JSON.stringify(records);
    for (const secret of ['abc123', 'hunter2', 'Bearer abc', '4242']) expect(text).not.toContain(secret);
  });
});
