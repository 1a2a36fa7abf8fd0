// Expectations on what a running stack has recorded, for tests of any runner: a failed one rejects
// with an Error that lists what was recorded. The addresses are those that the kit passes to tests.
import { randomBytes } from 'node:crypto';
import { processEnvironment } from './config/process-environment.ts';

/**
 * A trace that a test begins: requests that carry its `traceparent`, and all that they cause,
 * become part of it.
 */
export interface TestTrace {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** The header `traceparent` (https://www.w3.org/TR/trace-context/). */
  readonly traceparent: string;
}

/** Operations that Firestore charges for: https://firebase.google.com/docs/firestore/pricing. */
export interface BilledOperations {
  readonly reads: number;
  readonly writes: number;
  readonly deletes: number;
}

/** A number that is expected exactly, or its limit. */
export type Expected = number | { readonly atMost: number };

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
const COUNTS = ['reads', 'writes', 'deletes'] as const;
const SPANS = `SELECT service, name, start_ms AS startMs, end_ms AS endMs, status, status_message AS statusMessage, attributes
  FROM spans WHERE trace_id = ? ORDER BY start_ms`;

/**
 * Begins a trace. A Playwright page carries it with `page.setExtraHTTPHeaders({ traceparent })`,
 * before the page is opened; `fetch` with a header.
 */
export function beginTrace(): TestTrace {
  const id = randomBytes(16).toString('hex');
  return { id, traceparent: `00-${id}-${randomBytes(8).toString('hex')}-01` };
}

/**
 * Expects that the requests of a trace, and the rules and functions that they caused, read so many
 * documents as Firestore bills them. What Firestore has responded to before the call is counted;
 * wait for the page before.
 * @throws Error with the operations that read, the largest first, when the number is another one
 */
export async function expectReads(trace: TestTrace, expected: Expected): Promise<BilledOperations> {
  return expectOperations(trace, { reads: expected });
}

/**
 * `expectReads` for writes and deletes, too.
 * @throws Error with the operations that were charged, the largest first
 */
export async function expectOperations(
  trace: TestTrace,
  expected: Partial<Record<(typeof COUNTS)[number], Expected>>,
): Promise<BilledOperations> {
  await firestoreSpansAreStored();
  const spans = await readSpans(trace);
  const billed = billedOperations(spans);
  for (const name of COUNTS) {
    const limit = expected[name];
    if (limit === undefined || isExpected(billed[name], limit)) continue;
    const what = typeof limit === 'number' ? `${limit}` : `at most ${limit.atMost}`;
    throw new Error(
      `Expected ${what} Firestore ${name}, recorded ${billed[name]} in trace ${trace.id}:\n${listCharged(spans, name)}`,
    );
  }
  return billed;
}

/**
 * Expects that operations with these names are recorded in a trace, in the order of their start,
 * with others between them, and that none of the trace failed. Waits up to 20 s for them.
 * @returns the operations of the trace
 * @throws Error with the names that were recorded
 */
export async function expectTrace(
  trace: TestTrace,
  names: readonly string[],
): Promise<readonly RecordedSpan[]> {
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    const spans = await readSpans(trace);
    const failed = spans.find(({ status }) => status === 'error');
    if (failed !== undefined) {
      throw new Error(
        `${failed.service} ${failed.name} failed in trace ${trace.id}: ${failed.statusMessage}`,
      );
    }
    const missing = firstMissing(spans, names);
    if (missing === undefined) return spans;
    if (Date.now() > end) {
      const recorded = spans.map(({ service, name }) => `  ${service} ${name}`).join('\n');
      throw new Error(
        `Expected "${missing}" in trace ${trace.id}, in the order given. Recorded:\n${recorded}`,
      );
    }
    await pause();
  }
}

/** The operations that a list of spans is charged. */
export function billedOperations(spans: readonly RecordedSpan[]): BilledOperations {
  const total = (name: string) =>
    spans.reduce((sum, { attributes }) => sum + Number(attributes[`firestore.${name}`] ?? 0), 0);
  return { reads: total('reads'), writes: total('writes'), deletes: total('deletes') };
}

/** The first of `names` that does not follow its predecessor; undefined when all do. */
export function firstMissing(
  spans: readonly Pick<RecordedSpan, 'name'>[],
  names: readonly string[],
): string | undefined {
  let next = 0;
  for (const { name } of spans) if (name === names[next]) next++;
  return names[next];
}

function isExpected(count: number, expected: Expected): boolean {
  return typeof expected === 'number' ? count === expected : count <= expected.atMost;
}

function listCharged(spans: readonly RecordedSpan[], name: string): string {
  return spans
    .map(({ name: operation, attributes }) => {
      const what = attributes['firestore.query'] ?? attributes.document ?? attributes.documents ?? '';
      return { count: Number(attributes[`firestore.${name}`] ?? 0), line: `${operation} ${what}` };
    })
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
    .map(({ count, line }) => `  ${String(count).padStart(4)}  ${line}`)
    .join('\n');
}

/** Where a stack records. */
export interface RecordingStack {
  /** `host:port` of Firestore. */
  readonly firestore: string;
  readonly projectId: string;
  /** URL of the event log. */
  readonly eventLog: string;
}

/** The stack on which this process runs. */
function ownStack(): RecordingStack {
  return {
    firestore: requireVariable('FIRESTORE_EMULATOR_HOST'),
    projectId: requireVariable('GCLOUD_PROJECT'),
    eventLog: requireVariable('SAVEPOINT_EVENT_LOG_URL'),
  };
}

/** Resolves when the event log has what Firestore has responded to before. */
export async function firestoreSpansAreStored(stack: RecordingStack = ownStack()): Promise<void> {
  const { firestore, projectId, eventLog } = stack;
  const url = `http://${firestore}/v1/projects/${projectId}/databases/(default)/documents/expectations/last`;
  await spansAreStored('Firestore', url, eventLog);
}

/**
 * Resolves when the event log has what a server has responded to before: its exporter sends spans
 * in the order of their end, so that a request of our own comes last.
 * @param url of a request to the server that is recorded and changes nothing
 * @throws Error when it is not recorded within 20 s
 */
export async function spansAreStored(server: string, url: string, eventLog: string): Promise<void> {
  const last = beginTrace();
  const headers = { authorization: 'Bearer owner', traceparent: last.traceparent };
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  const end = Date.now() + TIMEOUT_MS;
  while ((await readSpans(last, eventLog)).length === 0) {
    if (Date.now() > end) throw new Error(`The ${server} emulator sends nothing to the event log.`);
    await pause();
  }
}

async function readSpans(
  { id }: TestTrace,
  eventLog = requireVariable('SAVEPOINT_EVENT_LOG_URL'),
): Promise<RecordedSpan[]> {
  const response = await fetch(`${eventLog}/api/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sql: SPANS, params: [id] }),
  });
  const { columns, rows, error } = (await response.json()) as {
    readonly columns: readonly string[];
    readonly rows: readonly (readonly unknown[])[];
    readonly error?: { readonly message: string };
  };
  if (error !== undefined) throw new Error(`The event log: ${error.message}`);
  return rows.map((row) => {
    const span = Object.fromEntries(columns.map((name, index) => [name, row[index]]));
    return { ...span, attributes: JSON.parse(span.attributes as string) } as unknown as RecordedSpan;
  });
}

function requireVariable(name: string): string {
  const value = processEnvironment()[name];
  if (value) return value;
  throw new Error(
    `${name} is not set. Run the test against a stack with its event log: savepoint test, or savepoint exec -- COMMAND.`,
  );
}

async function pause(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, PAUSE_MS);
  });
}
