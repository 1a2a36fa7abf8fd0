import { describe, expect, it } from 'vitest';
import { moveLevel } from './move-level.ts';
import type { SyncedProduct } from './sync-documents.ts';

const GID = 'gid://shopify/ProductVariant/11';
const variants = (stock: number) => [{ size: 'M', stock, shopifyVariantId: GID }];
const SYNCED: SyncedProduct = {
  platformUpdatedAt: '2026-11-01T10:00:00Z',
  platformStock: { [GID]: 113 },
  inventoryItems: { 7: GID },
  inventoryItemIds: ['7'],
};
const level = (location: number, available: number, time: string) => ({
  kind: 'inventory' as const,
  inventoryItemId: 'gid://shopify/InventoryItem/7',
  locationId: `gid://shopify/Location/${location}`,
  available,
  at: `2026-11-01T${time}Z`,
});

function apply(levels: readonly ReturnType<typeof level>[], ours: number) {
  let synced = SYNCED;
  let current = variants(ours);
  for (const change of levels) {
    const moved = moveLevel(synced, current, change);
    if (moved === 'outdated') continue;
    synced = moved.synced;
    current = (moved.variants as typeof current | undefined) ?? current;
  }
  return { stock: current[0]?.stock, platform: synced.platformStock[GID] };
}

describe('moveLevel', () => {
  it('does not mistake the stock at one location for the sum of all', () => {
    expect(apply([level(222, 3, '10:00:05')], 113)).toEqual({ stock: 113, platform: 113 });
  });

  it('moves the sum by as much as the stock at a location', () => {
    const levels = [level(222, 3, '10:00:05'), level(111, 110, '10:00:06'), level(222, 5, '10:00:07')];
    expect(apply(levels, 100)).toEqual({ stock: 102, platform: 115 });
  });

  it('moves the sum even below zero stock at a location', () => {
    expect(apply([level(222, 3, '10:00:05'), level(222, -2, '10:00:06')], 113)).toEqual({
      stock: 108,
      platform: 108,
    });
  });

  it('drops a level that is older than another of its location or than the sum', () => {
    const levels = [level(222, 3, '10:00:05'), level(222, 9, '10:00:04'), level(222, 9, '09:59:59')];
    expect(apply(levels, 113)).toEqual({ stock: 113, platform: 113 });
  });

  it('does not move the sum from a level that is older than the sum, which may include the change', () => {
    const old = { ...SYNCED, stockLevels: { 7: { 222: { available: 3, at: '2026-11-01T09:00:00Z' } } } };
    expect(moveLevel(old, variants(113), level(222, 5, '10:00:05'))).not.toHaveProperty('variants');
  });
});
