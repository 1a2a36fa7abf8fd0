// Gaps in the event log. Every list of recorded rows shows the gaps of its time range, so that
// nothing is missing silently.

import { asObjects } from 'savepoint-event-log/recording/query';
import type { ApiRequest } from './client.ts';
import { queryLog } from './event-log.ts';
import { stackApi } from './stack-api.ts';

/** A gap, with the time at which it was noticed. */
export interface RecordingGap {
  readonly id: number;
  readonly time_ms: number;
  /** What is missing, as a sentence. */
  readonly body: string;
}

interface GapScope {
  /**
   * If present, only gaps of this server and gaps of the event log itself; otherwise of all
   * servers.
   */
  readonly service?: string;
  /** The gaps from `sinceMs` on and before `beforeMs`. */
  readonly sinceMs?: number;
  readonly beforeMs?: number;
}

const MAX_GAPS = 100;
const GAPS = `SELECT id, time_ms, body FROM logs
  WHERE severity = 'WARN' AND attributes ->> '$.gap' IS NOT NULL AND time_ms >= ? AND time_ms < ?
    AND (? = '' OR coalesce(attributes ->> '$.gap.service', service) IN (?, 'event-log'))
  ORDER BY time_ms DESC, id DESC LIMIT ${MAX_GAPS}`;

/** The newest gaps, newest first. */
export function queryGaps({
  service = '',
  sinceMs = 0,
  beforeMs = Number.MAX_SAFE_INTEGER,
}: GapScope): ApiRequest {
  return queryLog(GAPS, [sinceMs, beforeMs, service, service]);
}

const gapsApi = stackApi.injectEndpoints({
  endpoints: (build) => ({
    getGaps: build.query<RecordingGap[], GapScope>({
      query: queryGaps,
      transformResponse: asObjects<RecordingGap>,
    }),
  }),
});

export const { useGetGapsQuery } = gapsApi;

/** Merges the rows of a list with the gaps of its time range, newest first. */
export function mergeGaps<Row>(
  rows: readonly { readonly at: number; readonly row: Row }[],
  gaps: readonly RecordingGap[],
): (Row | { readonly gap: RecordingGap })[] {
  const all = [...rows, ...gaps.map((gap) => ({ at: gap.time_ms, row: { gap } }))];
  return all.sort((one, other) => other.at - one.at).map(({ row }) => row);
}
