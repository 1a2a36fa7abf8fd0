import type { SpanRow } from 'savepoint-event-log/recording/rows';
import type { WaterfallRow } from './span-tree.ts';
import type { LogLine } from './traces-endpoints.ts';

/** An event of a span, unvalidated. */
export interface SpanEvent {
  readonly name?: string;
  readonly time_ms?: number;
  readonly attributes?: unknown;
}

const ERROR = /^(err|fatal|crit)/i;

/**
 * The failed span without failed descendants, where the failure began. The first of several;
 * undefined if none has failed.
 */
export function originOfFailure(rows: readonly WaterfallRow[]): SpanRow | undefined {
  const failed = rows.filter(({ span }) => span.status === 'error');
  const parents = new Set(failed.map(({ span }) => span.parent_span_id));
  return failed.find(({ span }) => !parents.has(span.span_id))?.span;
}

/**
 * Describes why a span failed, using the best available source: its exception
 * (https://opentelemetry.io/docs/specs/semconv/exceptions/exceptions-spans/), a logged error, or
 * its status.
 */
export function failureText(
  status: string | null,
  events: readonly SpanEvent[],
  logs: readonly Pick<LogLine, 'severity' | 'body'>[],
): string {
  const exception = events.find(({ name }) => name === 'exception')?.attributes as
    | Readonly<Record<string, unknown>>
    | undefined;
  const thrown = exception?.['exception.stacktrace'] ?? exception?.['exception.message'];
  if (typeof thrown === 'string' && thrown !== '') return thrown;
  const logged = logs.find(({ severity }) => ERROR.test(severity))?.body;
  return logged || status || 'This step failed.';
}
