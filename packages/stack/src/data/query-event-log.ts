import { serverUrl } from '../config/environment.ts';
import { UserError } from '../user-error.ts';

/** The rows of a query. */
export interface QueryTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  /** Whether there are further rows. */
  readonly truncated: boolean;
}

/**
 * Runs read-only SQL on the event log of a stack.
 * @throws UserError with the event log's message for SQL that it rejects, and when it does not
 *   respond
 */
export async function queryEventLog(
  port: number,
  sql: string,
  params: readonly unknown[] = [],
): Promise<QueryTable> {
  const response = await fetch(`${serverUrl(port)}/api/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sql, params }),
  }).catch(() => {
    throw new UserError(
      'The event log does not respond',
      "If it was stopped, start it on Studio's page Overview or with: npx savepoint server start eventLog. If it never ran, start the stack again without SAVEPOINT_EVENT_LOG=0.",
    );
  });
  const body = (await response.json()) as QueryTable & { readonly error?: { readonly message: string } };
  if (body.error !== undefined)
    throw new UserError(body.error.message, 'The columns are in: savepoint help query');
  return body;
}

/** Rows of a query as objects. Rejects as `queryEventLog` does. */
export async function queryRows<Row>(
  port: number,
  sql: string,
  params: readonly unknown[] = [],
): Promise<Row[]> {
  return asObjects(await queryEventLog(port, sql, params)) as Row[];
}

/** The rows of a table as objects, by the names of its columns. */
export function asObjects({ columns, rows }: QueryTable): Record<string, unknown>[] {
  return rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])));
}
