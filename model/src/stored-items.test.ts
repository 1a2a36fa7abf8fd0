import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { CartLineSchema } from './cart-line.ts';
import { readStoredItem, readStoredLine } from './stored-items.ts';
import { WishlistItemSchema } from './wishlist-item.ts';

/** Mostly valid values, some at and beyond a limit, and some of another type. */
const valueNear = (valid: unknown, ...others: readonly unknown[]) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(valid) },
    { weight: 1, arbitrary: fc.constantFrom(undefined, null, '', ' ', 0, -1, 1.5, Number.NaN, true, [], {}) },
    { weight: 1, arbitrary: fc.constantFrom(valid, ...others) },
  );
const x = (length: number) => 'x'.repeat(length);

const stored = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record(
      {
        id: valueNear('tee', x(200), x(201)),
        name: valueNear('Tee', x(200), x(201)),
        image: valueNear('/art/tee.webp', `/${x(1999)}`, `/${x(2000)}`, 'javascript:alert(1)', '//host/a'),
        price: valueNear(45, 100_000, 100_000.01, Number.POSITIVE_INFINITY),
        size: valueNear('M', x(20), x(21)),
        quantity: valueNear(2, 1, 99, 100),
        addedAt: valueNear('2026-11-01T00:00:00.000Z', x(40), x(41)),
        other: fc.anything(),
      },
      { requiredKeys: ['id', 'name', 'image', 'price'] },
    ),
  },
  { weight: 1, arbitrary: fc.anything() },
);

it.each([
  ['cart lines', readStoredLine, z.object(CartLineSchema.shape)],
  ['wishlist items', readStoredItem, z.object(WishlistItemSchema.shape)],
] as const)('stored %s are those that the schema accepts', (_name, read, schema) => {
  let accepted = 0;
  fc.assert(
    fc.property(stored, (value) => {
      const { data } = schema.safeParse(value);
      if (data !== undefined) accepted += 1;
      expect(read(value)).toEqual(data);
    }),
    { numRuns: 2000 },
  );
  expect(accepted).toBeGreaterThan(100);
});
