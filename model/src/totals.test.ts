import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCents, multiplyCents, toCents } from './money.ts';
import { priceOrder } from './totals.ts';

const standard = { cents: 599 };

describe('priceOrder', () => {
  it('charges no shipping for an empty cart', () => {
    expect(priceOrder([], standard).totalCents).toBe(0);
  });

  it('adds shipping to the goods', () => {
    expect(priceOrder([{ price: 45, quantity: 1 }], standard)).toEqual({
      subtotalCents: 4500,
      shippingCents: 599,
      taxCents: 0,
      totalCents: 5099,
    });
  });

  it('rounds half a cent of tax up', () => {
    expect(priceOrder([{ price: 62, quantity: 1 }], { cents: 0 }, 0.0725).taxCents).toBe(450);
  });

  it('taxes goods and shipping together, rounded once', () => {
    expect(priceOrder([{ price: 45, quantity: 1 }], standard, 0.0725).taxCents).toBe(370);
  });
});

describe('multiplyCents', () => {
  it('rounds half a cent away from zero, despite binary fractions', () => {
    expect([multiplyCents(90, 1.15), multiplyCents(110, 1.15), multiplyCents(100, 0.145)]).toEqual([
      104, 127, 15,
    ]);
    expect(multiplyCents(-90, 1.15)).toBe(-104);
  });

  it('is exact for every price and percentage, compared with integer arithmetic', () => {
    fc.assert(
      fc.property(fc.nat({ max: 99_999_999 }), fc.nat({ max: 11_000_000 }), (cents, millionths) => {
        const twice = 2n * BigInt(cents) * BigInt(millionths) + 1_000_000n;
        expect(multiplyCents(cents, millionths / 1_000_000)).toBe(Number(twice / 2_000_000n));
      }),
    );
  });
});

describe('money', () => {
  it.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [4500, '$45.00'],
    [123456789, '$1,234,567.89'],
    [-599, '-$5.99'],
  ])('formatCents formats %d cents as %s', (cents, text) => {
    expect(formatCents(cents)).toBe(text);
  });

  it.each([
    [0.1 + 0.2, 30],
    [19.99, 1999],
    [-1.5, -150],
  ])('toCents converts %d dollars to %d cents', (dollars, cents) => {
    expect(toCents(dollars)).toBe(cents);
  });
});
