import { describe, expect, it } from 'vitest';
import { moveStock } from './move-stock.ts';

const M = 'gid://shopify/ProductVariant/11';
const L = 'gid://shopify/ProductVariant/12';
const m = (stock: number) => ({ size: 'M', stock, shopifyVariantId: M });
const l = (stock: number) => ({ size: 'L', stock, shopifyVariantId: L });

describe('moveStock', () => {
  it("moves our stock by as much as the platform's, so units sold here stay sold", () => {
    expect(moveStock([m(15)], [m(7)], { platformStock: { [M]: 10 } })).toEqual({
      variants: [m(12)],
      platformStock: { [M]: 15 },
    });
  });

  it('subtracts units that were sold here and then lost on the platform from the next ones to arrive', () => {
    const lost = moveStock([m(5)], [m(2)], { platformStock: { [M]: 10 } });
    expect(lost).toMatchObject({ variants: [m(0)], unsettledStock: { [M]: -3 } });
    expect(moveStock([m(10)], lost.variants, lost)).toEqual({ variants: [m(2)], platformStock: { [M]: 10 } });
  });

  it('remembers the sold units of a variant that is removed and comes back', () => {
    const gone = moveStock([m(10)], [m(10), l(6)], { platformStock: { [M]: 10, [L]: 10 } });
    expect(gone.unsettledStock).toEqual({ [L]: -4 });
    expect(moveStock([m(10), l(8)], gone.variants, gone).variants).toEqual([m(10), l(4)]);
  });
});
