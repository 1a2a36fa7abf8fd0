import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatFieldPath, parseFieldPath, parseFieldReference } from './field-path.ts';

it('parseFieldPath returns the segments of every path that formatFieldPath prints', () => {
  const segment = fc
    .string({
      minLength: 1,
      maxLength: 8,
      unit: fc.constantFrom('a', 'B', '_', '1', '.', '`', '\\', ' ', 'é'),
    })
    .filter((name) => !/^__.+__$/.test(name));
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (path) => {
      expect(parseFieldPath(formatFieldPath(path))).toEqual(path);
    }),
  );
});

it.each(['', '.', 'a.', '.a', 'a..b', '1a', 'a b', 'a-b', '`a', '``', '`a`b', 'a`b`', 'x'.repeat(1501)])(
  'parseFieldPath rejects %j',
  (text) => {
    expect(() => parseFieldPath(text)).toThrow();
  },
);

it.each(['é', 'a.é', 'aé', '😀'])(
  'parseFieldPath rejects the non-ASCII name %s unless it is quoted',
  (text) => {
    expect(() => parseFieldPath(text)).toThrow('Unquoted property path segments must match');
    expect(parseFieldPath(`\`${text}\``)).toEqual([text]);
  },
);

it.each(['__x__', 'a.__x__', '__x__.a', '`__x__`', '__name__.a', 'a.__name__', '_____'])(
  'parseFieldPath rejects the reserved name in %s',
  (text) => {
    expect(() => parseFieldPath(text)).toThrow('Invalid reserved name in field path');
  },
);

it('parseFieldPath accepts __name__ by itself, and a name of only underscores', () => {
  expect(parseFieldPath('__name__')).toEqual(['__name__']);
  expect(parseFieldPath('____.__')).toEqual(['____', '__']);
});

it('parseFieldReference accepts reserved names, but nothing else that parseFieldPath rejects', () => {
  expect(parseFieldReference('__path__')).toEqual(['__path__']);
  expect(parseFieldReference('a.__x__')).toEqual(['a', '__x__']);
  expect(() => parseFieldReference('a..b')).toThrow('Invalid property path');
});
