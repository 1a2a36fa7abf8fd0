import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryText } from './arbitrary-text.ts';
import { abridge, cutText } from './cut-text.ts';

describe('cutText', () => {
  it.each([
    ['Max 🎮 Power', 5, 'Max '],
    ['Max 🎮 Power', 6, 'Max 🎮'],
    ['山田 𠮷雄', 4, '山田 '],
    ['Hi 👩‍👧 all', 5, 'Hi '],
    ['Hi 👩‍👧 all', 8, 'Hi 👩‍👧'],
    ['Hi 👩‍👧 all', 9, 'Hi 👩‍👧 '],
    ['Cafe\u0301s', 4, 'Caf'],
    ['🇫🇷🇩🇪', 6, '🇫🇷'],
    // A single character with more accents than fit.
    [`e${'\u0301'.repeat(50)}`, 10, `e${'\u0301'.repeat(9)}`],
    ['🎮', 1, ''],
    ['short', 5, 'short'],
    ['short', 9, 'short'],
    ['', 3, ''],
  ])('cuts %j at %i units to %j', (given, length, expected) => {
    expect(cutText(given, length)).toBe(expected);
  });

  it('returns as many whole characters from the beginning of any text as fit', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
    const text = fc.oneof(arbitraryText, fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(text, fc.nat({ max: 12 }), (given, length) => {
        const cut = cutText(given, length);
        expect(given.startsWith(cut)).toBe(true);
        expect(cut.length).toBeLessThanOrEqual(length);
        expect(cut.isWellFormed()).toBe(true);
        let whole = '';
        for (const { segment } of segmenter.segment(given)) {
          if (whole.length + segment.length > length) break;
          whole += segment;
        }
        if (whole !== '') expect(cut).toBe(whole);
      }),
      { numRuns: 500 },
    );
  });
});

describe('abridge', () => {
  it('ends a shortened text with an ellipsis', () => {
    expect(abridge('Max 🎮 Power', 6)).toBe('Max …');
    expect(abridge('Max 🎮', 6)).toBe('Max 🎮');
  });
});
