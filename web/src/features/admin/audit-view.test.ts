import type { AuditEntry } from '@savepoint/model/callables';
import { describe, expect, it } from 'vitest';
import { describeChange, filterAuditLog } from './audit-view.ts';

describe('describeChange', () => {
  it.each([
    [{ field: 'price', before: 45, after: 42.5 }, 'Price: $45.00 -> $42.50'],
    [{ field: 'compareAtPrice', before: 60, after: null }, 'Price before sale: $60.00 -> nothing'],
    [{ field: 'variants.2XL.price', before: null, after: 81 }, 'Price of 2XL: nothing -> $81.00'],
    [{ field: 'variants..stock', before: 3, after: 2 }, 'Stock: 3 -> 2'],
    [{ field: 'specifications.Material', before: 'Cotton', after: 'Wool' }, 'Material: Cotton -> Wool'],
    [{ field: 'featured', before: false, after: true }, 'Featured: no -> yes'],
    [{ field: 'features', before: [], after: ['Soft', 'Loud'] }, 'Features: nothing -> Soft, Loud'],
  ])('reads %j as %j', (change, expected) => {
    const { label, before, after } = describeChange(change);
    expect(`${label}: ${before} -> ${after}`).toBe(expected);
  });
});

describe('filterAuditLog', () => {
  const entry = (over: Partial<AuditEntry>): AuditEntry => ({
    id: 'e',
    at: '2026-11-01T12:00:00.000Z',
    uid: 'u1',
    action: 'saveProduct',
    target: 'products/tee',
    summary: 'Changed price',
    ...over,
  });
  const entries = [
    entry({ id: 'a', email: 'ada@example.com', changes: [{ field: 'price', before: 45, after: 42.5 }] }),
    entry({ id: 'b', action: 'deleteCategory', target: 'categories/hats', summary: 'Deleted Hats' }),
  ];
  it.each([
    [{ text: '', who: '', action: '' }, ['a', 'b']],
    [{ text: '42.50', who: '', action: '' }, ['a']],
    [{ text: ' HATS ', who: '', action: '' }, ['b']],
    [{ text: '', who: 'u1', action: '' }, ['b']],
    [{ text: '', who: '', action: 'deleteCategory' }, ['b']],
    [{ text: '', who: 'ada@example.com', action: 'saveProduct' }, ['a']],
    [{ text: '', who: 'ada@example.com', action: 'deleteCategory' }, []],
    [{ text: 'hats', who: 'ada@example.com', action: '' }, []],
  ])('finds by %j the entries %j', (filter, ids) => {
    expect(filterAuditLog(entries, filter).map(({ id }) => id)).toEqual(ids);
  });
});
