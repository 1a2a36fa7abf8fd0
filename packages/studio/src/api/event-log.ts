import type { ApiRequest } from './client.ts';

/** Read-only SQL on the event log, whose README has the tables. */
export function queryLog(sql: string, params: readonly (string | number)[]): ApiRequest {
  return { path: 'log/api/query', method: 'POST', body: { sql, params } };
}
