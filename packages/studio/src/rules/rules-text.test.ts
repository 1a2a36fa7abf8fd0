import { describe, expect, it } from 'vitest';
import type { DecidedRequest } from './rules-endpoints.ts';
import {
  coverageByLine,
  coverageMark,
  deniedFirst,
  formatRulesValue,
  senderOf,
  targetOf,
} from './rules-text.ts';

const request = (outcome: DecidedRequest['outcome'], requestId: string): DecidedRequest => ({
  requestId,
  outcome,
  time: '2026-01-31T12:00:00Z',
  rulesContext: {
    request: { mapValue: { fields: { auth: { mapValue: { fields: { uid: { stringValue: 'alice' } } } } } } },
    resource: { nullValue: null },
    path: '/databases/(default)/documents/orders/o1',
    method: 'get',
  },
  granularAllowOutcomes: [],
});

describe('the list of requests', () => {
  it('puts denied and failed requests first, otherwise keeping the order', () => {
    const list = [request('allow', '1'), request('deny', '2'), request('allow', '3'), request('error', '4')];
    expect(deniedFirst(list).map(({ requestId }) => requestId)).toEqual(['2', '4', '1', '3']);
  });

  it('contains the sender and the path', () => {
    expect(senderOf(request('deny', '1'))).toBe('alice');
    expect(targetOf(request('deny', '1'))).toEqual({ databaseId: '(default)', path: '/orders/o1' });
  });
});

describe('the coverage of a line', () => {
  it('counts how often its condition was true, false or an error, but not skipped expressions', () => {
    const position = { line: 7, currentOffset: 0, endOffset: 5 };
    const lines = coverageByLine([
      {
        sourcePosition: position,
        values: [
          { value: { boolValue: true }, count: 2 },
          { value: { boolValue: false }, count: 1 },
          { value: { undefined: { causeMessage: 'no' } }, count: 4 },
        ],
        children: [{ sourcePosition: { ...position, line: 8 }, values: [{ value: {}, count: 7 }] }],
      },
    ]);
    expect(lines.get(7)).toMatchObject({ evaluations: 7, granted: 2, denied: 1, failed: 4 });
    expect(lines.get(8)).toMatchObject({ evaluations: 0 });
  });
});

describe('the bar of a line', () => {
  const counts = { evaluations: 2, granted: 0, denied: 0, failed: 0, nodes: [] };

  it.each([
    ['a condition that was true and false', { ...counts, granted: 1, denied: 1 }, 'covered'],
    ['a condition that denied all requests', { ...counts, denied: 2 }, 'never-true'],
    ['a condition that failed for all requests', { ...counts, failed: 2 }, 'never-true'],
    ['a further line of a condition', counts, 'covered'],
    ['a condition that no request reached', { ...counts, evaluations: 0 }, 'uncovered'],
  ])('distinguishes %s', (_, coverage, mark) => {
    expect(coverageMark(coverage)).toBe(mark);
  });
});

describe('a value of the rules language', () => {
  it('is formatted as in rules, and truncated when it is long', () => {
    expect(
      formatRulesValue({ mapValue: { fields: { a: { intValue: '1' }, b: { stringValue: 'x' } } } }),
    ).toBe("{a: 1, b: 'x'}");
    expect(
      formatRulesValue({ listValue: { values: Array.from({ length: 500 }, () => ({ intValue: '1' })) } })
        .length,
    ).toBeLessThan(210);
  });
});
