import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { asObjects, type Query } from './query.ts';

/**
 * A trace begun by a test. Requests that carry its `traceparent`, and everything that they cause,
 * become part of it.
 */
export interface TestTrace {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** The header `traceparent` (https://www.w3.org/TR/trace-context/). */
  readonly traceparent: string;
}

/** A recorded operation. */
export interface RecordedSpan {
  readonly service: string;
  readonly name: string;
  readonly startMs: number;
  /** Null while it is open. */
  readonly endMs: number | null;
  readonly status: 'unset' | 'ok' | 'error';
  readonly statusMessage: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
}

const TIMEOUT_MS = 20_000;
const PAUSE_MS = 50;
const SPANS = `SELECT service, name, start_ms AS startMs, end_ms AS endMs, status, status_message AS statusMessage, attributes
  FROM spans WHERE trace_id = ? ORDER BY start_ms`;

/**
 * Begins a trace. Set it on a Playwright page with `page.setExtraHTTPHeaders({ traceparent })`
 * before opening the page, or on `fetch` with a header.
 */
export function beginTrace(): TestTrace {
  const id = randomBytes(16).toString('hex');
  return { id, traceparent: `00-${id}-${randomBytes(8).toString('hex')}-01` };
}

/** The recorded operations of a trace, ordered by start. */
export async function readSpans(query: Query, { id }: TestTrace): Promise<RecordedSpan[]> {
  const spans = asObjects<RecordedSpan & { attributes: string }>(await query(SPANS, [id]));
  return spans.map((span) => ({ ...span, attributes: JSON.parse(span.attributes) }));
}

/**
 * Resolves once the event log contains all of Firestore's earlier responses.
 * @param host `host:port` of Firestore
 */
export async function firestoreSpansAreStored(query: Query, host: string, projectId: string): Promise<void> {
  const url = `http://${host}/v1/projects/${projectId}/databases/(default)/documents/expectations/last`;
  await spansAreStored(query, 'Firestore', url);
}

/**
 * Resolves once the event log contains all earlier responses of a server. The server's exporter
 * sends spans in the order in which they end, so a request of our own comes last.
 * @param url of a request to the server that is recorded and has no side effects
 * @throws Error if it is not recorded within 20 s
 */
export async function spansAreStored(query: Query, server: string, url: string): Promise<void> {
  const last = beginTrace();
  const headers = { authorization: 'Bearer owner', traceparent: last.traceparent };
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  const end = Date.now() + TIMEOUT_MS;
  while ((await readSpans(query, last)).length === 0) {
    if (Date.now() > end) throw new Error(`The ${server} emulator sends nothing to the event log.`);
    await delay(PAUSE_MS);
  }
}
