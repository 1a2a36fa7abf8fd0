// Reads the event log of a running stack.

/** Rows of a query, as objects. Rejects with the event log's error. */
export async function query<Row>(sql: string, params: readonly unknown[] = []): Promise<Row[]> {
  const response = await fetch(`${process.env.SAVEPOINT_EVENT_LOG_URL}/api/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sql, params }),
  });
  const { columns, rows, error } = (await response.json()) as {
    columns: string[];
    rows: unknown[][];
    error?: { message: string };
  };
  if (error !== undefined) throw new Error(error.message);
  return rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])) as Row);
}
