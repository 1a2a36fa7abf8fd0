import { describe, expect, it } from 'vitest';
import { readsOrStarts } from './suite-reach.ts';

describe('readsOrStarts', () => {
  it.each([
    [`const text = readFileSync(join(root, path), 'utf8');`, true],
    ['spawn(process.execPath, [])', true],
    ['globSync("**/*.ts")', true],
    [`import { execute } from './execute.ts'; await execute();`, false],
  ])('of %j is %j', (test, expected) => {
    expect(readsOrStarts(test)).toBe(expected);
  });
});
