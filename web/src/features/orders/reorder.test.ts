import type { Product } from '@savepoint/model/product';
import { describe, expect, it } from 'vitest';
import { planReorder } from './reorder.ts';

const product = {
  id: 'tee',
  name: 'New Name Tee',
  image: '/art/tee.webp',
  price: 50,
  variants: [
    { size: 'M', stock: 2 },
    { size: 'L', stock: 0 },
    { size: '2XL', stock: 9, price: 54 },
  ],
} as unknown as Product;
const line = (size: string | undefined, quantity: number, id = 'tee') => ({
  ...{ id, name: 'Tee', image: '/art/old.webp', price: 45, quantity },
  ...(size !== undefined && { size }),
});
const plan = (...lines: ReturnType<typeof line>[]) =>
  planReorder(
    lines,
    new Map([
      ['tee', product],
      ['gone', null],
    ]),
  );

describe('planReorder', () => {
  it('buys at the current price, or that of the size', () => {
    expect(plan(line('M', 1), line('2XL', 2))).toEqual({
      lines: [
        { id: 'tee', name: 'New Name Tee', image: '/art/tee.webp', size: 'M', price: 50, quantity: 1 },
        { id: 'tee', name: 'New Name Tee', image: '/art/tee.webp', size: '2XL', price: 54, quantity: 2 },
      ],
      problems: [],
    });
  });

  it.each([
    ['a product that is gone', line('M', 1, 'gone'), 'Tee, size M is no longer sold.'],
    ['a product that could not be found', line('M', 1, 'other'), 'Tee, size M is no longer sold.'],
    ['a size that is gone', line('XS', 1), 'Tee, size XS is no longer sold.'],
    ['a product that has sizes now', line(undefined, 1), 'Tee is no longer sold.'],
    ['a size that is sold out', line('L', 1), 'Tee, size L is sold out.'],
  ])('does not buy %s, and says so', (_, wanted, problem) => {
    expect(plan(wanted)).toEqual({ lines: [], problems: [problem] });
  });

  it('buys the remaining units of a larger quantity, and says so', () => {
    const { lines, problems } = plan(line('M', 5));
    expect(lines[0]?.quantity).toBe(2);
    expect(problems).toEqual(['Tee, size M: only 2 of 5 are left, and they are in your cart.']);
  });
});
