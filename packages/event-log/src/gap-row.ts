import type { LogRow } from '../recording/rows.ts';

/** Name of the service under which the event log itself reports. */
export const EVENT_LOG_SERVICE = 'event-log';

/** The row that tells about data that is missing: `attributes.gap` has its cause and counts. */
export function gapRow(timeMs: number, message: string, gap: Readonly<Record<string, unknown>>): LogRow {
  return {
    time_ms: timeMs,
    trace_id: null,
    span_id: null,
    service: EVENT_LOG_SERVICE,
    severity: 'WARN',
    body: message,
    attributes: JSON.stringify({ gap }),
  };
}
