import { Clock, frozenTime } from '@savepoint/server/core/clock';
import { runInSpan, type SpanRecord, startTrace } from '@savepoint/server/core/tracing';
import { expect, it } from 'vitest';
import { compileRuleset, type Ruleset } from '../rules/ruleset.ts';
import { ADMIN } from './login.ts';
import { Namespace } from './namespace.ts';
import { putUpdate } from './update.ts';

it('a write is a span with each place before and after, unless that is too long', () => {
  const rules = compileRuleset('{"rules":{".write":true}}').ruleset as Ruleset;
  const namespace = new Namespace('n', { initialRules: () => rules, clock: new Clock(frozenTime(5)) });
  const spans: SpanRecord[] = [];
  runInSpan(
    startTrace((span) => spans.push(span), 'request', undefined),
    () => {
      namespace.write([putUpdate('/a/b', 1)], { isAdmin: false, auth: { uid: 'ada' } });
      namespace.write([putUpdate('/a', { b: 2, c: { '.value': 3, '.priority': 4 } })], ADMIN);
      namespace.write([putUpdate('/long', 'x'.repeat(70_000))], ADMIN);
      namespace.write([putUpdate('/a', null)], ADMIN);
    },
  );
  const writes = spans.filter(({ name }) => name === 'apply write');
  expect(writes.map(({ events }) => events.map(({ name, attributes }) => [name, attributes]))).toEqual([
    [['create', { path: 'a/b', before: 'null', after: '1' }]],
    [['update', { path: 'a', before: '{"b":1}', after: '{"b":2,"c":{".value":3,".priority":4}}' }]],
    [['create', { path: 'long', truncated: true }]],
    [['delete', { path: 'a', before: '{"b":2,"c":{".value":3,".priority":4}}', after: 'null' }]],
  ]);
  expect(writes[0]?.attributes).toMatchObject({ database: 'n', principal: 'user', user_id: 'ada' });
  const growth = writes.map(({ attributes }) => Number(attributes['database.stored_bytes']));
  expect(growth[2]).toBeGreaterThan(70_000);
  expect(growth.map(Math.sign)).toEqual([1, 1, 1, -1]);
  expect(writes[1]?.attributes).toMatchObject({ principal: 'owner' });
});
