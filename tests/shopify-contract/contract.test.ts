// Products, pagination and errors through the unmodified SDK's client. The same on every backend.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminClient } from './backends.ts';
import { API_VERSION, BACKENDS, dataOf, errorOf, SHOP_SKIPPED } from './backends.ts';

if (SHOP_SKIPPED !== null) console.log(SHOP_SKIPPED);

interface ProductPage {
  readonly products: {
    readonly nodes: { readonly id: string; readonly title: string }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}

const PAGE =
  'query Page($first: Int, $after: String) { products(first: $first, after: $after, sortKey: ID) { nodes { id title } pageInfo { hasNextPage endCursor } } }';

for (const backend of BACKENDS) {
  describe.skipIf(!backend.available)(`the Admin API of ${backend.name}`, () => {
    let opened: Awaited<ReturnType<typeof backend.open>>;
    let admin: AdminClient;
    beforeAll(async () => {
      opened = await backend.open();
      admin = opened.admin;
    });
    afterAll(() => opened.close());

    it('returns the shop with its domain and currency', async () => {
      const { shop } = await dataOf<{ shop: Record<string, string> }>(
        admin,
        '{ shop { id name myshopifyDomain currencyCode } }',
      );
      expect(shop.id).toMatch(/^gid:\/\/shopify\/Shop\/\d+$/);
      expect(shop.myshopifyDomain).toMatch(/\.myshopify\.com$/);
      expect(shop.currencyCode).toMatch(/^[A-Z]{3}$/);
    });

    it('returns all product fields that a sync needs', async () => {
      const { products } = await dataOf<{ products: { nodes: Record<string, unknown>[] } }>(
        admin,
        `{ products(first: 1) { nodes {
          id legacyResourceId title handle description descriptionHtml vendor productType tags status createdAt updatedAt publishedAt
          totalInventory hasOnlyDefaultVariant options { id name position values optionValues { id name } }
          priceRangeV2 { minVariantPrice { amount currencyCode } }
          media(first: 2) { nodes { id alt mediaContentType ... on MediaImage { image { url width height altText } } } }
          variants(first: 2) { nodes { id title sku price compareAtPrice position inventoryQuantity selectedOptions { name value } inventoryItem { id tracked } } }
        } } }`,
      );
      expect(products.nodes[0]).toMatchObject({
        id: expect.stringMatching(/^gid:\/\/shopify\/Product\/\d+$/),
        legacyResourceId: expect.stringMatching(/^\d+$/),
        status: expect.stringMatching(/^(ACTIVE|ARCHIVED|DRAFT|UNLISTED)$/),
        updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        variants: { nodes: [{ price: expect.stringMatching(/^\d+\.\d\d$/) }] },
      });
    });

    it('returns every product once, sorted by id, when all pages are read', async () => {
      const ids: string[] = [];
      for (let after: string | null = null; ids.length < 1_000; ) {
        const { products } = (await dataOf<ProductPage>(admin, PAGE, { first: 7, after })) as ProductPage;
        ids.push(...products.nodes.map(({ id }) => id));
        if (!products.pageInfo.hasNextPage) break;
        after = products.pageInfo.endCursor;
      }
      expect(new Set(ids).size).toBe(ids.length);
      const numbers = ids.map((id) => Number(id.split('/').at(-1)));
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
      const { productsCount } = await dataOf<{ productsCount: { count: number } }>(
        admin,
        '{ productsCount { count } }',
      );
      if (ids.length < 1_000) expect(ids).toHaveLength(productsCount.count);
    });

    it('returns the cost of a query and the throttle status', async () => {
      const { extensions } = await admin.request(PAGE, { variables: { first: 5 } });
      const cost = extensions?.cost as {
        requestedQueryCost: number;
        actualQueryCost: number;
        throttleStatus: Record<string, number>;
      };
      expect(cost.requestedQueryCost).toBeGreaterThanOrEqual(cost.actualQueryCost);
      expect(cost.throttleStatus.currentlyAvailable).toBeLessThanOrEqual(
        cost.throttleStatus.maximumAvailable as number,
      );
      expect(cost.throttleStatus.restoreRate).toBeGreaterThan(0);
    });

    it('returns null for an unknown product and node', async () => {
      const data = await dataOf<Record<string, null>>(
        admin,
        '{ product(id: "gid://shopify/Product/1") { id } node(id: "gid://shopify/ProductVariant/1") { id } }',
      );
      expect(data).toEqual({ product: null, node: null });
    });

    it('rejects an unknown field with its name, type and path', async () => {
      const error = await errorOf(admin, 'query Bad { products(first: 1) { nodes { id nope } } }');
      expect(error).toMatchObject({
        message: "Field 'nope' doesn't exist on type 'Product'",
        path: ['query Bad', 'products', 'nodes', 'nope'],
        extensions: { code: 'undefinedField', typeName: 'Product', fieldName: 'nope' },
      });
    });

    it('rejects an unknown argument with its name', async () => {
      const error = await errorOf(admin, '{ products(first: 1, nope: 2) { nodes { id } } }');
      expect(error).toMatchObject({
        message: "Field 'products' doesn't accept argument 'nope'",
        extensions: { code: 'argumentNotAccepted' },
      });
    });

    it('rejects a connection without first or last, and one with more than 250 nodes', async () => {
      expect((await errorOf(admin, '{ products { nodes { id } } }')).message).toMatch(
        /must provide one of first or last/,
      );
      expect((await errorOf(admin, '{ products(first: 251) { nodes { id } } }')).message).toMatch(/250/);
    });

    it('rejects a query above the maximum cost with MAX_COST_EXCEEDED', async () => {
      const expensiveQuery =
        '{ products(first: 250) { nodes { id variants(first: 250) { nodes { id inventoryItem { id inventoryLevels(first: 50) { nodes { id } } } } } } } }';
      expect((await errorOf(admin, expensiveQuery)).extensions?.code).toBe('MAX_COST_EXCEEDED');
    });

    it('rejects a query with a syntax error', async () => {
      expect((await errorOf(admin, '{ products(')).message).toMatch(/syntax error|parse/i);
    });

    const query = JSON.stringify({ query: '{ shop { id } }' });

    it('responds with 401 to a request without an access token', async () => {
      const response = await opened.post(`/admin/api/${API_VERSION}/graphql.json`, {}, query);
      expect(response.status).toBe(401);
      expect(await response.text()).toContain('[API] Invalid API key or access token');
    });

    it('serves an expired API version with a supported one, and responds with 404 to one that never existed', async () => {
      const headers = { 'x-shopify-access-token': opened.token };
      const expired = await opened.post('/admin/api/2023-01/graphql.json', headers, query);
      expect(expired.status).toBe(200);
      expect(expired.headers.get('x-shopify-api-version')).not.toBe('2023-01');
      expect((await opened.post('/admin/api/2026-11/graphql.json', headers, query)).status).toBe(404);
    });
  });
}
