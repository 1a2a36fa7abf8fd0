import { describe, expect, it } from 'vitest';
import type { SpanRow } from '../recording/rows.ts';
import { Senders } from './senders.ts';

function row(id: string, endMs: number | null): SpanRow {
  return {
    trace_id: '1'.repeat(32),
    span_id: id,
    parent_span_id: null,
    name: `invocation ${id}`,
    kind: 'server',
    service: 'functions',
    start_ms: 1000,
    end_ms: endMs,
    status: 'unset',
    status_message: null,
    attributes: '{}',
    events: '[]',
  };
}

function sendersAt(nowMs: number) {
  const state = { nowMs, alive: true };
  const senders = new Senders({ isAlive: () => state.alive, nowMs: () => state.nowMs });
  return { state, senders };
}

describe('Senders', () => {
  it('reports once a process that dies with open spans, with its name and time range, and ends the spans as failed', () => {
    const { state, senders } = sendersAt(2000);
    senders.add(4711, [row('a', null), row('b', null), row('c', 1500)]);
    state.nowMs = 3000;
    senders.add(4711, [row('b', 2900)]);
    expect(senders.takeDead()).toEqual({ spans: [], gaps: [] });
    Object.assign(state, { nowMs: 9000, alive: false });
    const { spans, gaps } = senders.takeDead();
    expect(spans).toMatchObject([
      {
        span_id: 'a',
        end_ms: 9000,
        status: 'error',
        status_message: 'The process 4711 ended before the span did',
      },
    ]);
    expect(gaps).toHaveLength(1);
    expect(gaps[0]).toMatchObject({ severity: 'WARN', body: expect.stringContaining('invocation a') });
    expect(JSON.parse(gaps[0]?.attributes ?? '')).toEqual({
      gap: { service: 'functions', pid: 4711, from_ms: 3000, to_ms: 9000, open_spans: 1 },
    });
    expect(senders.takeDead()).toEqual({ spans: [], gaps: [] });
  });

  it('reports nothing for a process that dies after all its spans have ended', () => {
    const { state, senders } = sendersAt(2000);
    senders.add(4711, [row('a', null)]);
    senders.add(4711, [row('a', 1900)]);
    state.alive = false;
    expect(senders.takeDead()).toEqual({ spans: [], gaps: [] });
  });

  it('gives a span no end before its start if the clock was set back', () => {
    const { state, senders } = sendersAt(2000);
    senders.add(4711, [row('a', null)]);
    Object.assign(state, { nowMs: 10, alive: false });
    expect(senders.takeDead().spans[0]?.end_ms).toBe(1000);
  });
});
