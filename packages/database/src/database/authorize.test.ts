import { Clock, frozenTime } from '@savepoint/server/core/clock';
import { runInSpan, type SpanRecord, startTrace } from '@savepoint/server/core/tracing';
import { expect, it } from 'vitest';
import { EVERYTHING } from '../core/query.ts';
import { compileRuleset, type Ruleset } from '../rules/ruleset.ts';
import { ADMIN } from './login.ts';
import { Namespace } from './namespace.ts';

it('a decision of a request is a span that says which rule decided, by which values', () => {
  const rules = compileRuleset('{"rules":{"$u":{".read":"auth.uid == $u"}}}').ruleset as Ruleset;
  const namespace = new Namespace('n', { initialRules: () => rules, clock: new Clock(frozenTime(5)) });
  const spans: SpanRecord[] = [];
  const login = { isAdmin: false, auth: { uid: 'ada' } };
  const read = (key: string) => namespace.read([key], EVERYTHING, login);
  runInSpan(
    startTrace((span) => spans.push(span), 'request', undefined),
    () => {
      read('ada');
      expect(() => read('bob')).toThrow('Permission denied');
      namespace.read([], EVERYTHING, ADMIN);
    },
  );
  expect(spans.map(({ name, attributes }) => ({ name, ...attributes }))).toMatchObject([
    { 'rules.method': 'read', 'rules.path': 'ada', 'rules.uid': 'ada', 'rules.outcome': 'allow' },
    {
      name: 'authorize',
      'rules.outcome': 'deny',
      'rules.database': 'n',
      'rules.time': '1970-01-01T00:00:00.005Z',
      'rules.allows': '[{"line":1,"outcome":false}]',
      'rules.explanation': expect.stringContaining('"auth.uid"'),
    },
  ]);
});
