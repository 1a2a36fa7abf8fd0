import { describe, expect, it } from 'vitest';
import { findSettingsProblem } from './settings-problem.ts';

describe('findSettingsProblem', () => {
  it.each([
    ['settings, comments and empty lines', '# one\n\nA=1\nexport B = two # why\nC=\n  D_1="x"\r\nE=\'y\'\n'],
    ['a value of several lines in quotes', 'KEY="-----BEGIN\nabc\\"def\n-----END"\nB=1\n'],
    ['nothing', ''],
  ])('accepts %s', (_, text) => {
    expect(findSettingsProblem(text)).toBeUndefined();
  });

  it.each([
    ['a line without a value', 'A=1\nwhat is this\n', 2, 'expected NAME=value'],
    ['a line after a value of several lines', 'A="1\n2"\n=3\n', 3, 'expected NAME=value'],
    ['a value whose quote is not closed', 'A="1\nB\n', 2, 'expected NAME=value'],
    ['a name in lower case', '\napiKey=1\n', 2, 'the name apiKey must have uppercase letters'],
    ['a reserved name', 'PORT=3000\n', 1, 'the name PORT is reserved'],
    ['a reserved prefix', 'FIREBASE_KEY=1\n', 1, 'the name FIREBASE_KEY is reserved'],
  ])('reports the line of %s and the reason', (_, text, line, reason) => {
    expect(findSettingsProblem(text)).toEqual({ line, reason: expect.stringContaining(reason) });
  });
});
