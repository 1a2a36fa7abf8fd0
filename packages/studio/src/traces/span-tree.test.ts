import type { SpanRow } from 'savepoint-event-log/recording/rows';
import { describe, expect, it } from 'vitest';
import { formatDuration, waterfall } from './span-tree.ts';

const span = (
  span_id: string,
  parent_span_id: string | null,
  start_ms: number,
  end_ms: number | null,
): SpanRow => ({
  trace_id: 't',
  span_id,
  parent_span_id,
  name: span_id,
  kind: 'internal',
  service: 'test',
  start_ms,
  end_ms,
  status: 'ok',
  status_message: null,
  attributes: '{}',
  events: '[]',
});

const shape = (spans: readonly SpanRow[], nowMs = 0) =>
  waterfall(spans, nowMs).map(({ span: { span_id }, depth }) => `${' '.repeat(depth)}${span_id}`);

describe('the waterfall of a trace', () => {
  it('shows each span below its parent, ordered by start', () => {
    expect(
      shape([
        span('c', 'a', 30, 40),
        span('b', 'a', 10, 20),
        span('a', null, 0, 100),
        span('d', 'b', 12, 13),
      ]),
    ).toEqual(['a', ' b', '  d', ' c']);
  });

  it('lists spans with a missing parent, and spans that are parents of each other', () => {
    expect(shape([span('a', 'lost', 0, 1), span('x', 'y', 2, 3), span('y', 'x', 2, 3)])).toEqual([
      'a',
      'x',
      ' y',
    ]);
  });

  it('positions a span by its share of the duration, and an open one up to now', () => {
    const rows = waterfall([span('a', null, 100, null), span('b', 'a', 150, 175)], 200);
    expect(rows.map(({ start, length }) => [start, length])).toEqual([
      [0, 1],
      [0.5, 0.25],
    ]);
  });

  it('has the duration of foreground spans, and cuts background bars at its edge', () => {
    const background = { attributes: '{"background":true}' };
    const rows = waterfall(
      [
        span('a', null, 100, 200),
        { ...span('stream', 'a', 150, null), ...background },
        span('b', 'stream', 160, 180),
        { ...span('update', 'stream', 900, 901), ...background },
      ],
      1000,
    );
    expect(rows.map(({ start, length }) => [start, length])).toEqual([
      [0, 1],
      [0.5, 0.5],
      [0.6, expect.closeTo(0.2)],
      [1, 0],
    ]);
    expect(waterfall([{ ...span('a', null, 0, 10), ...background }], 10)[0]).toMatchObject({ length: 1 });
  });

  it('gives a span that ends before it starts no negative length', () => {
    expect(waterfall([span('a', null, 100, 90)], 0)[0]?.length).toBe(0);
  });

  it('supports a chain of 20,000 spans', () => {
    const chain = Array.from({ length: 20_000 }, (_, index) =>
      span(`s${index}`, index === 0 ? null : `s${index - 1}`, index, index + 1),
    );
    expect(waterfall(chain, 0).at(-1)?.depth).toBe(19_999);
  });
});

describe('a duration', () => {
  it.each([
    [0.42, '0.4 ms'],
    [12.3, '12 ms'],
    [1250, '1.25 s'],
  ])('of %d ms is formatted as %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });
});
