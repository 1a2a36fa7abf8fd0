import { runInSpan, type SpanSink, startTrace } from '@savepoint/server/core/tracing';
import type { Body } from './body.ts';

/** The operations that are recorded, by their letters, as the SDKs name them. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['q', 'listen'],
  ['g', 'get'],
  ['p', 'set'],
  ['m', 'update'],
  ['o', 'onDisconnect.set'],
  ['om', 'onDisconnect.update'],
  ['oc', 'onDisconnect.cancel'],
]);

/** Runs an action of a client in a span of its own: `set /users/ada`. */
export function traceAction<Status extends string>(
  onSpan: SpanSink | undefined,
  namespace: string,
  letter: string,
  body: Body,
  action: () => readonly [Status, string],
): readonly [Status, string] {
  const name = NAMES.get(letter);
  if (onSpan === undefined || name === undefined) return action();
  const path = typeof body.p === 'string' ? body.p : '/';
  const attributes = { namespace };
  const span = startTrace(onSpan, `${name} ${path}`, undefined, { kind: 'server', attributes });
  const result = runInSpan(span, action);
  const [status] = result;
  span.set({ status });
  if (status !== 'ok') span.fail(status);
  span.end();
  return result;
}

/** Runs what a client has left to be done at its end, in a span of its own. */
export function traceDisconnect(onSpan: SpanSink | undefined, namespace: string, write: () => void): void {
  if (onSpan === undefined) {
    write();
    return;
  }
  const span = startTrace(onSpan, 'onDisconnect', undefined, { kind: 'server', attributes: { namespace } });
  runInSpan(span, write);
  span.end();
}
