import { asObjects } from 'savepoint-event-log/recording/query';
import { queryLog } from '../api/event-log.ts';
import { stackApi } from '../api/stack-api.ts';

/** A line that a function printed. */
interface FunctionLog {
  readonly id: number;
  readonly time_ms: number;
  readonly trace_id: string;
  readonly span_id: string;
  readonly severity: string;
  readonly body: string;
}

const MAX_CALLS = 100;
const MAX_LINES = 200;
/** The lines of the last calls and their descendant spans, excluding those of other functions. */
const LOGS = `WITH RECURSIVE calls AS (
    SELECT trace_id, span_id FROM spans WHERE service = 'functions' AND name = ?1 AND attributes ->> '$."faas.name"' = ?1
    ORDER BY start_ms DESC LIMIT ${MAX_CALLS}
  ), inside(trace_id, span_id) AS (
    SELECT trace_id, span_id FROM calls UNION
    SELECT s.trace_id, s.span_id FROM inside JOIN spans s ON s.trace_id = inside.trace_id AND s.parent_span_id = inside.span_id
    WHERE s.service = 'functions' AND s.attributes ->> '$."faas.name"' IS NULL
  )
  SELECT l.id, l.time_ms, l.trace_id, l.span_id, l.severity, l.body
  FROM inside JOIN logs l ON l.trace_id = inside.trace_id AND l.span_id = inside.span_id
  ORDER BY l.time_ms DESC, l.id DESC LIMIT ${MAX_LINES}`;

const functionLogsApi = stackApi.injectEndpoints({
  endpoints: (build) => ({
    /** The last lines that a function printed, newest first. */
    getFunctionLogs: build.query<FunctionLog[], string>({
      query: (name) => queryLog(LOGS, [name]),
      transformResponse: asObjects<FunctionLog>,
    }),
  }),
});

export const { useGetFunctionLogsQuery } = functionLogsApi;
