import { cpuMilliseconds } from '@savepoint/server/rules/cpu-time.test-support';
import { describe, expect, it } from 'vitest';
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
  // Google's compiler treats each of these like the same path without white space.
  it.each([
    '/databases/$(database) /documents/flags/$(id)',
    '/databases/$(database)\n  /documents\n  /flags\n  /$(id)',
    '/databases/$(database)/documents/flags/ $(id)',
    '/databases/$ (database)/documents/flags/\n  $( id )',
    '/databases/$(database)/* a comment *//documents/flags/$(id)',
    '/databases/$(database) // a comment\n/documents/flags // another\n/$(id)',
    '/databases/(default) /documents/flags/$(id)',
  ])('are the same with white space and comments between their segments: %j', (path) => {
    const members = `match /c/{id} { allow get: if exists(${path}); }`;
    expect(mayGet(members, 'c/x', testDocument('flags/x', {}))).toBe(true);
    expect(mayGet(members, 'c/y', testDocument('flags/x', {}))).toBe(false);
  });

  it.each([
    '/c /{id}',
    '/c\n  /{id}',
    '/c/ {id}',
    '/c/* a comment *//{id}',
    '/c // a comment\n /{id}',
    '/c\n/{ id }',
  ])('are the same with white space and comments between the segments of a match statement: %j', (path) => {
    const members = `match ${path} { allow get: if id == 'x'; }`;
    expect(mayGet(members, 'c/x')).toBe(true);
    expect(mayGet(members, 'c/y')).toBe(false);
  });

  it('end where white space separates a slash from the divisor', () => {
    expect(mayGet('match /c/{id} { allow get: if 4 / 2 == 2 && (4 / 2) / 2 == 1; }')).toBe(true);
    expect(mayGet("match /c/{id} { allow get: if string(/c /x) == '/c/x'; }")).toBe(true);
  });

  it('reject an interpolated string that contains a slash, which would change the document looked up', () => {
    const members =
      "match /c/{id} { allow get: if exists(/databases/$(database)/documents/users/$('a/b/c')); }";
    expect(mayGet(members, 'c/x', testDocument('users/a/b/c', {}))).toBe(false);
  });

  it('match recursive wildcards of any length in polynomial time', () => {
    // Only rules_version '1' permits more than one of them, in nested match blocks.
    const match = '/{a=**} { match /x/{b=**} { match /x/{c=**} { match /x/{d=**} { match /y/{e}';
    const condition = "a is path && d[0] == 'x'";
    const { ruleset } = compileRuleset(
      `service cloud.firestore { match /databases/{database}/documents { match ${match} { allow get: if ${condition}; } } } } } } }`,
    );
    const mayGetPath = (path: string) =>
      ruleset?.authorize(testRequest({ path: path.split('/') }), documentAccess()).allowed;
    const milliseconds = cpuMilliseconds(() => {
      expect(mayGetPath('x/'.repeat(120).slice(0, -1))).toBe(false);
      expect(mayGetPath(`${'x/'.repeat(120)}z/e`)).toBe(false);
      expect(mayGetPath(`${'x/'.repeat(120)}y/e`)).toBe(true);
      expect(mayGetPath('x/x/x/x/x/x/x/x/y/e')).toBe(true);
    });
    expect(milliseconds).toBeLessThan(500);
  });

  it('contain the database id as an ordinary segment', () => {
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

describe('document lookups', () => {
  const exists = (count: number): string =>
    Array.from({ length: count }, (_, i) => `exists(/databases/$(database)/documents/k/d${i})`).join(' || ');

  it('are limited to ten distinct documents per operation; the eleventh is an error, which `||` absorbs', () => {
    const tenth = 'exists(/databases/$(database)/documents/k/d9)';
    expect(mayGet(`match /c/{id} { allow get: if ${exists(10)} || true; }`)).toBe(true);
    expect(mayGet(`match /c/{id} { allow get: if ${exists(10)} || !${tenth}; }`)).toBe(true);
    expect(mayGet(`match /c/{id} { allow get: if ${exists(11)} || !${tenth}; }`)).toBe(true);
    expect(mayGet(`match /c/{id} { allow get: if !(${exists(11)}); }`)).toBe(false);
    expect(mayGet(`match /c/{id} { allow get: if ${exists(11)} || true; }`)).toBe(true);
  });

  it('are limited to twenty distinct documents per request with several operations', () => {
    const block = (collection: string): string =>
      `match /${collection}/{id} { allow get: if !(${exists(9).replaceAll('/k/', `/${collection}s/`)}); }`;
    const ruleset = testRuleset(`${block('c')} ${block('d')} ${block('e')}`);
    const budget = new AccessBudget();
    const allowed = (collection: string): boolean =>
      ruleset.authorize(testRequest({ path: [collection, 'x'] }), documentAccess(), budget).allowed;
    expect([allowed('c'), allowed('d'), allowed('c'), allowed('e')]).toEqual([true, true, true, false]);
  });

  it('return null for a missing document', () => {
    const path = 'get(/databases/$(database)/documents/k/none)';
    expect(mayGet(`match /c/{id} { allow get: if ${path} == null; }`)).toBe(true);
    expect(mayGet(`match /c/{id} { allow get: if ${path}.data.a == 1; }`)).toBe(false);
  });

  it('fail for the path of a collection, a path without /databases and a path with an unbound capture', () => {
    for (const path of [
      '/databases/$(database)/documents/k',
      '/a/b',
      '/databases/$(database)/documents/k/{x}',
    ]) {
      expect(mayGet(`match /c/{id} { allow get: if exists(${path}) || !exists(${path}); }`)).toBe(false);
    }
  });

  it('read the state before the request with get and the state after it with getAfter', () => {
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
  it('treat __proto__ as an ordinary field name', () => {
    const fields = Object.defineProperty(storedFields({ a: 1 }), '__proto__', {
      value: storedFields({ x: 1 }).x,
      enumerable: true,
    });
    const request = testRequest({ resource: { path: ['c', 'x'], fields } });
    const isAllowed = (condition: string): boolean =>
      testRuleset(`match /c/{id} { allow get: if ${condition}; }`).authorize(request, documentAccess())
        .allowed;
    expect(isAllowed('resource.data.__proto__ == 1 && resource.data.size() == 2')).toBe(true);
    expect(isAllowed("'constructor' in resource.data")).toBe(false);
  });

  it('are printed and returned by debug', () => {
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

describe('denial messages', () => {
  const messageOf = (members: string, path = 'c/x'): string =>
    testRuleset(members).authorize(testRequest({ path: path.split('/') }), documentAccess()).message;

  it('list every evaluated statement of the pass without documents and, if they matter, of the pass with documents', () => {
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

  it('list the statements of both passes of a write, without and with the stored document', () => {
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

  it('report that no allow statement matches', () => {
    expect(messageOf('match /c/{id} { allow list; }')).toBe('No matching allow statements');
  });

  it('report an exhausted budget, unless an error occurred before', () => {
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

describe('expensive values', () => {
  const EXHAUSTED = 'the maximum of 1000 expressions to evaluate has been reached';
  /**
   * Applies `step` to `x` ten times per function, over five functions: `let` variables are limited.
   */
  const repeated = (start: string, step: (x: string) => string, end: string): string => {
    const functions = Array.from({ length: 5 }, (_, f) => {
      const lets = Array.from({ length: 10 }, (__, i) => `let v${i + 1} = ${step(`v${i}`)};`).join(' ');
      const next = f < 4 ? `f${f + 1}(v10)` : end.replaceAll('x', 'v10');
      return `function f${f}(v0) { ${lets} return ${next}; }`;
    });
    return `${functions.join('\n')} match /c/{id} { allow get: if f0(${start}); }`;
  };
  const LONG = `'${'a'.repeat(1000)}'`;

  it.each([
    ['lists that double', '[1]', (x: string) => `${x}.concat(${x})`, 'x.size() > 0'],
    ['strings that double', "'a'", (x: string) => `${x} + ${x}`, 'x.size() > 0'],
    ['nested lists that double', '[1]', (x: string) => `[${x}, ${x}]`, 'x != [x]'],
    ['nested maps that double', '[1]', (x: string) => `{'a': ${x}, 'b': ${x}}`, '[x].toSet().size() == 1'],
    ['a chain of replacements', LONG, (x: string) => `${x}.replace('a', 'aa')`, 'x.size() > 0'],
    ['empty matches replaced by a long text', LONG, (x: string) => `${x}.replace('', ${x})`, 'x.size() > 0'],
    [
      'a text that grows into the pattern',
      LONG,
      (x: string) => `${x}.replace('(a|b|aa)*', '$0$0')`,
      'x.size() > 0',
    ],
  ])(
    'deny a request with %s early, as an exhausted budget',
    (_, start, step, end) => {
      const ruleset = testRuleset(repeated(start, step, end));
      const milliseconds = cpuMilliseconds(() => {
        const { allowed, message } = ruleset.authorize(testRequest({ path: ['c', 'x'] }), documentAccess());
        expect(allowed).toBe(false);
        expect(message).toContain(EXHAUSTED);
      });
      expect(milliseconds).toBeLessThan(3000);
    },
    30_000,
  );

  it('do not include a text of the maximum document size that is matched once', () => {
    const resource = testDocument('c/x', { text: 'a'.repeat(1_000_000) });
    const ruleset = testRuleset("match /c/{id} { allow get: if resource.data.text.matches('^[a-z]+$'); }");
    expect(ruleset.authorize(testRequest({ path: ['c', 'x'], resource }), documentAccess()).allowed).toBe(
      true,
    );
  });
});
