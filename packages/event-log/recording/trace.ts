import { printable } from '../../server/src/core/printable.ts';
import { asObjects, type Query } from './query.ts';
import type { SpanRow } from './rows.ts';

/** The printed parts of a span. */
export type TraceSpan = Pick<
  SpanRow,
  'span_id' | 'parent_span_id' | 'service' | 'name' | 'start_ms' | 'end_ms' | 'status' | 'status_message'
>;

export interface Trace {
  readonly id: string;
  /** At least one, ordered by start. */
  readonly spans: readonly TraceSpan[];
}

/**
 * Selects the `trace_id` of the last trace. Traces of several servers are preferred; among them,
 * the one whose foreground work began last counts. Background spans may follow long after a trace
 * has ended.
 */
export const LAST_TRACE = `SELECT trace_id FROM spans GROUP BY trace_id
  ORDER BY count(DISTINCT service) > 1 DESC, max(start_ms) FILTER (WHERE attributes ->> '$.background' IS NULL) DESC LIMIT 1`;
const SPANS = `SELECT span_id, parent_span_id, service, name, start_ms, end_ms, status, status_message
  FROM spans WHERE trace_id = ? ORDER BY start_ms`;

/** The trace with this id, or the last one; undefined if there is none. Rejects like `query`. */
export async function readTrace(query: Query, id?: string): Promise<Trace | undefined> {
  const found = id ?? (await query(LAST_TRACE)).rows[0]?.[0];
  if (found === undefined) return undefined;
  const spans = asObjects<TraceSpan>(await query(SPANS, [found]));
  return spans.length === 0 ? undefined : { id: String(found), spans };
}

/**
 * Formats a trace as a tree, one span per line: offset from the first span, duration, service and
 * name, e.g. `  +12 ms    3 ms  firestore  commit`. A span whose parent is not recorded is a root.
 * @param spans ordered by start
 */
export function formatTrace(traceId: string, spans: readonly TraceSpan[]): string {
  const ids = new Set(spans.map(({ span_id }) => span_id));
  const children = Map.groupBy(spans, ({ parent_span_id }) =>
    parent_span_id !== null && ids.has(parent_span_id) ? parent_span_id : '',
  );
  const start = spans[0]?.start_ms ?? 0;
  const lines = [`trace ${traceId}`];
  const written = new Set<string>();
  const write = (span: TraceSpan, depth: number) => {
    if (written.has(span.span_id)) return;
    written.add(span.span_id);
    lines.push(formatSpan(span, start, depth));
    for (const child of children.get(span.span_id) ?? []) write(child, depth + 1);
  };
  for (const root of children.get('') ?? []) write(root, 0);
  // Hostile data may contain a cycle, which no root reaches.
  for (const span of spans) write(span, 0);
  return lines.join('\n');
}

function formatSpan(span: TraceSpan, start: number, depth: number): string {
  const offset = `+${Math.round(span.start_ms - start)} ms`.padStart(10);
  const duration = (span.end_ms === null ? 'open' : `${Math.round(span.end_ms - span.start_ms)} ms`).padStart(
    9,
  );
  const error = span.status === 'error' ? `  ERROR ${span.status_message ?? ''}`.trimEnd() : '';
  return printable(`${offset} ${duration}  ${'  '.repeat(depth)}${span.service} ${span.name}${error}`);
}
