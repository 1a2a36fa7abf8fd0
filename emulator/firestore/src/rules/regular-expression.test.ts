/** Patterns: what they cost does not depend on what they are. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuMilliseconds } from './cpu-time.test-support.ts';
import { compileRegularExpression, InvalidRegularExpression } from './regular-expression.ts';
import { estimateProgramSize } from './regular-expression-size.ts';

function matches(pattern: string, text: string): boolean {
  const compiled = compileRegularExpression(pattern);
  if (compiled instanceof InvalidRegularExpression) throw new Error(compiled.reason);
  return compiled.testExact(text);
}

/** Patterns on which a backtracking matcher takes exponential or quadratic time. */
const BOMBS = [
  '(a+)+b',
  '(a|a)*b',
  '(a*)*b',
  '(a|aa)+b',
  '([a-z]+)*[0-9]',
  '(.*)(.*)(.*)(.*)b',
  '(a?){50}a{50}b',
  '(x+x+)+y',
];

describe('matching', () => {
  test.each(BOMBS)('%s takes time in proportion to the text', (pattern) => {
    matches(pattern, 'a'.repeat(1000));
    const [short, long] = [20_000, 200_000].map((length) =>
      Math.min(...[1, 2, 3].map(() => cpuMilliseconds(() => matches(pattern, 'ax'.repeat(length / 2))))),
    );
    // Ten times the text: ten times the time, with room for a busy machine, and nowhere near a hundred times.
    expect(long).toBeLessThan(Math.max(40 * (short ?? 0), 100));
  });

  test('agrees with the platform where both know the pattern', () => {
    const atom = fc.constantFrom('a', 'b', '[ab]', '[^a]', '.', '(?:a|b)', '\\w', 'ab');
    const piece = fc
      .tuple(atom, fc.constantFrom('', '*', '+', '?', '{1,3}', '{2}'))
      .map(([a, q]) => `(?:${a})${q}`);
    const pattern = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(
        pattern,
        fc.string({ unit: fc.constantFrom('a', 'b', 'c', '\n'), maxLength: 8 }),
        (source, text) => {
          expect(matches(source, text)).toBe(new RegExp(`^(?:${source})$`).test(text));
        },
      ),
      { numRuns: 500 },
    );
  }, 60_000);
});

describe('size', () => {
  test.each([
    ['abc', 3],
    ['a{3}b', 4],
    ['(ab){3}c', 13],
    ['[a-z{5}]', 1],
    ['\\{5}', 3],
    ['a{2,}', 3],
    ['a{,5}', 5],
  ])('%s', (pattern, size) => {
    expect(estimateProgramSize(pattern)).toBe(size);
  });

  test('is bounded, and so is the time of compiling', () => {
    expect(estimateProgramSize('((a{1000}){1000}){1000}')).toBeGreaterThan(100_000);
    expect(compileRegularExpression('a{1000}'.repeat(11))).toBeInstanceOf(InvalidRegularExpression);
    expect(compileRegularExpression('(https?://)?[^/]{1,1000}(/.*)?')).not.toBeInstanceOf(
      InvalidRegularExpression,
    );
    expect(cpuMilliseconds(() => compileRegularExpression('b{999}'.repeat(9)))).toBeLessThan(500);
  });

  test('never fails on any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => estimateProgramSize(text) >= 0));
  }, 60_000);
});
