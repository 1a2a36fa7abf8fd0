// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import type { ProductCard } from '../../api/catalogue-endpoints.ts';
import { Facets } from './facets.tsx';
import { parseFilters } from './listing.ts';

afterEach(cleanup);

const item = (more: Partial<ProductCard>) =>
  ({ category: 'apparel', price: 45, rating: 4.6, inStock: true, variants: [], ...more }) as ProductCard;

function renderFacets(products: readonly ProductCard[] | undefined, query = ''): void {
  render(
    <Provider store={configureStore({ reducer: () => ({}) })}>
      <MemoryRouter>
        <Facets
          filters={parseFilters(new URLSearchParams(query))}
          categories={[]}
          products={products}
          placeholderData={undefined}
          onChange={() => undefined}
        />
      </MemoryRouter>
    </Provider>,
  );
}

describe('the filters of a listing', () => {
  it('omit a price or rating that all products have', () => {
    renderFacets([item({ rating: 4.6 }), item({ rating: 4.2 })]);
    expect(screen.queryByRole('group', { name: 'Price' })).toBeNull();
    const rating = screen.getByRole('group', { name: 'Rating' });
    expect(rating.textContent).toBe('Rating4.5 and up1');
  });

  it('show no counts, but can be chosen, until the products are counted', () => {
    renderFacets(undefined, 'price=25-50');
    expect(screen.getByRole('navigation').textContent).toBe('CategoryEverythingSale');
    const options = screen.getAllByRole<HTMLInputElement>('checkbox');
    expect(options.map(({ disabled, labels }) => [labels?.[0]?.textContent, disabled])).toEqual([
      ['$25 to $50', false],
      ['In stock only', false],
    ]);
  });

  it('keep an option without remaining products, disabled', () => {
    const products = [item({ productType: 'Mug', price: 20 }), item({ productType: 'Tee' })];
    renderFacets(products, 'price=25-50');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Mug ?0/ }).disabled).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Tee ?1/ }).disabled).toBe(false);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^\$25 to \$50 ?1/ }).checked).toBe(true);
  });
});
