import { describe, expect, it } from 'vitest';
import { compileFilter } from './filter.ts';

const EUROPE = { region: 'eu', 'a.b/c': 'xyz', empty: '' };

describe('a filter', () => {
  it.each([
    ['', true],
    ['attributes:region', true],
    ['attributes:other', false],
    ['attributes:"a.b/c"', true],
    ['attributes:toString', false],
    ['attributes.region = "eu"', true],
    ['attributes.region="us"', false],
    ['attributes.region != "us"', true],
    ['attributes.other != "us"', true],
    ['attributes.empty = ""', true],
    ['hasPrefix(attributes."a.b/c", "xy")', true],
    ['hasPrefix(attributes.other, "")', false],
    ['NOT attributes:region', false],
    ['-attributes:other', true],
    ['attributes:region AND attributes.region = "us"', false],
    ['attributes:other OR attributes:region', true],
    ['attributes:other OR (attributes:region AND NOT attributes:none)', true],
    ['(attributes:other OR attributes:region) AND attributes:none', false],
    ['attributes.region = "e\\u"', true],
  ])('delivers a message by %s: %s', (source, isDelivered) => {
    expect(compileFilter(source)(EUROPE)).toBe(isDelivered);
  });

  it.each([
    ['attributes:', 'expected the key of an attribute at position 12'],
    ['attribute:a', 'expected attributes at position 1'],
    ['attributes.a', 'expected = or != at position 13'],
    ['attributes.a = b', 'expected a string in double quotes'],
    ['attributes:a AND attributes:b OR attributes:c', 'AND and OR are combined without parentheses'],
    ['attributes:a attributes:b', 'expected AND, OR or the end'],
    ['(attributes:a', 'expected )'],
    ['attributes:a;', 'unexpected character at position 13'],
    [`attributes:${'a'.repeat(250)}`, 'longer than 256 bytes'],
  ])('is rejected with the position of the mistake: %s', (source, problem) => {
    expect(() => compileFilter(source)).toThrow(problem);
  });
});
