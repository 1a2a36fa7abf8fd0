import type { SpanRow } from 'savepoint-event-log/recording/rows';

/** A row of the waterfall. Positions are fractions of the trace's duration, 0 to 1. */
export interface WaterfallRow {
  readonly span: SpanRow;
  readonly depth: number;
  readonly start: number;
  readonly length: number;
}

/**
 * Returns whether a span is a long-lived connection or a later update over it, for which the rest
 * of the trace does not wait.
 */
function isBackground({ attributes }: SpanRow): boolean {
  return attributes.includes('"background":true');
}

/**
 * The duration of a trace: from its first start to the last end of a foreground span. Open spans
 * count up to `nowMs`.
 */
export function traceRange(spans: readonly SpanRow[], nowMs: number): { startMs: number; endMs: number } {
  const awaited = spans.filter((span) => !isBackground(span));
  let startMs = Number.POSITIVE_INFINITY;
  let endMs = Number.NEGATIVE_INFINITY;
  for (const { start_ms, end_ms } of awaited.length === 0 ? spans : awaited) {
    startMs = Math.min(startMs, start_ms);
    // If the clock was set back, a span may end before its start.
    endMs = Math.max(endMs, end_ms ?? Math.max(nowMs, start_ms), start_ms);
  }
  return { startMs, endMs };
}

/**
 * The spans of a trace, each below its parent and ordered by start. A span whose parent was not
 * recorded is a root. Spans that are parents of each other are still listed once.
 */
export function waterfall(spans: readonly SpanRow[], nowMs: number): WaterfallRow[] {
  const { startMs, endMs } = traceRange(spans, nowMs);
  const duration = Math.max(endMs - startMs, 1);
  const ids = new Set(spans.map(({ span_id }) => span_id));
  const children = new Map<string, SpanRow[]>();
  for (const span of [...spans].sort((a, b) => a.start_ms - b.start_ms)) {
    const parent = span.parent_span_id !== null && ids.has(span.parent_span_id) ? span.parent_span_id : '';
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [span]);
    else siblings.push(span);
  }
  const rows: WaterfallRow[] = [];
  const visited = new Set<string>();
  const visit = (root: SpanRow) => {
    const stack: { span: SpanRow; depth: number }[] = [{ span: root, depth: 0 }];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const { span, depth } = next;
      if (visited.has(span.span_id)) continue;
      visited.add(span.span_id);
      const end = span.end_ms ?? Math.max(nowMs, span.start_ms);
      // Background spans may begin before the trace and end after it.
      const [start, stop] = [span.start_ms, Math.max(end, span.start_ms)].map((time) =>
        Math.min(Math.max((time - startMs) / duration, 0), 1),
      ) as [number, number];
      rows.push({ span, depth, start, length: stop - start });
      const below = children.get(span.span_id) ?? [];
      for (const child of below.toReversed()) stack.push({ span: child, depth: depth + 1 });
    }
  };
  for (const root of children.get('') ?? []) visit(root);
  for (const span of spans) if (!visited.has(span.span_id)) visit(span);
  return rows;
}

/** Formats a duration: 0.4 ms, 12 ms, 1.25 s. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(2)} s`;
  return `${milliseconds >= 10 ? Math.round(milliseconds) : Math.round(milliseconds * 10) / 10} ms`;
}
