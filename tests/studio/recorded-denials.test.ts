// Denials that only the event log has: from before Studio was started, or beyond the request
// monitor's limit.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoSidewaysScrolling, expectNoViolations } from './accessibility.ts';
import { PROJECT, type StudioStack, startStudioStack, tokenOf } from './studio-stack.ts';

const START_TIMEOUT_MS = 120_000;
const TEST_TIMEOUT_MS = 90_000;
const OLD = 60;
const START_MS = Date.UTC(2026, 0, 31, 12);

let stack: StudioStack;

const text = (key: string, value: string) => ({ key, value: { stringValue: value } });
const nanos = (ms: number) => `${ms}000000`;
const resourceOf = (service: string) => ({ attributes: [text('service.name', service)] });
const resource = resourceOf('firestore');

async function send(path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${stack.eventLogUrl}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}

/** A denied read of `orders/old-INDEX`, one per second since START_MS, as the emulator sends it. */
function denial(index: number): object {
  const startMs = START_MS + index * 1000;
  return {
    traceId: String(index + 1).padStart(32, '0'),
    spanId: String(index + 1).padStart(16, '0'),
    name: 'authorize',
    startTimeUnixNano: nanos(startMs),
    endTimeUnixNano: nanos(startMs + 1),
    attributes: [
      text('rules.method', 'get'),
      text('rules.path', `orders/old-${index}`),
      text('rules.outcome', 'deny'),
      text('rules.database', '(default)'),
      text('rules.time', new Date(startMs).toISOString()),
      text('rules.explanation', `{"path":"/orders/old-${index}","statements":[],"others":[]}`),
    ],
  };
}

/** A denied read of a file, as the Storage emulator sends it. */
const DENIED_FILE = {
  traceId: 'f'.repeat(32),
  spanId: 'f'.repeat(16),
  name: 'authorize',
  startTimeUnixNano: nanos(START_MS),
  endTimeUnixNano: nanos(START_MS + 1),
  attributes: [
    text('rules.method', 'get'),
    text('rules.path', 'b/photos/o/trips/a.png'),
    text('rules.outcome', 'deny'),
    text('rules.explanation', '{"path":"/b/photos/o/trips/a.png","statements":[],"others":[]}'),
  ],
};

beforeAll(async () => {
  stack = await startStudioStack({ isRecording: true });
  await stack.write({ 'orders/o1': { owner: { stringValue: 'alice' } } });
  const spans = Array.from({ length: OLD }, (_, index) => denial(index));
  await send('/v1/traces', {
    resourceSpans: [
      { resource, scopeSpans: [{ spans }] },
      { resource: resourceOf('storage'), scopeSpans: [{ spans: [DENIED_FILE] }] },
    ],
  });
  const gap = {
    timeUnixNano: nanos(START_MS + 57_500),
    severityText: 'WARN',
    body: { stringValue: '12 spans are missing' },
    attributes: [
      {
        key: 'gap',
        value: { kvlistValue: { values: [{ key: 'dropped', value: { intValue: '12' } }] } },
      },
    ],
  };
  await send('/v1/logs', { resourceLogs: [{ resource, scopeLogs: [{ logRecords: [gap] }] }] });
  const documents = `${stack.firestoreUrl}/v1/projects/${PROJECT}/databases/(default)/documents`;
  const headers = { authorization: `Bearer ${tokenOf('bob')}` };
  expect((await fetch(`${documents}/orders/o1`, { headers })).status).toBe(403);
}, START_TIMEOUT_MS);

afterAll(() => stack.close());

describe('the denied requests', { timeout: TEST_TIMEOUT_MS }, () => {
  it('continue with those of the event log, with gaps, to the oldest', async () => {
    const page = await stack.open('/rules?show=denied');
    const rows = page.locator('.requests .request');
    await rows.nth(4).waitFor();
    const targets = (await rows.locator('.request-target').allTextContents()).slice(0, 5);
    expect(targets).toEqual([
      ...['get /orders/o1', 'get /orders/old-59', 'get /orders/old-58'],
      ...['Not recorded', 'get /orders/old-57'],
    ]);
    expect(await rows.nth(3).textContent()).toContain('12 spans are missing');
    await page.getByRole('button', { name: 'Show older denials' }).click();
    await page.getByText('The event log of this run has no older denials.').waitFor();
    await page.locator('.requests').evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await page.getByRole('link', { name: 'get /orders/old-0', exact: false }).last().click();
    const details = page.getByRole('article', { name: 'The selected request' });
    await details.getByText('get /orders/old-0').waitFor();
    await expectNoViolations(page);
    await expectNoSidewaysScrolling(page);
    await details.getByRole('link', { name: 'Show its trace' }).click();
    await page.waitForURL(`**/traces/${'1'.padStart(32, '0')}`);
    await page.close();
  });

  it('are replayed against the edited rules with the data that the event log has, and say what that is', async () => {
    const page = await stack.open('/rules?show=denied');
    await page.getByRole('link', { name: 'get /orders/old-59' }).click();
    await page.getByRole('link', { name: 'Replay against the edited rules' }).click();
    const form = page.getByRole('form', { name: 'Try it' });
    await form.getByText('The event log has neither the document as it was').waitFor();
    await form.getByRole('region', { name: 'Decision' }).getByText('denied').waitFor();
    expect(await form.getByLabel('Path').inputValue()).toBe('/orders/old-59');
    await page.close();
  });

  it('lead to their traces from the request monitor, too', async () => {
    const page = await stack.open('/rules?show=denied&q=/orders/o1');
    await page.getByRole('link', { name: 'get /orders/o1' }).click();
    await page.getByRole('link', { name: 'Show its trace' }).click();
    await page.getByRole('heading', { name: 'getDocument', level: 2 }).waitFor();
    await page.close();
  });

  it('list a request once if both the request monitor and the event log have it', async () => {
    const page = await stack.open('/rules?show=denied&q=/orders/o1');
    const recorded = () =>
      page.evaluate(async () => {
        const token = document.querySelector<HTMLMetaElement>('meta[name="studio-token"]')?.content ?? '';
        const response = await fetch('/api/log/api/query', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-studio-token': token },
          body: JSON.stringify({
            sql: `SELECT count(*) FROM spans WHERE attributes ->> '$."rules.path"' = 'orders/o1'
              AND attributes ->> '$."rules.outcome"' = 'deny'`,
          }),
        });
        return (await response.json()).rows[0][0] as number;
      });
    await expect.poll(recorded).toBe(1);
    await page.reload();
    await page.getByText('The event log').or(page.getByText('Show older denials')).waitFor();
    expect(await page.locator('.requests a.request').count()).toBe(1);
    await page.close();
  });

  it('of Storage are listed beside its rules, with the bucket and the trace of each', async () => {
    const page = await stack.open('/rules?service=storage');
    await page.getByRole('link', { name: 'get /trips/a.png' }).click();
    const details = page.getByRole('article', { name: 'The selected request' });
    await details.getByText('photos', { exact: true }).waitFor();
    await page.getByText('The event log of this run has no older denials.').waitFor();
    await expectNoViolations(page);
    await expectNoSidewaysScrolling(page);
    await details.getByRole('link', { name: 'Show its trace' }).click();
    await page.waitForURL(`**/traces/${'f'.repeat(32)}`);
    await page.close();
  });
});
