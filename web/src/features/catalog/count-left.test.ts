import { expect, it } from 'vitest';
import { countLeft, describeLeft } from './count-left.ts';

const product = (category: string, stock: number, editionSize?: number) => ({
  ...{ category, variants: [{ stock }, { stock: 4 }] },
  ...(editionSize !== undefined && { editionSize }),
});

it.each([
  [product('apparel', 20), 0, undefined],
  [product('limited-editions', 20), 24, '24 left'],
  [product('apparel', 20, 150), 24, '24 left of 150'],
  [product('limited-editions', 20, 150), 24, '24 left of 150'],
  [product('limited-editions', 200, 150), 204, '204 left'],
])('of %j %i are left, which its page says: %s', (each, left, text) => {
  expect(countLeft(each)).toBe(left);
  expect(describeLeft(each)).toBe(text);
});
