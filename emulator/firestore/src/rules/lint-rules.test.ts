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
    ['match /c/{id} { allow fetch; }', 'Invalid method name: fetch.'],
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
