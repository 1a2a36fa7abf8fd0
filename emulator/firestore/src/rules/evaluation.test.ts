/** Decisions: lookups and their limits, paths, captures, the order of statements. */
import { describe, expect, test } from 'vitest';
import { cpuMilliseconds } from './cpu-time.test-support.ts';
import {
  documentAccess,
  rulesFile,
  storedFields,
  testDocument,
  testRequest,
  testRuleset,
} from './fixtures.test-support.ts';
import { AccessBudget, compileRuleset } from './ruleset.ts';

function mayGet(members: string, path = 'c/x', ...documents: ReturnType<typeof testDocument>[]): boolean {
  return testRuleset(members).authorize(testRequest({ path: path.split('/') }), documentAccess(...documents))
    .allowed;
}

describe('paths', () => {
  test('a string with a slash is no segment, so that no data widens a lookup', () => {
    const members =
      "match /c/{id} { allow get: if exists(/databases/$(database)/documents/users/$('a/b/c')); }";
    expect(mayGet(members, 'c/x', testDocument('users/a/b/c', {}))).toBe(false);
  });

  test('recursive wildcards take every length and are matched in polynomial time', () => {
    const match = '/{a=**}/x {\n match /{b=**}/x {\n match /{c=**}/x {\n match /{d=**}/y/{e}';
    const members = `match ${match} { allow get: if a is path && d[0] == 'x'; } } } }`;
    const milliseconds = cpuMilliseconds(() => {
      expect(mayGet(members, 'x/'.repeat(120).slice(0, -1))).toBe(false);
      expect(mayGet(members, `${'x/'.repeat(120)}z/e`)).toBe(false);
      expect(mayGet(members, `${'x/'.repeat(120)}y/e`)).toBe(true);
      expect(mayGet(members, `x/x/x/x/y/e`)).toBe(true);
    });
    expect(milliseconds).toBeLessThan(500);
  });

  test('a database is an ordinary segment', () => {
    const { ruleset } = compileRuleset(
      "rules_version = '2'; service cloud.firestore { match /databases/(default)/documents/c/{id} { allow get; } match /databases/other/documents/d/{id} { allow get; } }",
    );
    const allowed = (databaseId: string, collection: string): boolean | undefined =>
      ruleset?.authorize(testRequest({ databaseId, path: [collection, 'x'] }), documentAccess()).allowed;
    expect([allowed('(default)', 'c'), allowed('other', 'c'), allowed('other', 'd')]).toEqual([
      true,
      false,
      true,
    ]);
  });
});

describe('lookups', () => {
  const exists = (count: number): string =>
    Array.from({ length: count }, (_, i) => `exists(/databases/$(database)/documents/k/d${i})`).join(' || ');

  test('ten distinct documents per operation; the eleventh is an error, which `||` absorbs as any other', () => {
    const tenth = 'exists(/databases/$(database)/documents/k/d9)';
    expect(mayGet(`match /c/{id} { allow get: if ${exists(10)} || true; }`)).toBe(true);
    expect(mayGet(`match /c/{id} { allow get: if ${exists(10)} || !${tenth}; }`)).toBe(true);
    expect(mayGet(`match /c/{id} { allow get: if ${exists(11)} || !${tenth}; }`)).toBe(true);
    expect(mayGet(`match /c/{id} { allow get: if !(${exists(11)}); }`)).toBe(false);
    expect(mayGet(`match /c/{id} { allow get: if ${exists(11)} || true; }`)).toBe(true);
  });

  test('twenty per request of several operations', () => {
    const block = (collection: string): string =>
      `match /${collection}/{id} { allow get: if !(${exists(9).replaceAll('/k/', `/${collection}s/`)}); }`;
    const ruleset = testRuleset(`${block('c')} ${block('d')} ${block('e')}`);
    const budget = new AccessBudget();
    const allowed = (collection: string): boolean =>
      ruleset.authorize(testRequest({ path: [collection, 'x'] }), documentAccess(), budget).allowed;
    expect([allowed('c'), allowed('d'), allowed('c'), allowed('e')]).toEqual([true, true, true, false]);
  });

  test('a missing document is null', () => {
    const path = 'get(/databases/$(database)/documents/k/none)';
    expect(mayGet(`match /c/{id} { allow get: if ${path} == null; }`)).toBe(true);
    expect(mayGet(`match /c/{id} { allow get: if ${path}.data.a == 1; }`)).toBe(false);
  });

  test('an odd path, another root or an open capture is an error', () => {
    for (const path of [
      '/databases/$(database)/documents/k',
      '/a/b',
      '/databases/$(database)/documents/k/{x}',
    ]) {
      expect(mayGet(`match /c/{id} { allow get: if exists(${path}) || !exists(${path}); }`)).toBe(false);
    }
  });

  test('the state after the request is asked for apart from the state before', () => {
    const before = testDocument('k/a', { n: 1 });
    const after = testDocument('k/a', { n: 2 });
    const ruleset = testRuleset(
      'match /c/{id} { allow create: if get(/databases/$(database)/documents/k/a).data.n == 1 && getAfter(/databases/$(database)/documents/k/a).data.n == 2; }',
    );
    const both = { get: () => before, getAfter: () => after };
    const request = testRequest({ method: 'create', newResource: testDocument('c/x', {}) });
    expect(ruleset.authorize(request, both).allowed).toBe(true);
  });
});

