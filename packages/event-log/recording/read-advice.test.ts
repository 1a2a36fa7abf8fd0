import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { readAdvice } from './read-advice.ts';

it('readAdvice names an operation by its request, not by the start of a worker before it', async () => {
  const database = new DatabaseSync(':memory:');
  database.exec(`CREATE TABLE spans (trace_id, span_id, service, name, start_ms, attributes, events);
    INSERT INTO spans VALUES ('t', 'a', 'functions', 'cold start', 1, '{}', '[]'),
      ('t', 'b', 'firestore', 'commit', 5, '{"firestore.writes": 1}', '[]'),
      ('t', 'c', 'functions', 'onNote', 6, '{}', '[]')`);
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
  expect(operations).toMatchObject([{ service: 'firestore', name: 'commit', writes: 1, count: 1 }]);
  database.close();
});
