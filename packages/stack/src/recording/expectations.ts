// Expectations on the recording of a running stack, for tests with any runner. A failed expectation
// rejects with an Error that lists the recorded operations. The addresses come from variables that
// the kit sets for tests.
import { setTimeout as delay } from 'node:timers/promises';
import { type QueryTable, queryEventLog } from '../../../event-log/recording/query.ts';
import {
  firestoreSpansAreStored,
  type RecordedSpan,
  readSpans,
  type TestTrace,
} from '../../../event-log/recording/stored-spans.ts';
import { processEnvironment } from '../config/process-environment.ts';

export {
  beginTrace,
  type RecordedSpan,
  type TestTrace,
} from '../../../event-log/recording/stored-spans.ts';

/** Operations that Firestore charges for: https://firebase.google.com/docs/firestore/pricing. */
export interface BilledOperations {
  readonly reads: number;
  readonly writes: number;
  readonly deletes: number;
}

/** An exact number, or an upper limit. */
export type Expected = number | { readonly atMost: number };

const TIMEOUT_MS = 20_000;
const PAUSE_MS = 50;
const COUNTS = ['reads', 'writes', 'deletes'] as const;

/**
 * Expects that the requests of a trace, and the rules and functions that they caused, read this
 * many documents as billed by Firestore. Only responses before the call are counted, so wait for
 * the page first.
 * @throws Error listing the operations that read, the largest first, when the number differs
 */
export async function expectReads(trace: TestTrace, expected: Expected): Promise<BilledOperations> {
  return expectOperations(trace, { reads: expected });
}

/**
 * Like `expectReads`, for writes and deletes, too.
 * @throws Error listing the charged operations, the largest first
 */
export async function expectOperations(
  trace: TestTrace,
  expected: Partial<Record<(typeof COUNTS)[number], Expected>>,
): Promise<BilledOperations> {
  await firestoreSpansAreStored(
    ownQuery,
    requireVariable('FIRESTORE_EMULATOR_HOST'),
    requireVariable('GCLOUD_PROJECT'),
  );
  const spans = await readSpans(ownQuery, trace);
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
 * Expects that operations with these names are recorded in a trace in the order of their start,
 * possibly with others between them, and that no operation of the trace failed. Waits up to 20 s
 * for them.
 * @returns the operations of the trace
 * @throws Error listing the recorded names
 */
export async function expectTrace(
  trace: TestTrace,
  names: readonly string[],
): Promise<readonly RecordedSpan[]> {
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    const spans = await readSpans(ownQuery, trace);
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
    await delay(PAUSE_MS);
  }
}

/** Sums the operations that Firestore charges for a list of spans. */
export function billedOperations(spans: readonly RecordedSpan[]): BilledOperations {
  const total = (name: string) =>
    spans.reduce((sum, { attributes }) => sum + Number(attributes[`firestore.${name}`] ?? 0), 0);
  return { reads: total('reads'), writes: total('writes'), deletes: total('deletes') };
}

/** The first of `names` that is missing after its predecessor; undefined if none is. */
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

/** Queries the stack that this process runs on. */
function ownQuery(sql: string, params?: readonly unknown[]): Promise<QueryTable> {
  return queryEventLog(requireVariable('SAVEPOINT_EVENT_LOG_URL'), sql, params);
}

function requireVariable(name: string): string {
  const value = processEnvironment()[name];
  if (value) return value;
  throw new Error(
    `${name} is not set. Run the test against a stack with its event log: savepoint test, or savepoint exec -- COMMAND.`,
  );
}
