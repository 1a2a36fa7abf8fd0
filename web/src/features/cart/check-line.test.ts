import type { Product } from '@savepoint/model/product';
import { describe, expect, it } from 'vitest';
import { checkCart } from './check-cart.ts';
import { checkLine } from './check-line.ts';

const PRODUCT: Product = {
  id: 'tee',
  name: 'Tee',
  price: 79,
  image: '/art/tee.webp',
  category: 'apparel',
  rating: 0,
  reviews: 0,
  inStock: true,
  featured: false,
  description: '',
  features: [],
  specifications: {},
  images: [],
  variants: [
    { size: 'M', stock: 3 },
    { size: '2XL', stock: 1, price: 81 },
    { size: 'S', stock: 0 },
  ],
};
const line = (size: string, price: number, quantity = 1) => ({
  id: 'tee',
  size,
  name: 'Tee',
  image: '/art/tee.webp',
  price,
  quantity,
});

describe('checkLine', () => {
  it("accepts a line with its size's price, even if the product has another", () => {
    expect(checkLine(line('2XL', 81), PRODUCT)).toEqual({ line: line('2XL', 81) });
  });

  it("returns the size's current price, and the one that the shopper has seen", () => {
    expect(checkLine(line('2XL', 79), PRODUCT)).toEqual({ line: line('2XL', 81), agreedPrice: 79 });
    expect(checkLine(line('M', 70), PRODUCT)).toEqual({ line: line('M', 79), agreedPrice: 70 });
  });

  it.each([
    ['more units than are left', line('M', 79, 4), PRODUCT, { available: 3, text: 'Only 3 left.' }],
    ['a sold-out size', line('S', 79), PRODUCT, { available: 0 }],
    ['a size that does not exist', line('XS', 79), PRODUCT, { available: 0 }],
    ['a product that is not sold', line('M', 79), null, { available: 0 }],
  ])('reports %s', (_case, given, product, problem) => {
    expect(checkLine(given, product).problem).toMatchObject(problem);
  });

  it('reports nothing while the product is unknown', () => {
    expect(checkLine(line('M', 1, 99), undefined)).toEqual({ line: line('M', 1, 99) });
  });
});

describe('checkLine with an unpaid order of the shopper', () => {
  it("counts the order's units as available to the shopper", () => {
    expect(checkLine(line('S', 79, 3), PRODUCT, [line('S', 79, 3)]).problem).toBeUndefined();
    expect(checkLine(line('M', 79, 5), PRODUCT, [line('M', 79, 1)]).problem).toMatchObject({ available: 4 });
  });

  it('does not count its other sizes', () => {
    expect(checkLine(line('S', 79), PRODUCT, [line('M', 79, 3)]).problem).toMatchObject({ available: 0 });
  });
});

describe('checkCart', () => {
  const LIMITED: Product = {
    ...PRODUCT,
    variants: [
      { size: 'M', stock: 7 },
      { size: 'S', stock: 7 },
    ],
  };
  const problemsOf = (lines: ReturnType<typeof line>[], held: ReturnType<typeof line>[] = []) =>
    checkCart(
      lines,
      lines.map(() => LIMITED),
      held,
    ).map(({ problem }) => problem);

  it('reports how many units of a product one order may have, before it is sent', () => {
    expect(problemsOf([line('M', 79, 7)])).toEqual([
      { available: 5, text: 'At most 5 of this item can be ordered at once.' },
    ]);
    expect(problemsOf([line('M', 79, 5)])).toEqual([undefined]);
  });

  it('counts all sizes of a product, and asks to change the last one', () => {
    expect(problemsOf([line('M', 79, 4), line('S', 79, 3)])).toEqual([
      undefined,
      expect.objectContaining({ available: 1 }),
    ]);
  });

  it("allows the share of a larger stock, including the units of the shopper's own unpaid order", () => {
    const large = { ...LIMITED, variants: [{ size: 'M', stock: 18 }] };
    const check = (held: ReturnType<typeof line>[]) =>
      checkCart([line('M', 79, 6)], [large], held)[0]?.problem;
    expect(check([])).toMatchObject({ available: 5 });
    expect(check([line('M', 79, 6)])).toBeUndefined();
  });
});
