/** The rows of a query. */
export interface QueryTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  /** True if there are more rows. */
  readonly truncated: boolean;
}

/** Runs read-only SQL on an event log. */
export type Query = (sql: string, params?: readonly unknown[]) => Promise<QueryTable>;

/** The event log does not respond, or has rejected the SQL with this message. */
export class EventLogError extends Error {
  override readonly name = 'EventLogError';
  readonly isRunning: boolean;

  constructor(message: string, isRunning: boolean) {
    super(message);
    this.isRunning = isRunning;
  }
}

/**
 * Runs read-only SQL on the event log at this base URL.
 * @throws EventLogError if it rejects the SQL or does not respond
 */
export async function queryEventLog(
  url: string,
  sql: string,
  params: readonly unknown[] = [],
): Promise<QueryTable> {
  const response = await fetch(`${url}/api/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sql, params }),
  }).catch(() => {
    throw new EventLogError('The event log does not respond', false);
  });
  const body = (await response.json()) as QueryTable & { readonly error?: { readonly message: string } };
  if (body.error !== undefined) throw new EventLogError(body.error.message, true);
  return body;
}

/** Converts the rows of a table to objects by column name. */
export function asObjects<Row = Record<string, unknown>>({
  columns,
  rows,
}: Pick<QueryTable, 'columns' | 'rows'>): Row[] {
  return rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]]))) as Row[];
}
