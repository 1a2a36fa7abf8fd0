import { Clock, frozenTime } from '@savepoint/server/core/clock';
import { runInSpan, type SpanRecord, startTrace } from '@savepoint/server/core/tracing';
import { expect, it } from 'vitest';
import { parseWireQuery } from '../core/wire-query.ts';
import { compileRuleset, type Ruleset } from '../rules/ruleset.ts';
import { Namespace } from './namespace.ts';

it('a query is recorded with the index that it needs, declared or not; one by key needs none', () => {
  const text = '{"rules":{"rooms":{"$room":{".indexOn":"name"}}}}';
  const rules = compileRuleset(text).ruleset as Ruleset;
  const namespace = new Namespace('n', { initialRules: () => rules, clock: new Clock(frozenTime(5)) });
  const spans: SpanRecord[] = [];
  const has = ['name', 'owner/id', '.value', '.key'].map((index) => {
    const span = startTrace((each) => spans.push(each), 'get /rooms/r', undefined);
    const found = runInSpan(span, () => namespace.hasIndex(['rooms', 'r'], parseWireQuery({ i: index })));
    span.end();
    return found;
  });
  expect(has).toEqual([true, false, false, true]);
  expect(spans.map(({ attributes }) => [attributes['database.path'], attributes['database.index']])).toEqual([
    ['rooms/r', 'name'],
    ['rooms/r', 'owner/id'],
    ['rooms/r', '.value'],
    [undefined, undefined],
  ]);
});
