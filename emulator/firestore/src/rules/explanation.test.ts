/** A denied request explains itself: the statement, the sub-expression at fault, and its operands. */
import { describe, expect, test } from 'vitest';
import { documentAccess, testDocument, testRequest, testRuleset } from './fixtures.test-support.ts';
import { explanationDetail, explanationLine } from './ruleset.ts';

function lineOf(members: string, request = testRequest()): string {
  return explanationLine(testRuleset(members).authorize(request, documentAccess()).explain());
}

describe('the line', () => {
  test('names the innermost expression that is false, through functions, with its operands', () => {
    const members = `function owns(uid) { return signedIn() && request.auth.uid == uid; }
    function signedIn() { return request.auth != null; }
    match /c/{id} { allow get: if true && owns(id); }`;
    expect(lineOf(members)).toBe(
      "get /c/x denied: firestore.rules:4:43 'request.auth.uid == uid' is false (request.auth.uid = 'alice', uid = 'x')",
    );
  });

  test('looks behind the bindings and parameters of functions', () => {
    const members = `function owns(uid) { let signedIn = request.auth != null; let same = (request.auth.uid == uid); return signedIn && same; }
    function both(a, b) { return a && b; }
    match /c/{id} { allow get: if owns(id); allow get: if both(true, id == 'y'); }`;
    expect(lineOf(members)).toBe(
      "get /c/x denied: firestore.rules:4:71 'request.auth.uid == uid' is false (request.auth.uid = 'alice', uid = 'x'); " +
        "firestore.rules:6:70 'id == 'y'' is false (id = 'x')",
    );
  });

  test('names both sides of an `||`', () => {
    expect(lineOf("match /c/{id} { allow get: if id == 'a' || id == 'b'; }")).toBe(
      "get /c/x denied: firestore.rules:4:31 'id == 'a'' is false (id = 'x'); firestore.rules:4:44 'id == 'b'' is false (id = 'x')",
    );
  });

  test('names the false side beside the failed one', () => {
    expect(lineOf("match /c/{id} { allow get: if resource.data.a == 1 || id == 'b'; }")).toBe(
      "get /c/x denied: firestore.rules:4:31 'resource.data' failed: Null value error. (resource = null); " +
        "firestore.rules:4:55 'id == 'b'' is false (id = 'x')",
    );
  });

  test('names the origin of an error', () => {
    expect(lineOf('match /c/{id} { allow get: if !(resource.data.a == 1); }')).toBe(
      "get /c/x denied: firestore.rules:4:33 'resource.data' failed: Null value error. (resource = null)",
    );
  });

  test('shows what a method was called on and with', () => {
    const request = testRequest({ resource: testDocument('c/x', { a: 1, b: 2 }) });
    expect(lineOf("match /c/{id} { allow get: if resource.data.keys().hasOnly(['a']); }", request)).toContain(
      "is false (resource.data.keys() = ['a', 'b'], resource.data = {a: 1, b: 2})",
    );
  });

  test('tells a query what it lacks', () => {
    const request = testRequest({ method: 'list', path: ['c'] });
    expect(lineOf("match /c/{id} { allow list: if resource.data.owner == 'a'; }", request)).toContain(
      "[rules are not filters: the query has no filter on 'owner']",
    );
  });

  test('names the statements that match the path but not the method', () => {
    expect(lineOf('match /c/{id} { allow list, write; }')).toBe(
      "get /c/x denied: no allow statement for 'get' matches (line 4 allows list, write)",
    );
  });

  test('says what granted', () => {
    expect(lineOf("match /c/{id} { allow get: if id == 'y'; allow get: if id == 'x'; }")).toBe(
      'get /c/x granted: firestore.rules:4:42',
    );
  });

  test('cuts long values', () => {
    const request = testRequest({ resource: testDocument('c/x', { a: 'x'.repeat(100_000) }) });
    expect(lineOf("match /c/{id} { allow get: if resource.data.a == 'y'; }", request).length).toBeLessThan(
      400,
    );
  });
});

describe('the detail', () => {
  test('fits into trailers however much there is to say', () => {
    const statements = Array.from({ length: 100 }, (_, i) => `allow get: if id == '${'y'.repeat(100)}${i}';`);
    const decision = testRuleset(`match /c/{id} { ${statements.join('\n')} }`).authorize(
      testRequest(),
      documentAccess(),
    );
    const detail = explanationDetail(decision.explain());
    expect(JSON.stringify(detail).length).toBeLessThan(6000);
    expect(detail).toMatchObject({ value: { allowed: false, method: 'get', path: '/c/x' } });
  });
});

test('explaining reads no document a second time and prints nothing', () => {
  let reads = 0;
  const lines: string[] = [];
  const counting = {
    get: () => {
      reads++;
      return null;
    },
    getAfter: () => null,
  };
  const ruleset = testRuleset(
    'match /c/{id} { allow get: if debug(exists(/databases/$(database)/documents/a/b)); }',
  );
  const decision = ruleset.authorize(testRequest(), counting);
  decision.explain();
  decision.explain();
  expect({ reads, lines }).toEqual({ reads: 1, lines: [] });
});
