import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatFieldPath, parseFieldPath } from './field-path.ts';

it('parseFieldPath returns the segments of every path that formatFieldPath prints', () => {
  const segment = fc.string({
    minLength: 1,
    maxLength: 8,
    unit: fc.constantFrom('a', 'B', '_', '1', '.', '`', '\\', ' ', 'é'),
  });
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
