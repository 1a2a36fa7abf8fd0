// The traces of a run with many requests: the newest as a list, older ones on demand, and the gaps
// of the event log.
import type { Locator } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StudioStack, startStudioStack } from './studio-stack.ts';

const START_TIMEOUT_MS = 180_000;
const TEST_TIMEOUT_MS = 90_000;
const TRACES = 2_500;
const SPANS_PER_TRACE = 8;
const SPANS_PER_EXPORT = 1_000;
const START_MS = Date.UTC(2026, 0, 31, 12);

let stack: StudioStack;

const hex = (value: number, length: number) => value.toString(16).padStart(length, '0');
const nanos = (ms: number) => `${ms}000000`;

/** The span `index` of a run: every eighth begins a trace, one per second. */
function span(index: number): object {
  const trace = Math.floor(index / SPANS_PER_TRACE);
  const startMs = START_MS + trace * 1000 + (index % SPANS_PER_TRACE);
  return {
    traceId: hex(trace + 1, 32),
    spanId: hex(index + 1, 16),
    ...(index % SPANS_PER_TRACE === 0 ? {} : { parentSpanId: hex(trace * SPANS_PER_TRACE + 1, 16) }),
    name: index % SPANS_PER_TRACE === 0 ? `request ${trace}` : 'step',
    startTimeUnixNano: nanos(startMs),
    endTimeUnixNano: nanos(startMs + 1),
  };
}

async function send(spans: readonly object[], service: string): Promise<void> {
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: service } }] };
  const response = await fetch(`${stack.eventLogUrl}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans }] }] }),
  });
  expect(response.status).toBe(200);
}

beforeAll(async () => {
  stack = await startStudioStack({ isRecording: true });
  for (let start = 0; start < TRACES * SPANS_PER_TRACE; start += SPANS_PER_EXPORT) {
    const spans = Array.from({ length: SPANS_PER_EXPORT }, (_, index) => span(start + index));
    await send(spans, 'app');
  }
}, START_TIMEOUT_MS);

afterAll(() => stack.close());

/** The last trace of the list, which is scrolled to its end. */
async function lastOf(list: Locator): Promise<string | null> {
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  return list.locator('.request-target').last().textContent();
}

describe('the traces of a long run', { timeout: TEST_TIMEOUT_MS }, () => {
  it('are listed newest first, with only the visible rows in the page, and continue with older ones', async () => {
    const page = await stack.open('/traces?q=service:app');
    const list = page.getByRole('group', { name: 'Traces' });
    await list.getByText(`request ${TRACES - 1}`, { exact: true }).waitFor();
    await expect.poll(() => lastOf(list)).toBe(`request ${TRACES - 200}`);
    expect(await list.locator('.request').count()).toBeLessThan(60);
    await page.getByRole('button', { name: 'Show older traces' }).click();
    await expect.poll(() => lastOf(list)).toBe(`request ${TRACES - 400}`);
    await page.close();
  });

  it('open a trace with many spans at the span in its URL', async () => {
    const idOf = (index: number) => hex(TRACES * SPANS_PER_TRACE + index + 1, 16);
    const spans = Array.from({ length: 200 }, (_, index) => ({
      ...{ traceId: 'f'.repeat(32), spanId: idOf(index), name: `span ${index}` },
      ...{ startTimeUnixNano: nanos(START_MS + index), endTimeUnixNano: nanos(START_MS + index + 1) },
    }));
    await send(spans, 'wide');
    const page = await stack.open(`/traces/${'f'.repeat(32)}?span=${idOf(150)}`);
    await page.getByRole('heading', { name: 'span 150', level: 3 }).waitFor();
    await page.locator('.span-row[aria-current]').getByText('span 150').waitFor();
    expect(await page.locator('.span-row').getByText('span 0', { exact: true }).count()).toBe(0);
    await page.close();
  });

  it('are found by a search among all of them', async () => {
    const page = await stack.open(`/traces?q=${encodeURIComponent('name:"request 13"')}`);
    const list = page.getByRole('group', { name: 'Traces' });
    await list.getByText('request 1399', { exact: true }).waitFor();
    await expect.poll(() => lastOf(list)).toBe('request 13');
    expect(await page.getByRole('button', { name: 'Show older traces' }).count()).toBe(0);
    await page.close();
  });
});
