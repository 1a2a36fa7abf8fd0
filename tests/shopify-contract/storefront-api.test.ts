import { createStorefrontApiClient } from '@shopify/storefront-api-client';
import { afterEach, describe, expect, it } from 'vitest';
import type { EmulatorHarness } from './backends.ts';
import { startHarness } from './backends.ts';

let harness: EmulatorHarness;
afterEach(() => harness.close());

describe('the Storefront API', () => {
  const openStorefront = async () => {
    harness = await startHarness({ products: 40 });
    return createStorefrontApiClient({
      storeDomain: harness.emulator.shopDomain,
      apiVersion: '2026-10',
      publicAccessToken: 'public',
      logger: () => {},
      customFetchApi: (url: string, init?: RequestInit) =>
        fetch(new URL(new URL(url).pathname, harness.emulator.url), init),
    });
  };

  it('returns the products of the shop in the published schema', async () => {
    const storefront = await openStorefront();
    const { data, errors } = await storefront.request(
      `{ products(first: 3, sortKey: TITLE) { nodes { id title handle availableForSale tags
        priceRange { minVariantPrice { amount currencyCode } } featuredImage { url altText } options { name values }
        variants(first: 10) { nodes { id title price { amount } quantityAvailable selectedOptions { name value } } } } pageInfo { hasNextPage } } }`,
    );
    expect(errors).toBeUndefined();
    const titles = data.products.nodes.map(({ title }: { title: string }) => title);
    expect(titles).toEqual([...titles].sort());
    const byHandle = await storefront.request(
      'query ($handle: String!) { product(handle: $handle) { title } }',
      { variables: { handle: data.products.nodes[0].handle } },
    );
    expect(byHandle.data.product.title).toBe(titles[0]);
  });

  it('returns null for a draft product', async () => {
    const storefront = await openStorefront();
    const first = await storefront.request('{ products(first: 1) { nodes { id } } }');
    const id: string = first.data.products.nodes[0].id;
    await harness.control('POST', `/products/${id.split('/').at(-1)}`, { status: 'DRAFT' });
    const { data } = await storefront.request('query ($id: ID!) { product(id: $id) { id } }', {
      variables: { id },
    });
    expect(data.product).toBeNull();
  });

  it('names a field that is not implemented, and rejects one that the schema does not have', async () => {
    const storefront = await openStorefront();
    const missing = await storefront.request('{ collections(first: 1) { nodes { id } } }');
    expect(missing.errors?.graphQLErrors?.[0]?.message).toBe(
      'savepoint-shopify does not implement QueryRoot.collections.',
    );
    const unknown = await storefront.request('{ products(first: 1) { nodes { nope } } }');
    expect(JSON.stringify(unknown.errors)).toContain('nope');
  });
});
