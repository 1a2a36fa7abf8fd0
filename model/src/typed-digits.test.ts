import { describe, expect, it } from 'vitest';
import { parseDollars, parseWholeNumber, toAsciiCode, toAsciiDigits } from './typed-digits.ts';

describe('toAsciiDigits', () => {
  it('writes the digits of every script as 0 to 9', () => {
    const decimals = Array.from({ length: 0x20000 }, (_, code) => code).filter((code) =>
      /\p{Nd}/u.test(String.fromCodePoint(code)),
    );
    const written = decimals.map((code) => toAsciiDigits(String.fromCodePoint(code))).join('');
    // Each script has its ten digits in a row.
    expect(written).toBe('0123456789'.repeat(decimals.length / 10));
    expect(decimals.length).toBeGreaterThan(600);
  });

  it.each([
    ['１５０', '150'],
    ['١١٥١١', '11511'],
    ['१२३', '123'],
    ['۱۲۳', '123'],
    ['Ⅳ', 'IV'],
    ['12a', '12a'],
  ])('writes %s as %s', (typed, expected) => {
    expect(toAsciiDigits(typed)).toBe(expected);
  });
});

describe('toAsciiCode', () => {
  it.each([
    ['１５０－０００１', '150-0001'],
    ['１５０ー０００１', '150-0001'],
    ['150‐0001', '150-0001'],
    ['150−0001', '150-0001'],
    ['SW1A\u00a01AA', 'SW1A 1AA'],
    ['ＳＷ１Ａ　１ＡＡ', 'SW1A 1AA'],
    [' +٤٤ ２０', '+44 20'],
  ])('writes %s as %s', (typed, expected) => {
    expect(toAsciiCode(typed)).toBe(expected);
  });
});

describe('parseWholeNumber', () => {
  it.each([
    ['3', 3],
    [' 03 ', 3],
    ['３', 3],
    ['٣', 3],
  ])('takes %j as %i', (typed, expected) => {
    expect(parseWholeNumber(typed)).toBe(expected);
  });

  it.each(['', ' ', '0x10', '1e1', '0b1', '1.5', '-1', '+1', '1 000', 'two', 'Infinity'])(
    'takes no %j',
    (typed) => {
      expect(parseWholeNumber(typed)).toBeUndefined();
    },
  );
});

describe('parseDollars', () => {
  it('accepts at most two decimals, in the digits of any script', () => {
    expect(['45', '45.5', '４５．５０', ' 45.00 '].map(parseDollars)).toEqual([45, 45.5, 45.5, 45]);
    expect(['', '45.', '.5', '1e1', '0x10', '45.001', '-1', '1,000'].map(parseDollars)).toEqual(
      Array.from({ length: 8 }, () => undefined),
    );
  });
});
