import type { StagedChange, SyncedFields } from '@savepoint/model/sync-record';
import { describe, expect, it } from 'vitest';
import { diffProduct, newProduct } from './diff-product.ts';
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

const remote = (overrides: Partial<SyncedFields> = {}): StagedChange => ({
  fields: remoteFields(overrides),
  platformUpdatedAt: '2026-11-01T10:00:00Z',
  inventoryItems: {},
});

const lastSynced = (stock: number): SyncedProduct => ({
  platformUpdatedAt: '2026-11-01T10:00:00Z',
  platformStock: { [GID]: stock },
  inventoryItems: {},
  inventoryItemIds: [],
});

const activeProduct = (overrides: Partial<SyncedFields> = {}) => ({
  ...newProduct(diffProduct({}, remote(overrides), undefined).after),
  status: 'active',
});

describe('diffProduct', () => {
  it('is empty when nothing changed', () => {
    const ours = activeProduct();
    expect(diffProduct(ours, remote(), lastSynced(10))).toEqual({
      before: {},
      after: {},
      synced: lastSynced(10),
    });
  });

  it('never contains rating, reviews or featured', () => {
    const ours = {
      ...activeProduct(),
      rating: 4.8,
      reviews: 12,
      featured: true,
    };
    const { after } = diffProduct(ours, remote({ name: 'Renamed' }), lastSynced(10));
    expect(after).toEqual({ name: 'Renamed' });
  });

  it('removes compareAtPrice when the remote sale is over', () => {
    const ours = activeProduct({ compareAtPrice: 60 });
    expect(diffProduct(ours, remote(), lastSynced(10)).after).toEqual({ compareAtPrice: null });
  });

  it('sets inStock to false with the last unit', () => {
    const ours = activeProduct();
    const sold = remote({ variants: [{ size: 'M', stock: 0, shopifyVariantId: GID }] });
    expect(diffProduct(ours, sold, lastSynced(10)).after).toMatchObject({ inStock: false });
  });

  it('keeps the stock from a newer inventory webhook when an older product is applied late', () => {
    const newer = {
      ...lastSynced(3),
      inventoryItems: { 7: GID },
      stockLevels: { 7: { 1: { available: 3, at: '2026-11-01T10:00:05Z' } } },
    };
    const ours = { ...activeProduct(), variants: [{ size: 'M', stock: 3, shopifyVariantId: GID }] };
    const { after, synced } = diffProduct(ours, { ...remote(), inventoryItems: { 7: GID } }, newer);
    expect(after).toEqual({});
    expect(synced.platformStock).toEqual({ [GID]: 3 });
  });
});
