import { describe, expect, it } from 'vitest';
import { rulesFile } from './fixtures.test-support.ts';
import { compileRuleset } from './ruleset.ts';

function warningsIn(members: string): string[] {
  const { ruleset, issues } = compileRuleset(rulesFile(members));
  expect(ruleset).toBeDefined();
  return issues.map(({ severity, description }) => `${severity}: ${description}`);
}

describe('compileRuleset', () => {
  it.each([
    ['function f() { return true; }', 'Unused function: f.'],
    ['function f() { let x = 1; return true; } match /c/{id} { allow get: if f(); }', 'Unused variable: x.'],
    ['match /c/{id} { allow get: if nothing == 1; }', 'Invalid variable name: nothing.'],
    ['match /c/{id} { allow get: if nothing(1); }', 'Invalid function name: nothing.'],
    ["match /c/{id} { allow get: if 'a'.toLowerCase() == id; }", 'Invalid function name: toLowerCase.'],
    ['match /c/{id} { allow get: if math.isInfinite(1.0); }', 'Invalid function name: math.isInfinite.'],
    [
      'match /c/{id} { allow get: if math.abs(1, 2) == 1; }',
      'Incorrect number of arguments supplied to function: math.abs.',
    ],
    [
      'function f(a) { return a; } match /c/{id} { allow get: if f(); }',
      'Incorrect number of arguments supplied to function: f.',
    ],
    [
      'match /c/{id} { allow get: if id == 1; }',
      'The sub-expressions are not comparable, so this comparison will always return false. Received: string == int.',
    ],
    [
      'match /c/{id} { allow get: if request.auth.uid.size() != "3"; }',
      'The sub-expressions are not comparable, so this comparison will always return true. Received: int != string.',
    ],
    [
      'match /c/{id} { allow get: if request.time > 1; }',
      'Unsupported operation. Received: timestamp > int.',
    ],
    [
      'match /c/{id} { allow get: if id.size() + "1" == 2; }',
      'Unsupported operation. Received: int + string.',
    ],
    [
      'match /c/{id} { allow get: if resource.data.keys().difference(["a"]).size() == 0; }',
      'Invalid type. Received one of [list]. Expected one of [set].',
    ],
    [
      'match /c/{id} { allow get: if resource.data.diff({}).keys() == []; }',
      'Invalid type. Received one of [map_diff]. Expected one of [map].',
    ],
    [
      'match /c/{id} { allow get: if id.matches(1); }',
      'Invalid type. Received one of [int]. Expected one of [string].',
    ],
    [
      'match /c/{id} { allow get: if id in "abc"; }',
      'Invalid type. Received one of [string]. Expected one of [list, set, map].',
    ],
    [
      'match /c/{id} { allow get: if true && id; }',
      'Invalid type. Received one of [string]. Expected one of [bool].',
    ],
    [
      'match /c/{id} { allow get: if exists("a"); }',
      'Invalid type. Received one of [string]. Expected one of [path].',
    ],
    [
      'match /c/{id} { allow get: if [id].hasAny([id], 2); }',
      'Incorrect number of arguments supplied to function: hasAny.',
    ],
    [
      'match /c/{id} { allow get: if [id][id] == id; }',
      'Invalid type. Received one of [string] as index of a list. Expected one of [int].',
    ],
    [
      'match /c/{id} { allow get: if resource.data; }',
      'Invalid type. Permission statements expect a boolean value. Received one of [map].',
    ],
    [
      'function count() { let n = [1].size(); return n; } match /c/{id} { allow get: if count(); }',
      'Invalid type. Permission statements expect a boolean value. Received one of [int].',
    ],
    [
      'match /c/{id} { allow fetch; }',
      'Invalid method name: fetch. It grants nothing: write get, list, create, update, delete, read or write.',
    ],
    [
      'match /c/{id} { allow read; allow get: if id == "a"; }',
      'Unreachable allow: an earlier allow without a condition grants its methods.',
    ],
    [
      'match /{rest=**} { allow read; } match /c/{id} { allow list: if request.auth != null; }',
      'Unreachable allow: an earlier allow without a condition grants its methods.',
    ],
    ['match /c { allow read; }', 'Unreachable match: it is shorter than the path of any document.'],
    [
      'match /c/{id}/d { allow read; }',
      'Unreachable match: it ends with a collection, and rules match documents.',
    ],
    [
      'match /c/{id} { allow list: if request.auth.uid == id; }',
      'Unprovable list: a query leaves {id} open, so this condition is an error for every list.',
    ],
    [
      'function owns(x) { let uid = request.auth.uid; return uid == x; } match /c/{id} { allow list: if true && owns(id); }',
      'Unprovable list: a query leaves {id} open, so this condition is an error for every list.',
    ],
  ])('warns about %s', (members, expected) => {
    expect(warningsIn(members)).toEqual([`WARNING: ${expected}`]);
  });

  it.each([
    'match /c/{id} { allow get: if request.auth.uid != null && resource == null && request.time > timestamp.date(2020, 1, 1); }',
    'match /c/{id} { allow get: if resource.data.n == 1 && resource.data.n == "a" && resource.data.f; }',
    'match /c/{id} { allow get: if math.abs(1) == 1.5 && 1 == 1.0 && [1].hasAny(resource.data.l); }',
    'function f(a) { return a + 1 == 2; } match /c/{id} { allow get: if f(1) && f("a"); }',
    'match /c/{id} { allow get: if request.auth.token.email_verified == "true"; }',
    'match /c/{id} { allow list: if request.auth != null || id == "a"; }',
    'match /c/{id} { allow list: if request.auth.uid == "admin" ? true : id == "a"; }',
    'function ignores(x) { return true; } match /c/{id} { allow list: if ignores(id); }',
    'match /c/{id} { allow read: if request.auth.uid == id; allow write: if false; }',
    'match /{rest=**}/c/{id} { allow list: if request.auth != null; }',
    'match /c/{id} { allow get: if id == "a"; allow list; match /d/{e} { allow get: if e == id; } }',
  ])('reports no warning for %s', (members) => {
    expect(warningsIn(members)).toEqual([]);
  });

  it('warns about rules without a service cloud.firestore, which deny every request', () => {
    const { ruleset, issues } = compileRuleset(
      'service firebase.storage { match /b/{bucket}/o { allow read; } }',
    );
    expect(ruleset).toBeDefined();
    expect(issues.map(({ description }) => description)).toContain(
      "No 'service cloud.firestore': every request is denied.",
    );
  });
});
