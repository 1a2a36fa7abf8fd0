import { Clock } from '@savepoint/server/core/clock';
import { describe, expect, it } from 'vitest';
import { levelsWithSum } from './product.ts';
import { Shop, type ShopEvent } from './shop.ts';

function shopWithTwoLocations() {
  const shop = new Shop({ domain: 'x.myshopify.com', currencyCode: 'USD', clock: new Clock(), locations: 2 });
  const product = shop.create({ title: 'Tee' });
  const [variant] = product.variants;
  if (variant === undefined) throw new Error('A new product has no variant.');
  const events: ShopEvent[] = [];
  shop.listen((event) => events.push(event));
  const setLevels = (inventoryLevels: Record<number, number>) =>
    shop.updateVariants(product, new Map([[variant.id, { inventoryLevels }]]));
  return { variant, events, setLevels };
}

describe('a shop with two locations', () => {
  it('sums its locations as the quantity, and reports a change with its location', () => {
    const { variant, events, setLevels } = shopWithTwoLocations();
    setLevels({ 1: 110 });
    setLevels({ 2: 3 });
    expect(variant.inventoryQuantity).toBe(113);
    const levels = events.flatMap((event) =>
      event.topic === 'inventory_levels/update' ? [event.locationId] : [],
    );
    expect(levels).toEqual([1, 2]);
  });

  it("keeps the second location's level when the total quantity is set", () => {
    const { variant, setLevels } = shopWithTwoLocations();
    setLevels({ 1: 110, 2: 3 });
    setLevels(levelsWithSum(variant, 20));
    expect([variant.inventoryQuantity, variant.inventoryLevels]).toEqual([20, { 1: 17, 2: 3 }]);
  });
});

describe('a change of variants', () => {
  it('sets one time for the variants and their product, even at the end of a second', () => {
    const clock = new Clock();
    const shop = new Shop({ domain: 'x.myshopify.com', currencyCode: 'USD', clock });
    const product = shop.create({ title: 'Tee' });
    const [variant] = product.variants;
    if (variant === undefined) throw new Error('A new product has no variant.');
    let readings = 0;
    clock.nowMs = () => 1000 * readings++;
    shop.updateVariants(product, new Map([[variant.id, { price: '9.00' }]]));
    expect(variant.updatedAt).toBe(product.updatedAt);
  });
});
