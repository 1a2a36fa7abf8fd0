import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeLoadFailure } from './load-failure.ts';

const file = join(process.cwd(), 'functions', 'index.js');

it('describeLoadFailure names the place of an exception in the functions, not that in a package', () => {
  const lines = [
    "Failed to generate manifest from function source: Cannot read properties of null (reading 'length')",
    "TypeError: Cannot read properties of null (reading 'length')",
    '    at Module.load (/home/a/node_modules/firebase-functions/lib/runtime/loader.js:19:10)',
    `    at Object.<anonymous> (${file}:3:6)`,
  ];
  expect(describeLoadFailure(lines)).toBe(
    "functions/index.js:3: TypeError: Cannot read properties of null (reading 'length')",
  );
});

it('describeLoadFailure names the place of a syntax error', () => {
  const lines = [`${file}:7`, 'const = 1;', '      ^', '', "SyntaxError: Unexpected token '='"];
  expect(describeLoadFailure(lines)).toBe("functions/index.js:7: SyntaxError: Unexpected token '='");
});

it('describeLoadFailure repeats what firebase-tools says when the functions printed nothing', () => {
  const line =
    '⬢  functions: Failed to load function definition from source: FirebaseError: User code failed to load. Timeout after 60000ms';
  expect(describeLoadFailure([line])).toBe('User code failed to load. Timeout after 60000ms');
});
