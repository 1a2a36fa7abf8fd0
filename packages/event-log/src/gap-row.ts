import type { LogRow } from '../recording/rows.ts';

/** The service name of the event log's own reports. */
export const EVENT_LOG_SERVICE = 'event-log';

/** A row that reports missing data. `attributes.gap` contains its cause and counts. */
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