describe('values', () => {
  test('a field called __proto__ is a field like any other', () => {
    const fields = Object.defineProperty(storedFields({ a: 1 }), '__proto__', {
      value: storedFields({ x: 1 }).x,
      enumerable: true,
    });
    const request = testRequest({ resource: { path: ['c', 'x'], fields } });
    const verdict = (condition: string): boolean =>
      testRuleset(`match /c/{id} { allow get: if ${condition}; }`).authorize(request, documentAccess())
        .allowed;
    expect(verdict('resource.data.__proto__ == 1 && resource.data.size() == 2')).toBe(true);
    expect(verdict("'constructor' in resource.data")).toBe(false);
  });

  test('debug prints and passes on', () => {
    const lines: string[] = [];
    const { ruleset } = compileRuleset(
      rulesFile("match /c/{id} { allow get: if debug({'a': [1, true]}).size() == 1; }"),
      {
        onDebug: (text) => lines.push(text),
      },
    );
    expect(ruleset?.authorize(testRequest(), documentAccess()).allowed).toBe(true);
    expect(lines).toEqual([
      'map_value {\n  fields {\n    key: "a"\n    value {\n      list_value {\n        values {\n          int_value: 1\n        }\n        values {\n          bool_value: true\n        }\n      }\n    }\n  }\n}',
    ]);
  });
});

describe('denials', () => {
  const messageOf = (members: string, path = 'c/x'): string =>
    testRuleset(members).authorize(testRequest({ path: path.split('/') }), documentAccess()).message;

  test('name every statement that was tried, without documents and, where those matter, with them', () => {
    expect(
      messageOf('match /c/{id} {\n allow get: if id == "y";\n allow read: if resource.data.a == 1; }'),
    ).toBe(
      "\nfalse for 'get' @ L5, evaluation error at L6:17 for 'get' @ L6, " +
        "false for 'get' @ L5, Null value error. for 'get' @ L6",
    );
    expect(messageOf('match /c/{id} {\n allow get: if id == "y";\n allow read: if 1 / 0 == 1; }')).toBe(
      "\nfalse for 'get' @ L5, Divide by zero error. for 'get' @ L6",
    );
  });

  test('of a write are those of both passes: without the stored document and with it', () => {
    const ruleset = testRuleset(
      'match /c/{id} {\n allow create: if resource.data.a == 1;\n allow update: if id == "y";\n allow delete: if resource.data.a == 1; }',
    );
    const textOf = (method: 'update' | 'delete', isUpsert: boolean): string =>
      ruleset.authorize(
        testRequest({ method, isUpsert, resource: testDocument('c/x', { a: 2 }) }),
        documentAccess(),
      ).message;
    expect(textOf('update', true)).toBe(
      "\nevaluation error at L5:19 for 'create' @ L5, false for 'update' @ L6, false for 'update' @ L6",
    );
    expect(textOf('update', false)).toBe("\nfalse for 'update' @ L6");
    expect(textOf('delete', false)).toBe(
      "\nevaluation error at L7:19 for 'delete' @ L7, false for 'delete' @ L7",
    );
  });

  test('say when nothing matched', () => {
    expect(messageOf('match /c/{id} { allow list; }')).toBe('No matching allow statements');
  });

  test('report the error that came before an exhausted limit', () => {
    const functions = Array.from(
      { length: 12 },
      (_, i) => `function f${i}() { return f${i + 1}() && f${i + 1}(); }`,
    );
    const members = `${functions.join('\n')} function f12() { return true; }`;
    expect(messageOf(`${members} match /c/{id} { allow get: if f0(); allow get; }`)).toContain(
      'Unable to evaluate the expression as the maximum of 1000 expressions to evaluate has been reached. for',
    );
    expect(
      messageOf(`${members} match /c/{id} { allow get: if resource.id == id; allow get: if f0(); }`),
    ).toMatch(/^\nevaluation error at L\d+:\d+ for 'get' @ L\d+, Null value error\. for 'get' @ L\d+$/);
  });
});
