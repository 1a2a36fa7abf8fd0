import { printable } from '../config/printable.ts';

/** A span as a row of the event log. */
export interface TraceSpan {
  readonly span_id: string;
  readonly parent_span_id: string | null;
  readonly service: string;
  readonly name: string;
  readonly start_ms: number;
  /** Null while it is open. */
  readonly end_ms: number | null;
  readonly status: string;
  readonly status_message: string | null;
}

/**
 * Formats the tree of a trace, one span a line: offset from the first span, duration, service and
 * name, e.g.
 * `  +12 ms    3 ms  firestore  commit`. A span whose parent is not recorded is a root.
 * @param spans in the order of their start
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
  // Hostile data may contain a cycle, which no root leads to.
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
