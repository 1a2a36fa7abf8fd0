import { runInSpan, type SpanSink, startTrace } from '@savepoint/server/core/tracing';
import { billHandshake } from '../core/billing.ts';
import type { Body } from './body.ts';

/** The recorded operations, by letter, named as in the SDKs. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['q', 'listen'],
  ['g', 'get'],
  ['p', 'set'],
  ['m', 'update'],
  ['o', 'onDisconnect.set'],
  ['om', 'onDisconnect.update'],
  ['oc', 'onDisconnect.cancel'],
]);

/** Runs a client's action, which returns its status, in a separate span: `set /users/ada`. */
export function traceAction(
  onSpan: SpanSink | undefined,
  namespace: string,
  letter: string,
  body: Body,
  action: () => string,
): void {
  const name = NAMES.get(letter);
  if (onSpan === undefined || name === undefined) {
    action();
    return;
  }
  const path = typeof body.p === 'string' ? body.p : '/';
  const attributes = { namespace };
  const span = startTrace(onSpan, `${name} ${path}`, undefined, { kind: 'server', attributes });
  const status = runInSpan(span, action);
  span.set({ status });
  if (status !== 'ok') span.fail(status);
  span.end();
}

/** Runs the start of a session in a span `connect`. */
export function traceConnect(onSpan: SpanSink | undefined, namespace: string, start: () => void): void {
  if (onSpan === undefined) {
    start();
    return;
  }
  const attributes = { namespace, 'database.connections': 1 };
  const span = startTrace(onSpan, 'connect', undefined, { kind: 'server', attributes });
  billHandshake(span);
  runInSpan(span, start);
  span.end();
}

/** Runs a client's onDisconnect writes in a separate span. */
export function traceDisconnect(onSpan: SpanSink | undefined, namespace: string, write: () => void): void {
  if (onSpan === undefined) {
    write();
    return;
  }
  const span = startTrace(onSpan, 'onDisconnect', undefined, { kind: 'server', attributes: { namespace } });
  runInSpan(span, write);
  span.end();
}
