import { describe, expect, it } from 'vitest';
import { documentAccess, testDocument, testRequest, testRuleset } from './fixtures.test-support.ts';
import { deniedMessage, explanationDetail, explanationLine } from './ruleset.ts';

function lineOf(members: string, request = testRequest()): string {
  return explanationLine(testRuleset(members).authorize(request, documentAccess()).explain());
}

describe('explanationLine', () => {
  it('shows the innermost false expression, inside called functions, with the values of its operands', () => {
    const members = `function owns(uid) { return signedIn() && request.auth.uid == uid; }
    function signedIn() { return request.auth != null; }
    match /c/{id} { allow get: if true && owns(id); }`;
    expect(lineOf(members)).toBe(
      "get /c/x denied: firestore.rules:4:43 'request.auth.uid == uid' is false (request.auth.uid = 'alice', uid = 'x')",
    );
  });

  it('shows the expressions behind the `let` variables and parameters of a function', () => {
    const members = `function owns(uid) { let signedIn = request.auth != null; let same = (request.auth.uid == uid); return signedIn && same; }
    function both(a, b) { return a && b; }
    match /c/{id} { allow get: if owns(id); allow get: if both(true, id == 'y'); }`;
    expect(lineOf(members)).toBe(
      "get /c/x denied: firestore.rules:4:71 'request.auth.uid == uid' is false (request.auth.uid = 'alice', uid = 'x'); " +
        "firestore.rules:6:70 'id == 'y'' is false (id = 'x')",
    );
  });

  it('shows both operands of `||`', () => {
    expect(lineOf("match /c/{id} { allow get: if id == 'a' || id == 'b'; }")).toBe(
      "get /c/x denied: firestore.rules:4:31 'id == 'a'' is false (id = 'x'); firestore.rules:4:44 'id == 'b'' is false (id = 'x')",
    );
  });

  it('shows a comparison with null after the operands that compare values', () => {
    const line = lineOf("match /c/{id} { allow get: if request.auth == null || id == 'a' || null == id; }");
    expect(line.match(/'[^']* == [^ ]*'+ is/g)).toEqual([
      "'id == 'a'' is",
      "'request.auth == null' is",
      "'null == id' is",
    ]);
  });

  it('shows the false and the failed operand of `||`', () => {
    expect(lineOf("match /c/{id} { allow get: if resource.data.a == 1 || id == 'b'; }")).toBe(
      "get /c/x denied: firestore.rules:4:31 'resource.data' failed: Null value error. (resource = null) [the document does not exist, so resource is null]; " +
        "firestore.rules:4:55 'id == 'b'' is false (id = 'x')",
    );
  });

  it('shows the expression that caused an error', () => {
    expect(lineOf('match /c/{id} { allow get: if !(resource.data.a == 1); }')).toBe(
      "get /c/x denied: firestore.rules:4:33 'resource.data' failed: Null value error. (resource = null) [the document does not exist, so resource is null]",
    );
  });

  it('names the document that a lookup did not find', () => {
    const path = '/databases/$(database)/documents/users/$(request.auth.uid)';
    expect(lineOf(`match /c/{id} { allow get: if get(${path}).data.role == 'admin'; }`)).toContain(
      '[users/alice does not exist: create it, or test exists() before]',
    );
    expect(lineOf(`match /c/{id} { allow get: if getAfter(${path}).data.role == 'admin'; }`)).toContain(
      '[users/alice does not exist: create it, or test existsAfter() before]',
    );
    const own = `function get(a) { return null; } match /c/{id} { allow get: if get(id).data.role == 'admin'; }`;
    expect(lineOf(own)).not.toContain('does not exist');
  });

  it('shows the receiver and the arguments of a method call', () => {
    const request = testRequest({ resource: testDocument('c/x', { a: 1, b: 2 }) });
    expect(lineOf("match /c/{id} { allow get: if resource.data.keys().hasOnly(['a']); }", request)).toContain(
      "is false (resource.data.keys() = ['a', 'b'], resource.data = {a: 1, b: 2})",
    );
  });

  it('shows the filter that a denied query lacks', () => {
    const request = testRequest({ method: 'list', path: ['c'] });
    expect(lineOf("match /c/{id} { allow list: if resource.data.owner == 'a'; }", request)).toContain(
      "[rules are not filters: the query has no filter on 'owner']",
    );
  });

  it('lists the statements that match the path but not the method', () => {
    expect(lineOf('match /c/{id} { allow list, write; }')).toBe(
      "get /c/x denied: no allow statement for 'get' matches (line 4 allows list, write)",
    );
  });

  it('shows the position of the statement that granted the request', () => {
    expect(lineOf("match /c/{id} { allow get: if id == 'y'; allow get: if id == 'x'; }")).toBe(
      'get /c/x granted: firestore.rules:4:42',
    );
  });

  it('truncates long values', () => {
    const request = testRequest({ resource: testDocument('c/x', { a: 'x'.repeat(100_000) }) });
    expect(lineOf("match /c/{id} { allow get: if resource.data.a == 'y'; }", request).length).toBeLessThan(
      400,
    );
  });
});

describe('deniedMessage', () => {
  const messageOf = (members: string, request = testRequest()): string => {
    const decision = testRuleset(members).authorize(request, documentAccess());
    return deniedMessage(decision.message, decision.explain());
  };

  it('appends the position and values of the deciding expressions to the outcomes, by the line of the condition', () => {
    const request = testRequest({ resource: testDocument('c/x', { n: 'one' }) });
    expect(messageOf('match /c/{id} { allow get: if\n  resource.data.n > 4; }', request)).toBe(
      "\nevaluation error at L5:3 for 'get' @ L5, Unsupported operation error. Received: string > int. Expected: " +
        'string > string, bytes > bytes, int > int, float > float, duration > duration, timestamp > timestamp. ' +
        "for 'get' @ L5\n" +
        "firestore.rules:5:3 'resource.data.n > 4' failed: Unsupported operation error. Received: string > int. " +
        'Expected: string > string, bytes > bytes, int > int, float > float, duration > duration, ' +
        "timestamp > timestamp. (resource.data.n = 'one')",
    );
  });

  it('names the statements for other methods if none matches', () => {
    expect(messageOf('match /c/{id} { allow list; }')).toBe(
      "No matching allow statements\nno allow statement for 'get' matches (line 4 allows list)",
    );
  });

  it('is short for any number of statements', () => {
    const statements = Array.from({ length: 50 }, (_, i) => `allow get: if id == '${i}';`);
    expect(
      messageOf(`match /c/{id} { ${statements.join('\n')} }`)
        .split('\n')
        .at(-1),
    ).toHaveLength(603);
  });
});

describe('explanationDetail', () => {
  it('fits into gRPC trailers for any number of statements', () => {
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

it('explain reads no document again and prints no debug output', () => {
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
