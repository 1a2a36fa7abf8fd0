import { mergeGaps, type RecordingGap } from '../api/recording-gaps.ts';
import type { TraceList, TraceSummary } from './traces-endpoints.ts';

/** A row of the list: a trace, or a gap between traces. */
export type TraceListRow =
  | { readonly trace: TraceSummary; readonly gap?: undefined }
  | { readonly trace?: undefined; readonly gap: RecordingGap };

/**
 * Traces and the gaps of their time range, newest first. A gap older than the last trace is shown
 * with the traces around it.
 */
export function listTraces({ traces, hasMore }: TraceList, gaps: readonly RecordingGap[]): TraceListRow[] {
  const oldest = hasMore ? (traces.at(-1)?.start_ms ?? 0) : 0;
  return mergeGaps(
    traces.map((trace) => ({ at: trace.start_ms, row: { trace } })),
    gaps.filter(({ time_ms }) => time_ms >= oldest),
  );
}
