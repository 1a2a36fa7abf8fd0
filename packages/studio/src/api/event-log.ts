import type { ApiRequest } from './client.ts';

/** The result of a query of the event log. */
export interface LogQueryResponse {
  readonly columns: readonly string[];
  readonly rows: readonly (Readonly<Record<string, unknown>> | readonly unknown[])[];
  readonly truncated?: boolean;
}

/** Read-only SQL on the event log, whose README has the tables. */
export function queryLog(sql: string, params: readonly (string | number)[]): ApiRequest {
  return { path: 'log/api/query', method: 'POST', body: { sql, params } };
}

/** Rows as objects, also where the log has them as lists of values in the order of the columns. */
export function rowsAsObjects<Row>({ columns, rows }: LogQueryResponse): Row[] {
  return rows.map((row) =>
    Array.isArray(row) ? Object.fromEntries(columns.map((name, index) => [name, row[index]])) : row,
  ) as Row[];
}
