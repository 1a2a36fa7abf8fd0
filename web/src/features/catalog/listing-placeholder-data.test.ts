import { describe, expect, it } from 'vitest';
import type { ProductCard } from '../../api/catalogue-endpoints.ts';
import { countFacets } from './facet-counts.ts';
import { listProducts, parseFilters } from './listing.ts';
import { deserializeFacetCounts } from './listing-placeholder-data.ts';
import { serializeListing } from './serialize-listing.ts';

const products = Array.from({ length: 60 }, (_, index) => ({
  id: `tee-${index}`,
  name: `Tee ${index}`,
  price: 10 + index,
  category: index % 2 ? 'apparel' : '__proto__',
  productType: index % 2 ? 'T-shirt' : 'Mug',
  rating: (index % 50) / 10,
  reviews: index,
  inStock: index % 3 > 0,
  featured: false,
  variants: [{ size: index % 2 ? 'M' : 'constructor', stock: index % 4 }],
})) as unknown as ProductCard[];

describe('serializeListing', () => {
  it.each([
    '',
    '?size=M&sort=price-desc&page=2',
    '?stock=1&rating=4',
    '?type=Mug&type=Cap',
    '?colour=Blue',
    '?price=50-100',
  ])('carries the listing and facet counts of the query %j unchanged', (search) => {
    const filters = parseFilters(new URLSearchParams(search));
    const sent = JSON.parse(JSON.stringify(serializeListing(products, filters)));
    expect(sent.listing).toEqual(JSON.parse(JSON.stringify(listProducts(products, filters))));
    expect(deserializeFacetCounts(sent)).toEqual(countFacets(products, filters));
  });

  it('returns undefined for a text search', () => {
    expect(serializeListing(products, parseFilters(new URLSearchParams('?q=tee')))).toBeUndefined();
  });
});
