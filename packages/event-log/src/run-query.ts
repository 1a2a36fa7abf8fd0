// Runs in a separate process (query-process.ts): SQLite cannot be interrupted from JavaScript, but
// a process can be killed.
import { constants, type DatabaseSync, type SQLInputValue } from 'node:sqlite';

/** A client's query. Parameters are bound by position or name. */
export interface QueryRequest {
  readonly sql: string;
  readonly params: readonly unknown[] | Readonly<Record<string, unknown>>;
}

export interface QueryResult {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  /** True if there are more rows. */
  readonly truncated: boolean;
}

const MAX_ROWS = 10_000;
const MAX_RESULT_CHARACTERS = 32 * 1024 * 1024;
const BLANK = /^(\s|;|--[^\n]*(\n|$)|\/\*[\s\S]*?(\*\/|$))*/;
const { SQLITE_OK, SQLITE_DENY, SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE } = constants;
const READING: ReadonlySet<number> = new Set([SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE]);

/** Makes a connection refuse every statement that does more than read tables. */
export function denyAllButReading(database: DatabaseSync): void {
  database.setAuthorizer((action, _table, name) =>
    READING.has(action) && !(action === SQLITE_FUNCTION && name === 'load_extension')
      ? SQLITE_OK
      : SQLITE_DENY,
  );
}

/**
 * Runs one SELECT or WITH statement and returns at most 10,000 rows. Integers beyond 2^53 become
 * strings, blobs become base64.
 * @throws Error that describes the problem with the statement or its parameters
 */
export function runQuery(database: DatabaseSync, { sql, params }: QueryRequest): QueryResult {
  const start = sql.replace(BLANK, '');
  if (!/^(select|with)\b/i.test(start))
    throw new Error('Expected a single statement that starts with SELECT or WITH.');
  const statement = database.prepare(sql);
  // SQLite compiles the first statement and ignores the others.
  if (sql.slice(statement.sourceSQL.length).replace(BLANK, '') !== '') {
    throw new Error('Expected a single statement; there is text after the first one.');
  }
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  const columns = statement.columns().map(({ name }) => name);
  const rows: unknown[][] = [];
  let characters = 0;
  for (const row of iterate(statement, params)) {
    if (rows.length === MAX_ROWS || characters > MAX_RESULT_CHARACTERS)
      return { columns, rows, truncated: true };
    const values = (row as unknown as unknown[]).map(jsonValue);
    for (const value of values) characters += typeof value === 'string' ? value.length : 8;
    rows.push(values);
  }
  return { columns, rows, truncated: false };
}

function iterate(statement: ReturnType<DatabaseSync['prepare']>, params: QueryRequest['params']) {
  if (Array.isArray(params)) return statement.iterate(...params.map(inputValue));
  const named = Object.entries(params).map(([name, value]) => [name, inputValue(value)]);
  return named.length === 0 ? statement.iterate() : statement.iterate(Object.fromEntries(named));
}

function inputValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  throw new Error(`A parameter is ${JSON.stringify(value)}; expected text, a number, a boolean or null.`);
}

function jsonValue(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return value;
}
