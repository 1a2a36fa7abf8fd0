import { asObjects, type QueryTable } from 'savepoint-event-log/recording/query';
import type { SpanRow, StoredLogRow } from 'savepoint-event-log/recording/rows';
import { queryLog } from '../api/event-log.ts';
import { stackApi } from '../api/stack-api.ts';
import type { TraceSearch } from './trace-search.ts';

/** A trace in the list. */
export interface TraceSummary {
  readonly trace_id: string;
  readonly name: string;
  readonly services: string;
  readonly start_ms: number;
  readonly end_ms: number | null;
  readonly spans: number;
  readonly errors: number;
}

export interface TraceList {
  /** Newest first. */
  readonly traces: readonly TraceSummary[];
  readonly hasMore: boolean;
}

interface TraceQuery extends Pick<TraceSearch, 'condition' | 'params'> {
  /** The maximum number of traces. */
  readonly limit: number;
}

export type LogLine = Omit<StoredLogRow, 'trace_id' | 'attributes'>;

/**
 * The number of matching spans to consider for each trace in the list, so that a list of the newest
 * traces does not read all spans.
 */
const SPANS_PER_TRACE = 100;
const MAX_SPANS = 5000;
const MAX_LOGS = 1000;

const tracesApi = stackApi.injectEndpoints({
  endpoints: (build) => ({
    /** The newest traces with a span that satisfies the search. */
    getTraces: build.query<TraceList, TraceQuery>({
      query: ({ condition, params, limit }) =>
        queryLog(
          `WITH found AS (SELECT s.trace_id, s.start_ms FROM spans s WHERE ${condition}
              ORDER BY s.start_ms DESC LIMIT ${limit * SPANS_PER_TRACE}),
            listed AS (SELECT trace_id FROM found GROUP BY trace_id ORDER BY MAX(start_ms) DESC LIMIT ${limit})
          SELECT t.trace_id, MIN(t.start_ms) AS start_ms, COUNT(*) AS spans,
            COALESCE(MAX(CASE WHEN t.attributes ->> '$.background' IS NULL THEN t.end_ms END), MAX(t.end_ms)) AS end_ms,
            SUM(t.status = 'error') AS errors, GROUP_CONCAT(DISTINCT t.service) AS services,
            (SELECT r.name FROM spans r WHERE r.trace_id = t.trace_id
              ORDER BY COALESCE(r.parent_span_id, '') <> '', r.start_ms LIMIT 1) AS name,
            (SELECT COUNT(*) FROM found) AS found
          FROM spans t WHERE t.trace_id IN listed GROUP BY t.trace_id ORDER BY MIN(t.start_ms) DESC`,
          params,
        ),
      transformResponse: (response: QueryTable, _, { limit }) => {
        const traces = asObjects<TraceSummary & { readonly found: number }>(response);
        const isWhole = traces.length < limit && (traces[0]?.found ?? 0) < limit * SPANS_PER_TRACE;
        return { traces, hasMore: !isWhole };
      },
    }),
    getTrace: build.query<{ spans: SpanRow[]; isTruncated: boolean }, string>({
      query: (traceId) =>
        queryLog(`SELECT * FROM spans WHERE trace_id = ? ORDER BY start_ms LIMIT ${MAX_SPANS + 1}`, [
          traceId,
        ]),
      transformResponse: (response: QueryTable) => {
        const spans = asObjects<SpanRow>(response);
        return {
          spans: spans.slice(0, MAX_SPANS),
          isTruncated: spans.length > MAX_SPANS || response.truncated === true,
        };
      },
    }),
    getTraceLogs: build.query<LogLine[], string>({
      query: (traceId) =>
        queryLog(
          `SELECT id, time_ms, span_id, service, severity, body FROM logs WHERE trace_id = ? ORDER BY time_ms, id LIMIT ${MAX_LOGS}`,
          [traceId],
        ),
      transformResponse: asObjects<LogLine>,
    }),
  }),
});

export const { useGetTracesQuery, useGetTraceQuery, useGetTraceLogsQuery } = tracesApi;
