import type { SyncedFields } from '@savepoint/model/sync-record';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adjustStock, diffProduct, newProduct, platformStockOf } from './diff-product.ts';
import type { SyncedProduct } from './sync-documents.ts';

const GID = 'gid://shopify/ProductVariant/11';

const remoteFields = (overrides: Partial<SyncedFields> = {}): SyncedFields => ({
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
  ...overrides,
});

const lastSynced = (stock: number): SyncedProduct => ({
  platformUpdatedAt: '2026-11-01T10:00:00Z',
  platformStock: { [GID]: stock },
  inventoryItems: {},
  inventoryItemIds: [],
});

describe('diffProduct', () => {
  it('is empty when nothing changed', () => {
    const ours = { ...newProduct(remoteFields()), status: 'active' };
    expect(diffProduct(ours, remoteFields(), lastSynced(10))).toEqual({ before: {}, after: {} });
  });

  it('never contains rating, reviews or featured', () => {
    const ours = {
      ...newProduct(remoteFields()),
      status: 'active',
      rating: 4.8,
      reviews: 12,
      featured: true,
    };
    const { after } = diffProduct(ours, remoteFields({ name: 'Renamed' }), lastSynced(10));
    expect(after).toEqual({ name: 'Renamed' });
  });

  it('removes compareAtPrice when the remote sale is over', () => {
    const ours = { ...newProduct(remoteFields({ compareAtPrice: 60 })), status: 'active' };
    expect(diffProduct(ours, remoteFields(), lastSynced(10)).after).toEqual({ compareAtPrice: null });
  });

  it('sets inStock to false with the last unit', () => {
    const ours = { ...newProduct(remoteFields()), status: 'active' };
    const sold = remoteFields({ variants: [{ size: 'M', stock: 0, shopifyVariantId: GID }] });
    expect(diffProduct(ours, sold, lastSynced(10)).after).toMatchObject({ inStock: false });
  });
});

describe('adjustStock', () => {
  it('changes our stock by as much as the remote stock changed, so units sold here stay sold', () => {
    const ours = [{ size: 'M', stock: 7, shopifyVariantId: GID }];
    const next = [{ size: 'M', stock: 15, shopifyVariantId: GID }];
    expect(adjustStock(next, ours, { [GID]: 10 })[0]?.stock).toBe(12);
  });

  it('equals the remote stock minus our sales after any sequence of webhooks and sales while stock remains', () => {
    const step = fc.oneof(
      fc.record({ type: fc.constant('platform' as const), stock: fc.integer({ min: 500, max: 1000 }) }),
      fc.record({ type: fc.constant('sale' as const), units: fc.integer({ min: 1, max: 9 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 50 }), (steps) => {
        let sold = 0;
        let remote = 1000;
        let ours = [{ size: 'M', stock: 1000, shopifyVariantId: GID }];
        for (const entry of steps) {
          if (entry.type === 'sale') {
            sold += entry.units;
            ours = ours.map((variant) => ({ ...variant, stock: variant.stock - entry.units }));
          } else {
            const next = [{ size: 'M', stock: entry.stock, shopifyVariantId: GID }];
            ours = adjustStock(next, ours, { [GID]: remote }) as typeof ours;
            remote = platformStockOf(next)[GID] ?? 0;
          }
        }
        expect(ours[0]?.stock).toBe(remote - sold);
      }),
    );
  });
});
