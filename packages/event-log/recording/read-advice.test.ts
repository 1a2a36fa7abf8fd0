import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { readAdvice } from './read-advice.ts';

it('readAdvice names an operation by its request, not by the preceding start of a worker, and sums its cost', async () => {
  const database = new DatabaseSync(':memory:');
  database.exec(`CREATE TABLE spans (trace_id, span_id, service, name, start_ms, attributes, events);
    INSERT INTO spans VALUES ('t', 'a', 'functions', 'cold start', 1, '{}', '[]'),
      ('t', 'b', 'firestore', 'commit', 5, '{"firestore.writes": 1}', '[]'),
      ('t', 'c', 'functions', 'onNote', 6, '{}', '[]'),
      ('u', 'd', 'database', 'set /a', 7, '{"database.bytes_sent": 300}', '[]'),
      ('u', 'e', 'database', 'apply write', 8, '{"database.stored_bytes": 20}', '[]')`);
  const query = async (sql: string) => {
    const statement = database.prepare(sql);
    const columns = statement.columns().map(({ name }) => name);
    const rows = statement.all().map((row) => columns.map((column) => row[column]));
    return { columns, rows, truncated: false };
  };
  const noFiles = {
    folder: '/',
    indexes: undefined,
    rules: undefined,
    database: [],
    findCollection: () => null,
  };
  const { operations } = await readAdvice(query, noFiles);
  expect(operations).toMatchObject([
    { service: 'firestore', name: 'commit', writes: 1, count: 1 },
    { service: 'database', name: 'set /a', bytes: 300, storedBytes: 20 },
  ]);
  database.close();
});
