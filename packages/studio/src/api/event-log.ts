import type { ApiRequest } from './client.ts';

/** Runs read-only SQL on the event log. Its README documents the tables. */
export function queryLog(sql: string, params: readonly (string | number)[]): ApiRequest {
  return { path: 'log/api/query', method: 'POST', body: { sql, params } };
}
