import { describe, expect, it } from 'vitest';
import { generateCatalogue } from '../shop/generate-catalogue.ts';
import { parseSearchQuery } from './search.ts';

const NOW = Date.UTC(2026, 10, 21);
const PRODUCTS = [...generateCatalogue({ count: 200, seed: 'search', imageBaseUrl: () => '', nowMs: NOW })];
const count = (query: string) => PRODUCTS.filter(parseSearchQuery(query)).length;

describe('readSearch', () => {
  it('matches all products without a query, and fewer with each added term', () => {
    expect(count('')).toBe(200);
    const dragons = PRODUCTS.filter(({ title }) => title.includes('Dragon'));
    expect(count('dragon')).toBe(dragons.length);
    expect(count("title:'dragon'")).toBe(0);
    expect(count('dragon product_type:Apparel')).toBe(
      dragons.filter(({ productType }) => productType === 'Apparel').length,
    );
    expect(count('tag:sale')).toBe(PRODUCTS.filter(({ tags }) => tags.includes('sale')).length);
    expect(count('status:active')).toBe(200);
    expect(count('handle:neon*')).toBe(PRODUCTS.filter(({ handle }) => handle.startsWith('neon')).length);
  });

  it('compares timestamps and ids with the operators <, <=, > and >=', () => {
    const middle = PRODUCTS[120]?.updatedAt ?? '';
    expect(count(`updated_at:>'${middle}'`)).toBe(79);
    expect(count(`updated_at:>=${middle}`)).toBe(80);
    expect(count('updated_at:>2026-02-28')).toBeGreaterThan(0);
    expect(count(`id:<=${PRODUCTS[9]?.id}`)).toBe(10);
  });

  it.each(['colour:red', 'a OR b', '-tag:sale', 'updated_at:>yesterday', 'updated_at:>2026-02-30'])(
    'throws an error that names the unsupported term %s',
    (query) => {
      expect(() => parseSearchQuery(query)).toThrow(/does not support|does not contain a timestamp/);
    },
  );
});
