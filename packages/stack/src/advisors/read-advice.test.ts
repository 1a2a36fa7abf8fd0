import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openProject } from '../config/project.ts';
import { readAdvice } from './read-advice.ts';

it('readAdvice names an operation by its request, not by the start of a worker before it', async () => {
  const database = new DatabaseSync(':memory:');
  database.exec(`CREATE TABLE spans (trace_id, span_id, service, name, start_ms, attributes, events);
    INSERT INTO spans VALUES ('t', 'a', 'functions', 'cold start', 1, '{}', '[]'),
      ('t', 'b', 'firestore', 'commit', 5, '{"firestore.writes": 1}', '[]'),
      ('t', 'c', 'functions', 'onNote', 6, '{}', '[]')`);
  const server = createServer(async (request, response) => {
    const { sql } = JSON.parse((await request.setEncoding('utf8').toArray()).join('')) as { sql: string };
    const statement = database.prepare(sql);
    const columns = statement.columns().map(({ name }) => name);
    const rows = statement.all().map((row) => columns.map((column) => row[column as string]));
    response.end(JSON.stringify({ columns, rows, truncated: false }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const project = openProject(join(import.meta.dirname, '..', '..', '..', '..'));
  try {
    const { operations } = await readAdvice(project, (server.address() as AddressInfo).port);
    expect(operations).toMatchObject([{ service: 'firestore', name: 'commit', writes: 1, count: 1 }]);
  } finally {
    server.close();
    database.close();
  }
});
