import type { AppliedChange } from '@savepoint/model/sync-record';
import { describe, expect, it } from 'vitest';
import { reverseChange } from './reverse-change.ts';
import type { SyncedProduct } from './sync-documents.ts';

const GID = 'gid://shopify/ProductVariant/11';
const variant = (stock: number, price?: number) => ({
  size: 'M',
  stock,
  ...(price !== undefined && { price }),
  shopifyVariantId: GID,
});
const synced = (stock: number): SyncedProduct => ({
  platformUpdatedAt: '2026-11-01T10:00:00Z',
  platformStock: { [GID]: stock },
  inventoryItems: {},
  inventoryItemIds: [],
});
const updated = (
  before: AppliedChange['before'],
  after: AppliedChange['after'],
  [stockBefore, stockAfter]: [number, number],
): AppliedChange => ({
  kind: 'updated',
  before,
  after,
  platformStockBefore: { [GID]: stockBefore },
  platformStockAfter: { [GID]: stockAfter },
});

describe('reverseChange', () => {
  it("keeps the units that a webhook added after the sync, here and in the platform's known stock", () => {
    const change = updated({ price: 30 }, { price: 31 }, [10, 10]);
    const current = { price: 31, status: 'active', variants: [variant(20)] };
    expect(reverseChange(change, current, synced(20))).toEqual({
      fields: { price: 30, variants: [variant(20)], inStock: true },
      synced: synced(20),
    });
  });

  it('removes only the units that the sync added', () => {
    const change = updated({ variants: [variant(7)] }, { variants: [variant(12)] }, [10, 15]);
    // Since then 2 were sold, and a webhook added 20.
    const current = { status: 'active', variants: [variant(30)] };
    expect(reverseChange(change, current, synced(35))).toEqual({
      fields: { variants: [variant(25)], inStock: true },
      synced: synced(30),
    });
  });

  it('keeps a field that was changed after the sync', () => {
    const change = updated(
      { name: 'Old', variants: [variant(5)] },
      { name: 'New', variants: [variant(5, 31)] },
      [5, 5],
    );
    const current = { name: 'Newest', status: 'active', variants: [variant(5, 33)] };
    expect(reverseChange(change, current, synced(5)).fields).toEqual({
      variants: [variant(5, 33)],
      inStock: true,
    });
  });

  it('restores a removed variant without its sold units', () => {
    const other = { size: 'L', stock: 4, shopifyVariantId: 'gid://shopify/ProductVariant/12' };
    const change: AppliedChange = {
      ...updated({ variants: [variant(7), other] }, { variants: [other] }, [10, 0]),
      platformStockBefore: { [GID]: 10, [other.shopifyVariantId]: 4 },
      platformStockAfter: { [other.shopifyVariantId]: 4 },
    };
    const lastSynced = {
      ...synced(0),
      platformStock: { [other.shopifyVariantId]: 4 },
      unsettledStock: { [GID]: -3 },
    };
    expect(reverseChange(change, { status: 'active', variants: [other] }, lastSynced)).toMatchObject({
      fields: { variants: [variant(7), other] },
      synced: { platformStock: { [GID]: 10, [other.shopifyVariantId]: 4 } },
    });
  });

  it('updates whether a restored archived product is in stock', () => {
    const change: AppliedChange = {
      kind: 'archived',
      before: { status: 'active', inStock: true },
      after: { status: 'archived', inStock: false },
      platformStockBefore: null,
      platformStockAfter: null,
    };
    expect(reverseChange(change, { status: 'archived', variants: [variant(0)] }, synced(0)).fields).toEqual({
      status: 'active',
      inStock: false,
    });
  });
});
