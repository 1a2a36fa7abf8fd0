import { describe, expect, it } from 'vitest';
import { type DenialPage, listDenials, toRequest } from './recorded-denials.ts';
import type { DecidedRequest } from './rules-endpoints.ts';
import { senderOf, targetOf } from './rules-text.ts';

const row = (spanId: string, time: string, more: Readonly<Record<string, string>> = {}) => ({
  trace_id: `trace-${spanId}`,
  span_id: spanId,
  start_ms: Date.parse(time),
  attributes: JSON.stringify({
    'rules.method': 'get',
    'rules.path': 'orders/o1',
    'rules.uid': 'bob',
    'rules.outcome': 'deny',
    'rules.time': time,
    'rules.allows': '[{"line":5,"outcome":"error"}]',
    'rules.explanation': '{"path":"/orders/o1","statements":[],"others":[]}',
    ...more,
  }),
});
const page = (...denials: DecidedRequest[]): DenialPage => ({ denials, gaps: [], next: null });

describe('a denial of the event log', () => {
  it('contains the time, the target, the sender and the explanation of the request', () => {
    const request = toRequest(
      row('s1', '2026-01-31T12:00:00.123456Z', { 'rules.database': 'second' }),
      'firestore',
    );
    expect(request).toMatchObject({
      traceId: 'trace-s1',
      isFromLog: true,
      outcome: 'deny',
      time: '2026-01-31T12:00:00.123456Z',
      granularAllowOutcomes: [{ line: 5, outcome: false }],
      explanation: { path: '/orders/o1' },
    });
    expect(targetOf(request)).toEqual({ databaseId: 'second', path: '/orders/o1' });
    expect(senderOf(request)).toBe('bob');
  });

  it('contains the bucket and the file path for Storage', () => {
    const request = toRequest(
      row('s1', '2026-01-31T12:00:00Z', { 'rules.path': 'b/photos/o/a/b.png' }),
      'storage',
    );
    expect(targetOf(request)).toEqual({ databaseId: 'photos', path: '/a/b.png' });
  });

  it('is listed without its explanation if that was truncated', () => {
    const request = toRequest(
      row('s1', '2026-01-31T12:00:00Z', { 'rules.explanation': '{"path": … (9 more' }),
      'firestore',
    );
    expect(request.explanation).toBeUndefined();
    expect(targetOf(request).path).toBe('/orders/o1');
  });
});

describe('the list of denials', () => {
  it("contains a request only once, in the monitor's version if there is one", () => {
    const { isFromLog: _, ...monitored } = toRequest(row('s2', '2026-01-31T12:00:02.5Z'), 'firestore');
    const seen = { ...monitored, requestId: 'monitored' };
    const recorded = page(
      toRequest(row('s2', '2026-01-31T12:00:02.5Z'), 'firestore'),
      toRequest(row('s1', '2026-01-31T12:00:01Z'), 'firestore'),
    );
    const ids = listDenials([seen], [recorded]).map(({ request }) => request?.requestId);
    expect(ids).toEqual(['monitored', 's1']);
  });

  it('contains gaps at their time between the denials of all pages, and no allowed request', () => {
    const gap = { id: 7, time_ms: Date.parse('2026-01-31T12:00:02Z'), body: '12 spans are missing' };
    const allowed = {
      ...toRequest(row('s9', '2026-01-31T12:00:09Z'), 'firestore'),
      outcome: 'allow' as const,
    };
    const pages = [
      { ...page(toRequest(row('s3', '2026-01-31T12:00:03Z'), 'firestore')), gaps: [gap] },
      page(toRequest(row('s1', '2026-01-31T12:00:01Z'), 'firestore')),
    ];
    const rows = listDenials([allowed], pages).map(
      ({ request, gap: each }) => request?.requestId ?? each?.id,
    );
    expect(rows).toEqual(['s3', 7, 's1']);
  });
});
