import type { SpanRow } from 'savepoint-event-log/recording/rows';
import { describe, expect, it } from 'vitest';
import { failureText, originOfFailure } from './span-failure.ts';
import type { WaterfallRow } from './span-tree.ts';

const row = (span_id: string, parent_span_id: string | null, status: string) =>
  ({ span: { span_id, parent_span_id, status } as SpanRow }) as WaterfallRow;

describe('originOfFailure', () => {
  it('is the failed span without failed descendants', () => {
    const rows = [row('a', null, 'error'), row('b', 'a', 'ok'), row('c', 'a', 'error'), row('d', 'c', 'ok')];
    expect(originOfFailure(rows)?.span_id).toBe('c');
  });

  it('is undefined if no span has failed', () => {
    expect(originOfFailure([row('a', null, 'ok')])).toBeUndefined();
  });
});

describe('failureText', () => {
  const exception = { name: 'exception', attributes: { 'exception.message': 'no such order' } };
  const logs = [
    { severity: 'INFO', body: 'begins' },
    { severity: 'ERROR', body: 'TypeError: x is undefined' },
  ];

  it.each([
    ['the exception', 'INTERNAL', [exception], logs, 'no such order'],
    ['an error that was logged', 'INTERNAL', [], logs, 'TypeError: x is undefined'],
    ['the status', 'INTERNAL', [], [], 'INTERNAL'],
    ['a sentence', null, [], [], 'This step failed.'],
  ])('is preferably %s', (_what, status, events, lines, text) => {
    expect(failureText(status, events, lines)).toBe(text);
  });
});
