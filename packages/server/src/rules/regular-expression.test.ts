import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from './any-text.test-support.ts';
import { cpuMilliseconds } from './cpu-time.test-support.ts';
import { compileRegularExpression, InvalidRegularExpression } from './regular-expression.ts';
import { estimateProgramSize } from './regular-expression-size.ts';

/** `npm run test:deep` tries more cases. */
const DEEP = Number(process.env.SAVEPOINT_DEEP ?? 1);

function matches(pattern: string, text: string): boolean {
  const compiled = compileRegularExpression(pattern);
  if (compiled instanceof InvalidRegularExpression) throw new Error(compiled.reason);
  return compiled.testExact(text);
}

/** Regular expressions for which a backtracking matcher takes exponential or quadratic time. */
const CATASTROPHIC_PATTERNS = [
  '(a+)+b',
  '(a|a)*b',
  '(a*)*b',
  '(a|aa)+b',
  '([a-z]+)*[0-9]',
  '(.*)(.*)(.*)(.*)b',
  '(a?){50}a{50}b',
  '(x+x+)+y',
];

describe('compileRegularExpression', () => {
  it.each(CATASTROPHIC_PATTERNS)('matches %s in time proportional to the length of the text', (pattern) => {
    matches(pattern, 'a'.repeat(1000));
    const [short, long] = [20_000, 200_000].map((length) =>
      Math.min(...[1, 2, 3].map(() => cpuMilliseconds(() => matches(pattern, 'ax'.repeat(length / 2))))),
    );
    // A text ten times as long takes ten times as long, plus tolerance; quadratic time would be a
    // hundred times.
    expect(long).toBeLessThan(Math.max(40 * (short ?? 0), 100));
  });

  it('matches the same texts as RegExp for patterns that both support', () => {
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
      { numRuns: 300 * DEEP },
    );
  });
});

describe('estimateProgramSize', () => {
  it.each([
    ['abc', 3],
    ['a{3}b', 4],
    ['(ab){3}c', 13],
    ['[a-z{5}]', 1],
    ['\\{5}', 3],
    ['a{2,}', 3],
    ['a{,5}', 5],
  ])('estimates the size of %s as %i', (pattern, size) => {
    expect(estimateProgramSize(pattern)).toBe(size);
  });

  it('lets compileRegularExpression reject patterns that are too large to compile fast', () => {
    expect(estimateProgramSize('((a{1000}){1000}){1000}')).toBeGreaterThan(100_000);
    expect(compileRegularExpression('a{1000}'.repeat(11))).toBeInstanceOf(InvalidRegularExpression);
    expect(compileRegularExpression('(https?://)?[^/]{1,1000}(/.*)?')).not.toBeInstanceOf(
      InvalidRegularExpression,
    );
    expect(cpuMilliseconds(() => compileRegularExpression('b{999}'.repeat(9)))).toBeLessThan(500);
  });

  it('accepts any text', () => {
    fc.assert(fc.property(anyText(), (text) => estimateProgramSize(text) >= 0));
  });
});
