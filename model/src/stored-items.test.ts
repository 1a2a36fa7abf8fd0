import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { CartLineSchema } from './cart-line.ts';
import { parseCartLine, parseWishlistItem } from './stored-items.ts';
import { WishlistItemSchema } from './user.ts';

/** `npm run test:deep` tries more cases. */
const DEEP = Number(process.env.SAVEPOINT_DEEP ?? 1);

const text = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.constantFrom('', 'x'.repeat(20), 'x'.repeat(21), 'x'.repeat(201)),
);
const image = fc.oneof(
  fc.constantFrom(
    '/art/a.webp',
    'https://cdn.example/a.png',
    'javascript:alert(1)',
    '//evil.example/a',
    '/\\evil',
    '',
  ),
  fc.string(),
);
const number = fc.oneof(
  fc.integer({ min: -2, max: 120 }),
  fc.double(),
  fc.constantFrom(0, 99, 100, 1.5, 1e9, 100_000, 100_001, Number.NaN),
);
const anything = fc.oneof(fc.anything(), text, number);
const candidate = fc.oneof(
  fc.anything(),
  fc.record(
    {
      id: fc.oneof(text, anything),
      size: fc.oneof(text, fc.constant(undefined), anything),
      name: fc.oneof(text, anything),
      image,
      price: number,
      quantity: number,
      addedAt: fc.oneof(text, anything),
      extra: fc.anything(),
    },
    { requiredKeys: ['image', 'price', 'quantity'] },
  ),
);

/** The parsers drop unknown fields, the schemas refuse them. */
function withoutUnknownFields(schema: { shape: object }, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(schema.shape, name)));
}

it('parseCartLine accepts exactly what CartLineSchema accepts', () => {
  fc.assert(
    fc.property(candidate, (value) => {
      const parsed = CartLineSchema.safeParse(withoutUnknownFields(CartLineSchema, value));
      const expected = parsed.success ? JSON.parse(JSON.stringify(parsed.data)) : undefined;
      expect(parseCartLine(value)).toEqual(expected);
    }),
    { numRuns: 300 * DEEP },
  );
});

it('parseWishlistItem accepts exactly what WishlistItemSchema accepts', () => {
  fc.assert(
    fc.property(candidate, (value) => {
      const parsed = WishlistItemSchema.safeParse(withoutUnknownFields(WishlistItemSchema, value));
      expect(parseWishlistItem(value)).toEqual(parsed.success ? parsed.data : undefined);
    }),
    { numRuns: 300 * DEEP },
  );
});
