import { describe, expect, it } from 'vitest';
import { listTraces } from './trace-rows.ts';

const trace = (start_ms: number) => ({
  ...{ trace_id: `t${start_ms}`, name: 'get', services: 'firestore', start_ms },
  ...{ end_ms: start_ms + 1, spans: 1, errors: 0 },
});
const gap = (time_ms: number) => ({ id: time_ms, time_ms, body: 'spans are missing' });
const timesOf = (hasMore: boolean) =>
  listTraces({ traces: [trace(30), trace(10)], hasMore }, [gap(40), gap(20), gap(5)]).map((row) =>
    row.gap === undefined ? row.trace.start_ms : -row.gap.time_ms,
  );

describe('the list of traces', () => {
  it('shows each gap at its time', () => {
    expect(timesOf(false)).toEqual([-40, 30, -20, 10, -5]);
  });

  it('leaves a gap that is older than its last trace to the next page', () => {
    expect(timesOf(true)).toEqual([-40, 30, -20, 10]);
  });
});
