import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryText } from './arbitrary-text.ts';
import { abridge, cutText } from './cut-text.ts';

describe('cutText', () => {
  it.each([
    ['Max 🎮 Power', 5, 'Max '],
    ['Max 🎮 Power', 6, 'Max 🎮'],
    ['山田 𠮷雄', 4, '山田 '],
    ['short', 5, 'short'],
    ['short', 9, 'short'],
    ['', 3, ''],
  ])('cuts %j at %i units to %j', (given, length, expected) => {
    expect(cutText(given, length)).toBe(expected);
  });

  it('returns a valid beginning of any text, no longer than asked and no more than half a character shorter', () => {
    fc.assert(
      fc.property(arbitraryText, fc.nat({ max: 40 }), (given, length) => {
        const cut = cutText(given, length);
        expect(given.startsWith(cut)).toBe(true);
        expect(cut.length).toBeLessThanOrEqual(length);
        expect(cut.isWellFormed()).toBe(true);
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(given.length, length) - (length > 0 ? 1 : 0));
      }),
    );
  });
});

describe('abridge', () => {
  it('ends with an ellipsis where the text was cut', () => {
    expect(abridge('Max 🎮 Power', 6)).toBe('Max …');
    expect(abridge('Max 🎮', 6)).toBe('Max 🎮');
  });
});
