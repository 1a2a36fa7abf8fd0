import { readdirSync, readFileSync } from 'node:fs';
import type { AuditEntry } from '@savepoint/model/callables';
import { describe, expect, it } from 'vitest';
import { actionLabel, describeChange, describeTarget, filterAuditLog } from './audit-view.ts';

/** The actions that functions write. */
function namedActions(): string[] {
  const folder = `${import.meta.dirname}/../../../../functions/src`;
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
    .filter((source) => source.includes('audit'));
  const found = sources.flatMap((source) => [...source.matchAll(/\baction: '(\w+)',\s*target:/g)]);
  return [...new Set(found.map(([, action]) => action as string))];
}

describe('describeChange', () => {
  it.each([
    [{ field: 'price', before: 45, after: 42.5 }, 'Price: $45.00 -> $42.50'],
    [{ field: 'compareAtPrice', before: 60, after: null }, 'Price before sale: $60.00 -> nothing'],
    [{ field: 'variants.2XL.price', before: null, after: 81 }, 'Price of 2XL: nothing -> $81.00'],
    [{ field: 'variants..stock', before: 3, after: 2 }, 'Stock: 3 -> 2'],
    [{ field: 'specifications.Material', before: 'Cotton', after: 'Wool' }, 'Material: Cotton -> Wool'],
    [{ field: 'totalCents', before: 4500, after: 9000 }, 'Total: $45.00 -> $90.00'],
    [{ field: 'lines.tee.M', before: 1, after: 2 }, 'Units of tee, M: 1 -> 2'],
    [{ field: 'featured', before: false, after: true }, 'Featured: no -> yes'],
    [{ field: 'features', before: [], after: ['Soft', 'Loud'] }, 'Features: nothing -> Soft, Loud'],
  ])('reads %j as %j', (change, expected) => {
    const { label, before, after } = describeChange(change);
    expect(`${label}: ${before} -> ${after}`).toBe(expected);
  });
});

describe('an entry of the audit log', () => {
  it.each(namedActions())('describes %s in words', (action) => {
    expect(actionLabel(action)).toMatch(/^[A-Z][a-z]+ .*[a-z]$/);
    expect(actionLabel(action).toLowerCase()).not.toBe(
      action.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    );
  });

  it('links its target', () => {
    expect(describeTarget('orders/abcdefgh12')).toEqual({
      ...{ name: 'Order ABCDEFGH', path: '/admin/orders/abcdefgh12' },
    });
    expect(describeTarget('products/tee').path).toBe('/admin/products/tee');
    expect(describeTarget('categories')).toEqual({ name: 'categories' });
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
    [{ text: 'deleted a category', who: '', action: '' }, ['b']],
    [{ text: '', who: 'u1', action: '' }, ['b']],
    [{ text: '', who: '', action: 'deleteCategory' }, ['b']],
    [{ text: '', who: 'ada@example.com', action: 'saveProduct' }, ['a']],
    [{ text: '', who: 'ada@example.com', action: 'deleteCategory' }, []],
    [{ text: 'hats', who: 'ada@example.com', action: '' }, []],
  ])('finds by %j the entries %j', (filter, ids) => {
    expect(filterAuditLog(entries, filter).map(({ id }) => id)).toEqual(ids);
  });
});
