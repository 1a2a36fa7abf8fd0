import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addLine,
  CART_LINES_MAX,
  type Cart,
  type CartLine,
  countUnits,
  lineKey,
  parseCartLines,
  QUANTITY_MAX,
  setQuantity,
  subtotalCents,
} from './cart.ts';

const aLine = (over: Partial<CartLine> = {}): CartLine => ({
  id: 'arcade-tee',
  size: 'M',
  name: 'Arcade tee',
  image: '/art/arcade-tee.webp',
  price: 45,
  quantity: 1,
  ...over,
});

describe('a cart', () => {
  it('increases the quantity of an existing line by the quantity added', () => {
    const cart = addLine(addLine([], aLine()), aLine({ quantity: 2 }));
    expect(cart).toEqual([aLine({ quantity: 3 })]);
  });

  it('has two lines for two sizes of a shirt', () => {
    const cart = addLine(addLine([], aLine()), aLine({ size: 'L' }));
    expect(cart.map(lineKey)).toEqual(['arcade-tee|M', 'arcade-tee|L']);
  });

  it.each([0, -1])('removes a line whose quantity is set to %d', (quantity) => {
    expect(setQuantity([aLine()], lineKey(aLine()), quantity)).toEqual([]);
  });

  it.each([1.5, Number.NaN, Number.POSITIVE_INFINITY])('ignores a quantity of %d', (quantity) => {
    expect(setQuantity([aLine()], lineKey(aLine()), quantity)).toEqual([aLine()]);
  });

  it('limits the quantity of a line to QUANTITY_MAX', () => {
    expect(setQuantity([aLine()], lineKey(aLine()), 1e9)).toEqual([aLine({ quantity: QUANTITY_MAX })]);
  });

  it('computes its subtotal in cents, without binary rounding errors', () => {
    expect(subtotalCents([aLine({ price: 0.1, quantity: 3 })])).toBe(30);
    expect(subtotalCents([aLine({ price: 19.99, quantity: 3 })])).toBe(5997);
  });
});

describe('parseCartLines', () => {
  it('returns valid lines and drops the others', () => {
    const stored = [
      aLine(),
      aLine({ id: 'x', quantity: -1 }),
      aLine({ id: 'y', image: 'javascript:alert(1)' }),
      'text',
      null,
      { id: 'z' },
    ];
    expect(parseCartLines(stored)).toEqual([aLine()]);
  });

  it.each([undefined, null, 'cart', 7, {}])('is empty when it is %j', (stored) => {
    expect(parseCartLines(stored)).toEqual([]);
  });

  it('returns a valid cart for any stored value', () => {
    fc.assert(
      fc.property(fc.anything(), (stored) => {
        const cart = parseCartLines(stored);
        expect(parseCartLines(cart)).toEqual(cart);
      }),
    );
  });
});

describe('a random sequence of cart changes', () => {
  const change = fc.oneof(
    fc.record({
      type: fc.constant('add' as const),
      id: fc.constantFrom('a', 'b', 'c'),
      size: fc.constantFrom(undefined, 'M', 'L'),
      quantity: fc.integer({ min: 1, max: 200 }),
    }),
    fc.record({
      type: fc.constant('set' as const),
      id: fc.constantFrom('a', 'b', 'c'),
      size: fc.constantFrom(undefined, 'M', 'L'),
      quantity: fc.integer({ min: -3, max: 200 }),
    }),
  );

  it('ends in the quantities of a plain map from line key to quantity', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
        const tally = new Map<string, number>();
        let cart: Cart = [];
        for (const { type, id, size, quantity } of changes) {
          const identity = size === undefined ? { id } : { id, size };
          const key = lineKey(identity);
          if (type === 'add') {
            const { size: _, ...unsized } = aLine({ quantity });
            cart = addLine(cart, { ...unsized, ...identity });
            tally.set(key, Math.min((tally.get(key) ?? 0) + quantity, QUANTITY_MAX));
          } else {
            cart = setQuantity(cart, key, quantity);
            if (quantity <= 0) tally.delete(key);
            else if (tally.has(key)) tally.set(key, Math.min(quantity, QUANTITY_MAX));
          }
        }
        expect(new Map(cart.map((line) => [lineKey(line), line.quantity]))).toEqual(tally);
        expect(countUnits(cart)).toBe([...tally.values()].reduce((sum, units) => sum + units, 0));
        expect(cart.length).toBeLessThanOrEqual(CART_LINES_MAX);
      }),
    );
  });
});
