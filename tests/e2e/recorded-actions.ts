// Records actions on the pages of a test, with the script that the dev server adds to its pages:
// the tests run the production build, which does not contain it.
import { readFileSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';

const SCRIPT = readFileSync(
  new URL('../../packages/stack/preload/dev-server/browser-tracing.js', import.meta.url),
  'utf8',
);

function eventLogUrl(): string {
  return process.env.SAVEPOINT_EVENT_LOG_URL ?? '';
}

/** Exports spans as OTLP JSON to the event log of the stack. */
async function sendSpans(body: string): Promise<void> {
  const response = await fetch(`${eventLogUrl()}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  await response.arrayBuffer();
}

/**
 * From now on, pages that the context opens begin a trace with each click, as on the dev server.
 * Hosting's Content-Security-Policy allows no request to the event log, so the context bypasses it.
 */
export async function recordActions(context: BrowserContext): Promise<void> {
  await context.addInitScript({
    content: SCRIPT.replace('%ENDPOINT%', eventLogUrl()).replace('%STUDIO%', ''),
  });
}

/** Records the first span of a trace that a test has begun, as a page does. */
export async function recordFirstSpan(traceparent: string, name: string): Promise<void> {
  const [, traceId, spanId] = traceparent.split('-');
  const time = `${Date.now()}000000`;
  const span = { traceId, spanId, name, kind: 1, startTimeUnixNano: time, endTimeUnixNano: time };
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'browser' } }] };
  await sendSpans(JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] }));
}
