import { cpuMilliseconds } from '@savepoint/server/rules/cpu-time.test-support';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  LiteralMap,
  RulesDuration,
  RulesLatLng,
  RulesMapDiff,
  RulesPath,
  RulesTimestamp,
  type RulesValue,
} from './value.ts';
import {
  compareValues,
  includes,
  makeSet,
  membershipTest,
  setMembershipTest,
  unchanged,
  valuesEqual,
} from './value-equality.ts';

/** `npm run test:deep` tries more cases. */
const DEEP = Number(process.env.SAVEPOINT_DEEP ?? 1);

const value: fc.Arbitrary<RulesValue> = fc.letrec<{ value: RulesValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<RulesValue>(null, true, false, 0n, 1n, 0, -0, 1, 1.5, Number.NaN, '', 'a', '1', '[1]'),
    fc.constantFrom<RulesValue>(
      new RulesTimestamp(1n),
      new RulesDuration(1n),
      new RulesLatLng(0, 1),
      new RulesLatLng(-0, 1),
      new RulesPath(['a', 'b']),
      new RulesPath(['a', { capture: 'b', isRecursive: false }]),
      new Uint8Array([1]),
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(tie('value'), { maxLength: 3 }).map((elements) => makeSet(elements)),
    fc
      .dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('value'), { maxKeys: 2 })
      .map((json) => new LiteralMap(new Map(Object.entries(json)))),
  ),
})).value;

describe('hash keys', () => {
  it('give membershipTest the same result as a linear search with includes', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 16, maxLength: 30 }), value, (elements, wanted) => {
        expect(membershipTest(elements)(wanted)).toBe(includes(elements, wanted));
      }),
      { numRuns: 200 * DEEP },
    );
  });

  it('let makeSet retain the first of equal elements', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 20 }), (elements) => {
        const distinct: RulesValue[] = [];
        for (const element of elements) {
          if (!distinct.some((other) => valuesEqual(makeSet([other]), makeSet([element]))))
            distinct.push(element);
        }
        expect(makeSet(elements).elements).toEqual(distinct);
      }),
      { numRuns: 200 * DEEP },
    );
  });

  it('allow comparing sets of maps in time proportional to their size', () => {
    const maps = Array.from({ length: 50_000 }, (_, i) => new LiteralMap(new Map([['a', BigInt(i)]])));
    const milliseconds = cpuMilliseconds(() => {
      expect(valuesEqual(makeSet(maps), makeSet(maps.toReversed()))).toBe(true);
    });
    expect(milliseconds).toBeLessThan(3000);
  });
});

describe('sets and diffs', () => {
  const both = (a: RulesValue, b: RulesValue): boolean[] => [
    valuesEqual(makeSet([a]), makeSet([b])),
    makeSet([a, b]).elements.length === 1,
    setMembershipTest([a])(b),
    unchanged(a, b),
  ];

  it.each<[string, RulesValue, RulesValue]>([
    ['an int and a float of the same value', 1n, 1],
    ['NaN and NaN', Number.NaN, Number.NaN],
    ['zero and negative zero', 0, -0],
    ['lists of an int and of a float of the same value', [1n], [1]],
    [
      'maps of NaN',
      new LiteralMap(new Map([['a', Number.NaN]])),
      new LiteralMap(new Map([['a', Number.NaN]])),
    ],
  ])('treat %s as equal', (_, a, b) => {
    expect(both(a, b)).toEqual([true, true, true, true]);
  });

  it('treat an int and the float that rounds it, and a number and its text, as unequal', () => {
    expect(both(9_007_199_254_740_993n, 9_007_199_254_740_992)).toEqual([false, false, false, false]);
    expect(both(1n, '1')).toEqual([false, false, false, false]);
  });
});

describe('a diff and a path with captures', () => {
  const map = new LiteralMap(new Map([['a', 1n]]));
  it.each<[string, RulesValue]>([
    ['a diff', new RulesMapDiff(map, map)],
    ['a path with captures', new RulesPath(['a', { capture: 'x', isRecursive: false }])],
  ])('are equal to nothing, not even themselves: %s', (_, value) => {
    expect(valuesEqual(value, value)).toBe(false);
    expect(includes([value], value)).toBe(false);
    expect(membershipTest(Array.from({ length: 20 }, () => value))(value)).toBe(false);
  });
});

describe('valuesEqual and compareValues', () => {
  it('treat an int as equal to a float of the same value, except inside lists and maps', () => {
    expect(valuesEqual(1n, 1)).toBe(true);
    expect(valuesEqual([1n], [1])).toBe(false);
    // The int is converted to a float.
    expect(valuesEqual(9_007_199_254_740_993n, 9_007_199_254_740_992)).toBe(true);
  });

  it('are symmetric and consistent with each other', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(valuesEqual(a, b)).toBe(valuesEqual(b, a));
        const order = compareValues(a, b);
        if (order === 0) expect(valuesEqual(a, b)).toBe(true);
        if (order !== undefined && order !== 0) expect(valuesEqual(a, b)).toBe(false);
      }),
      { numRuns: 200 * DEEP },
    );
  });
});
