// The doors a sync comes through, at their worst: throttling, a page that fails, bulk operations, a large catalogue; and
// the Storefront door beside them.

import { createStorefrontApiClient } from '@shopify/storefront-api-client';
import { afterEach, describe, expect, it } from 'vitest';
import type { EmulatorHarness } from './backends.ts';
import { adminClientOf, dataOf, errorOf, startHarness } from './backends.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

let bench: EmulatorHarness;
afterEach(() => bench.close());

const page = (first: number) =>
  `{ products(first: ${first}) { nodes { id variants(first: 100) { nodes { id } } } } }`;

describe('throttling', () => {
  it('refuses a query the bucket cannot pay, says what is missing, and serves it once it has filled', async () => {
    bench = await startHarness({ products: 60, throttle: { maximum: 1_000, restoreRate: 50 } });
    const { extensions } = await bench.admin.request(page(50));
    const { requestedQueryCost = 0, actualQueryCost = 0 } = (extensions?.cost ?? {}) as Record<
      string,
      number
    >;
    expect(requestedQueryCost).toBeGreaterThan(actualQueryCost);
    await bench.control('POST', '/faults', { throttleNext: 1 });
    const refused = await bench.admin.request(page(50));
    expect(refused.errors?.graphQLErrors?.[0]).toMatchObject({
      message: 'Throttled',
      extensions: { code: 'THROTTLED' },
    });
    const cost = refused.extensions?.cost as {
      requestedQueryCost: number;
      actualQueryCost: null;
      throttleStatus: { currentlyAvailable: number; restoreRate: number };
    };
    expect(cost.actualQueryCost).toBeNull();
    const missing = cost.requestedQueryCost - cost.throttleStatus.currentlyAvailable;
    expect(missing).toBeGreaterThan(0);
    await bench.control('POST', '/clock/advance', {
      seconds: Math.ceil(missing / cost.throttleStatus.restoreRate),
    });
    await dataOf(bench.admin, page(50));
  });
});

describe('a page that fails', () => {
  it.each([500, 503, 200])('fails as asked with %i, once, and then not', async (status) => {
    bench = await startHarness({ products: 20, throttle: null });
    await bench.control('POST', '/faults', { failPage: 3, failPageStatus: status });
    const outcomes: boolean[] = [];
    for (let count = 0; count < 5; count += 1) {
      const { errors } = await bench.admin.request('{ products(first: 5) { nodes { id } } }');
      outcomes.push(errors === undefined);
    }
    expect(outcomes).toEqual([true, true, false, true, true]);
  });
});

