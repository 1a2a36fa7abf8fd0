import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adjustStock, diffProduct, newProduct, platformStockOf } from './diff-product.ts';
import type { PlatformFields } from './map-product.ts';
import type { SyncedProduct } from './sync-documents.ts';

const GID = 'gid://shopify/ProductVariant/11';

const platform = (over: Partial<PlatformFields> = {}): PlatformFields => ({
  name: 'Warp Pipe Tee',
  price: 45,
  image: 'https://images.test/tee.webp',
  images: ['https://images.test/tee.webp'],
  imageAlts: [''],
  category: 'apparel',
  description: 'Goes down.',
  variants: [{ size: 'M', stock: 10, shopifyVariantId: GID }],
  shopifyVariantId: GID,
  source: 'shopify',
  status: 'active',
  ...over,
});

const heard = (stock: number): SyncedProduct => ({
  platformUpdatedAt: '2026-11-01T10:00:00Z',
  platformStock: { [GID]: stock },
  inventoryItems: {},
  inventoryItemIds: [],
});

describe('the difference to the platform', () => {
  it('is empty when nothing changed, so nothing is written', () => {
    const ours = { ...newProduct(platform()), status: 'active' };
    expect(diffProduct(ours, platform(), heard(10))).toEqual({ before: {}, after: {} });
  });

  it('never touches what is ours', () => {
    const ours = { ...newProduct(platform()), status: 'active', rating: 4.8, reviews: 12, featured: true };
    const { after } = diffProduct(ours, platform({ name: 'Renamed' }), heard(10));
    expect(after).toEqual({ name: 'Renamed' });
  });

  it('removes a sale price that is over', () => {
    const ours = { ...newProduct(platform({ compareAtPrice: 60 })), status: 'active' };
    expect(diffProduct(ours, platform(), heard(10)).after).toEqual({ compareAtPrice: null });
  });

  it('takes a product out of stock with its last unit', () => {
    const ours = { ...newProduct(platform()), status: 'active' };
    const sold = platform({ variants: [{ size: 'M', stock: 0, shopifyVariantId: GID }] });
    expect(diffProduct(ours, sold, heard(10)).after).toMatchObject({ inStock: false });
  });
});

describe('stock', () => {
  it('moves by what the platform moved, so units sold here stay sold', () => {
    const ours = [{ size: 'M', stock: 7, shopifyVariantId: GID }];
    const next = [{ size: 'M', stock: 15, shopifyVariantId: GID }];
    expect(adjustStock(next, ours, { [GID]: 10 })[0]?.stock).toBe(12);
  });

  it('equals the platform minus our sales after any deliveries and sales, while neither runs dry', () => {
    const step = fc.oneof(
      fc.record({ type: fc.constant('platform' as const), stock: fc.integer({ min: 500, max: 1000 }) }),
      fc.record({ type: fc.constant('sale' as const), units: fc.integer({ min: 1, max: 9 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 50 }), (steps) => {
        let sold = 0;
        let told = 1000;
        let ours = [{ size: 'M', stock: 1000, shopifyVariantId: GID }];
        for (const entry of steps) {
          if (entry.type === 'sale') {
            sold += entry.units;
            ours = ours.map((variant) => ({ ...variant, stock: variant.stock - entry.units }));
          } else {
            const next = [{ size: 'M', stock: entry.stock, shopifyVariantId: GID }];
            ours = adjustStock(next, ours, { [GID]: told }) as typeof ours;
            told = platformStockOf(next)[GID] ?? 0;
          }
        }
        expect(ours[0]?.stock).toBe(told - sold);
      }),
    );
  });
});
