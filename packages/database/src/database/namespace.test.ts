import { Clock, frozenTime } from '@savepoint/server/core/clock';
import { expect, it } from 'vitest';
import { InvalidDataError } from '../core/invalid-data.ts';
import { EXPORT, VALUES, writeJson } from '../core/write-json.ts';
import { compileRuleset, type Ruleset } from '../rules/ruleset.ts';
import { SIGNED_OUT } from './login.ts';
import { Namespace } from './namespace.ts';
import { OnDisconnect } from './on-disconnect.ts';
import { mergeUpdates, putUpdate } from './update.ts';

function createNamespace(rules: object, onCommit = () => () => {}): Namespace {
  const { ruleset } = compileRuleset(JSON.stringify({ rules }));
  return new Namespace('n', {
    initialRules: () => ruleset as Ruleset,
    clock: new Clock(frozenTime(1)),
    onCommit,
  });
}

it('does of what waited for the end of a session what rules still allow, and no harm', () => {
  const namespace = createNamespace({ open: { '.write': true } });
  namespace.writeAllowed([putUpdate('/open', 1), putUpdate('/closed', 2)], SIGNED_OUT);
  expect(writeJson(namespace.root, VALUES)).toBe('{"open":1}');
  const full = createNamespace({ '.write': true }, () => {
    throw new InvalidDataError('too many functions');
  });
  full.writeAllowed([putUpdate('/a', 1)], SIGNED_OUT);
  expect(full.root.isEmpty).toBe(true);
});

it('a priority that is merged before its data is kept', () => {
  const namespace = createNamespace({ '.write': true });
  namespace.write(mergeUpdates('/a', { '.priority': 2, b: 1 }), SIGNED_OUT);
  expect(writeJson(namespace.root, EXPORT)).toBe('{"a":{".priority":2,"b":1}}');
});

it('what waits for the end of a session is a sparse tree', () => {
  const waiting = new OnDisconnect();
  const set = (path: string, json: unknown) => waiting.set(putUpdate(path, json));
  set('x', { parent: true, child: 1 });
  set('x/child', 2);
  waiting.cancel(['x', 'child']);
  set('y/z', 1);
  set('y', { '.value': 5, '.priority': 1 });
  set('y/z', 3);
  set('w/a', 1);
  waiting.cancel(['w']);
  set('v', 's');
  set('v/a', { '.priority': 1 });
  set('u', { '.priority': 1 });
  set('u/a', 0);
  set('t', { '.sv': 'timestamp' });
  waiting.cancel(['t', 'a']);
  set('s', { '.value': 5, '.priority': 1 });
  waiting.cancel(['s', 'a']);
  set('r', { a: 1, b: 2, c: {}, '.priority': 1 });
  waiting.cancel(['r', 'a']);
  set('q', 's');
  waiting.set(putUpdate('q/a/.priority', 1));
  const texts = waiting.take().map(({ path, json }) => `${path.join('/')} ${JSON.stringify(json)}`);
  expect(texts).toEqual([
    ...['x/parent true', 'y {".priority":1,"z":3}', 'v "s"', 'u {"a":0}'],
    ...['t {".sv":"timestamp"}', 's {".value":5,".priority":1}', 'r/b 2', 'q "s"'],
  ]);
  expect(waiting.isEmpty).toBe(true);
});