describe('bulk operations', () => {
  const start = (query: string, version = '2026-10') =>
    dataOf<{
      bulkOperationRunQuery: {
        bulkOperation: { id: string; status: string } | null;
        userErrors: { code: string; message: string }[];
      };
    }>(
      adminClientOf(bench.emulator, version),
      'mutation ($query: String!) { bulkOperationRunQuery(query: $query) { bulkOperation { id status } userErrors { code message } } }',
      { query },
    ).then(({ bulkOperationRunQuery }) => bulkOperationRunQuery);
  const QUERY = '{ products { edges { node { id title variants { edges { node { id sku } } } } } } }';

  it('write a line for each object, children with their parent, and tell when they are done', async () => {
    const receiver = await startWebhookReceiver('shpss_savepoint');
    bench = await startHarness({ products: 700, bulkDelayMs: 60_000 });
    await bench.control('POST', '/subscriptions', { uri: receiver.url, topics: ['BULK_OPERATIONS_FINISH'] });
    const { bulkOperation, userErrors } = await start(QUERY);
    expect(userErrors).toEqual([]);
    expect(bulkOperation?.status).toBe('CREATED');
    await bench.control('POST', '/clock/advance', { seconds: 60 });
    const { node } = await dataOf<{
      node: { status: string; url: string; objectCount: string; rootObjectCount: string; fileSize: string };
    }>(
      bench.admin,
      'query ($id: ID!) { node(id: $id) { ... on BulkOperation { status url objectCount rootObjectCount fileSize } } }',
      { id: bulkOperation?.id },
    );
    const text = await (await fetch(node.url)).text();
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; __parentId?: string });
    expect(node).toMatchObject({
      status: 'COMPLETED',
      rootObjectCount: '700',
      objectCount: String(lines.length),
      fileSize: String(text.length),
    });
    const seen = new Set<string>();
    for (const { id, __parentId } of lines) {
      if (__parentId !== undefined) expect(seen.has(__parentId)).toBe(true);
      seen.add(id);
    }
    expect(seen.size).toBe(lines.length);
    expect(receiver.received).toMatchObject([
      {
        topic: 'bulk_operations/finish',
        genuine: true,
        body: { admin_graphql_api_id: bulkOperation?.id, status: 'completed' },
      },
    ]);
    await bench.control('POST', '/clock/advance', { seconds: 8 * 86_400 });
    expect((await fetch(node.url)).status).toBe(404);
    await receiver.close();
  });

  it('run five at a time, one before 2026-01', async () => {
    bench = await startHarness({ products: 5, bulkDelayMs: 60_000 });
    for (let count = 0; count < 5; count += 1) expect((await start(QUERY)).userErrors).toEqual([]);
    expect((await start(QUERY)).userErrors[0]?.code).toBe('LIMIT_REACHED');
  });

  it('can fail and be cancelled', async () => {
    bench = await startHarness({ products: 5, bulkDelayMs: 60_000 });
    await bench.control('POST', '/faults', { bulkFailNext: 1 });
    const failing = await start(QUERY);
    const cancelled = await start(QUERY);
    await dataOf(
      bench.admin,
      'mutation ($id: ID!) { bulkOperationCancel(id: $id) { userErrors { message } } }',
      { id: cancelled.bulkOperation?.id },
    );
    await bench.control('POST', '/clock/advance', { seconds: 60 });
    const { nodes } = await dataOf<{ nodes: unknown[] }>(
      bench.admin,
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on BulkOperation { status errorCode url } } }',
      {
        ids: [failing.bulkOperation?.id, cancelled.bulkOperation?.id],
      },
    );
    expect(nodes).toEqual([
      { status: 'FAILED', errorCode: 'INTERNAL_SERVER_ERROR', url: null },
      { status: 'CANCELED', errorCode: null, url: null },
    ]);
  });

  it.each([
    ['{ shop { id } }', /at least one connection/],
    [
      '{ products { edges { node { title variants { edges { node { id } } } } } } }',
      /Connection fields without 'id': products/,
    ],
    [
      '{ products { edges { node { id variants { edges { node { id inventoryItem { id inventoryLevels { edges { node { id } } } } } } } } } } }',
      /nesting depth/,
    ],
    ['{ products { edges { node { id nope } } } }', /Invalid bulk query/],
    ['{ products {', /Invalid bulk query/],
  ])('refuse %s', async (query, message) => {
    bench = await startHarness({ products: 1 });
    const { bulkOperation, userErrors } = await start(query);
    expect(bulkOperation).toBeNull();
    expect(userErrors[0]?.message).toMatch(message);
  });
});

