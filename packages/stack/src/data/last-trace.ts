/**
 * The id of the last trace, `trace_id`: of those of several servers the one that began something
 * last, and without one of those, of any. What is in the background may come long after the trace
 * has ended.
 */
export const LAST_TRACE = `SELECT trace_id FROM spans GROUP BY trace_id
  ORDER BY count(DISTINCT service) > 1 DESC, max(start_ms) FILTER (WHERE attributes ->> '$.background' IS NULL) DESC LIMIT 1`;
