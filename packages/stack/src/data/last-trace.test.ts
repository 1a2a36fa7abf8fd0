import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { LAST_TRACE } from './last-trace.ts';

it('the last trace is of several servers, and late updates of an open stream make none the last', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE spans (trace_id TEXT, service TEXT, start_ms REAL, attributes TEXT)');
  const insert = database.prepare('INSERT INTO spans VALUES (?, ?, ?, ?)');
  const last = () => database.prepare(LAST_TRACE).get()?.trace_id;
  expect(last()).toBeUndefined();
  insert.run('ping', 'firestore', 50, '{}');
  expect(last()).toBe('ping');
  for (const [trace, start] of [
    ['page', 10],
    ['order', 20],
  ] as const) {
    insert.run(trace, 'browser', start, '{}');
    insert.run(trace, 'firestore', start + 1, '{"background":true}');
  }
  insert.run('page', 'firestore', 90, '{"background":true}');
  expect(last()).toBe('order');
  database.close();
});