describe('mutations', () => {
  it('say what a person can put right in userErrors and change nothing', async () => {
    bench = await startHarness({ products: 1 });
    const ask = async (mutation: string) =>
      Object.values(
        await dataOf<Record<string, { userErrors: { message: string }[] }>>(
          bench.admin,
          `mutation { ${mutation} }`,
        ),
      )[0]?.userErrors;
    expect(
      await ask(
        'productUpdate(product: { id: "gid://shopify/Product/1", title: "x" }) { userErrors { field message } }',
      ),
    ).toEqual([{ field: ['id'], message: 'Product does not exist' }]);
    expect(
      await ask(
        'productUpdate(product: { id: "gid://shopify/Product/1000000", title: " " }) { userErrors { field message } }',
      ),
    ).toEqual([{ field: ['title'], message: "Title can't be blank" }]);
    expect(
      await ask('productDelete(input: { id: "gid://shopify/Product/1" }) { userErrors { field message } }'),
    ).toEqual([{ field: ['id'], message: 'Product does not exist' }]);
    expect(
      (
        await ask(
          'productVariantsBulkUpdate(productId: "gid://shopify/Product/1000000", variants: [{ id: "gid://shopify/ProductVariant/1", price: "1" }]) { userErrors { field message } }',
        )
      )?.[0]?.message,
    ).toBe('Product variant does not exist');
    expect(await bench.control('GET', '/state')).toMatchObject({ deliveries: 0, products: 1 });
  });
});

describe('the Storefront API', () => {
  const open = async () => {
    bench = await startHarness({ products: 40 });
    return createStorefrontApiClient({
      storeDomain: bench.emulator.shopDomain,
      apiVersion: '2026-10',
      publicAccessToken: 'public',
      logger: () => {},
      customFetchApi: (url: string, init?: RequestInit) =>
        fetch(new URL(new URL(url).pathname, bench.emulator.url), init),
    });
  };

  it('answers from the same shop over the published schema', async () => {
    const storefront = await open();
    const { data, errors } = await storefront.request(
      `{ products(first: 3, sortKey: TITLE) { nodes { id title handle availableForSale tags
        priceRange { minVariantPrice { amount currencyCode } } featuredImage { url altText } options { name values }
        variants(first: 10) { nodes { id title price { amount } quantityAvailable selectedOptions { name value } } } } pageInfo { hasNextPage } } }`,
    );
    expect(errors).toBeUndefined();
    const titles = data.products.nodes.map(({ title }: { title: string }) => title);
    expect(titles).toEqual([...titles].sort());
    const again = await storefront.request(
      'query ($handle: String!) { product(handle: $handle) { title } }',
      { variables: { handle: data.products.nodes[0].handle } },
    );
    expect(again.data.product.title).toBe(titles[0]);
  });

  it('hides drafts', async () => {
    const storefront = await open();
    const first = await storefront.request('{ products(first: 1) { nodes { id } } }');
    const id: string = first.data.products.nodes[0].id;
    await bench.control('POST', `/products/${id.split('/').at(-1)}`, { status: 'DRAFT' });
    const { data } = await storefront.request('query ($id: ID!) { product(id: $id) { id } }', {
      variables: { id },
    });
    expect(data.product).toBeNull();
  });

  it('names what it does not implement, and refuses what the schema does not have', async () => {
    const storefront = await open();
    const missing = await storefront.request('{ collections(first: 1) { nodes { id } } }');
    expect(missing.errors?.graphQLErrors?.[0]?.message).toBe(
      'savepoint-shopify does not implement QueryRoot.collections.',
    );
    const unknown = await storefront.request('{ products(first: 1) { nodes { nope } } }');
    expect(JSON.stringify(unknown.errors)).toContain('nope');
  });
});

describe('the Admin API', () => {
  it('walks 10,000 products without a gap', async () => {
    bench = await startHarness({ products: 10_000, throttle: null });
    let count = 0;
    for (let after: string | null = null; ; ) {
      const { products } = (await dataOf(
        bench.admin,
        'query ($after: String) { products(first: 250, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }',
        { after },
      )) as {
        products: { nodes: unknown[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
      };
      count += products.nodes.length;
      if (!products.pageInfo.hasNextPage) break;
      after = products.pageInfo.endCursor;
    }
    expect(count).toBe(10_000);
  }, 20_000);

  it('refuses an id that is none', async () => {
    bench = await startHarness({ products: 1 });
    expect((await errorOf(bench.admin, '{ product(id: "7") { id } }')).message).toBe("Invalid global id '7'");
  });
});
