import { afterEach, describe, expect, it } from 'vitest';
import type { EmulatorHarness } from './backends.ts';
import { adminClientOf, dataOf, errorOf, startHarness } from './backends.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

let harness: EmulatorHarness;
afterEach(() => harness.close());

const productsQuery = (first: number) =>
  `{ products(first: ${first}) { nodes { id variants(first: 100) { nodes { id } } } } }`;

describe('throttling', () => {
  it('rejects a query that costs more than is available, with the throttle status, until enough points are restored', async () => {
    harness = await startHarness({ products: 60, throttle: { maximum: 1_000, restoreRate: 50 } });
    const { extensions } = await harness.admin.request(productsQuery(50));
    const { requestedQueryCost = 0, actualQueryCost = 0 } = (extensions?.cost ?? {}) as Record<
      string,
      number
    >;
    expect(requestedQueryCost).toBeGreaterThan(actualQueryCost);
    await harness.control('POST', '/faults', { throttleNext: 1 });
    const throttled = await harness.admin.request(productsQuery(50));
    expect(throttled.errors?.graphQLErrors?.[0]).toMatchObject({
      message: 'Throttled',
      extensions: { code: 'THROTTLED' },
    });
    const cost = throttled.extensions?.cost as {
      requestedQueryCost: number;
      actualQueryCost: null;
      throttleStatus: { currentlyAvailable: number; restoreRate: number };
    };
    expect(cost.actualQueryCost).toBeNull();
    const missing = cost.requestedQueryCost - cost.throttleStatus.currentlyAvailable;
    expect(missing).toBeGreaterThan(0);
    await harness.control('POST', '/clock/advance', {
      seconds: Math.ceil(missing / cost.throttleStatus.restoreRate),
    });
    await dataOf(harness.admin, productsQuery(50));
  });
});

describe('the fault failPage', () => {
  it.each([500, 503, 200])('makes the third query for products fail once with status %i', async (status) => {
    harness = await startHarness({ products: 20, throttle: null });
    await harness.control('POST', '/faults', { failPage: 3, failPageStatus: status });
    const outcomes: boolean[] = [];
    for (let count = 0; count < 5; count += 1) {
      const { errors } = await harness.admin.request('{ products(first: 5) { nodes { id } } }');
      outcomes.push(errors === undefined);
    }
    expect(outcomes).toEqual([true, true, false, true, true]);
  });
});

describe('a bulk operation', () => {
  const start = (query: string, version = '2026-10') =>
    dataOf<{
      bulkOperationRunQuery: {
        bulkOperation: { id: string; status: string } | null;
        userErrors: { code: string; message: string }[];
      };
    }>(
      adminClientOf(harness.emulator, version),
      'mutation ($query: String!) { bulkOperationRunQuery(query: $query) { bulkOperation { id status } userErrors { code message } } }',
      { query },
    ).then(({ bulkOperationRunQuery }) => bulkOperationRunQuery);
  const QUERY = '{ products { edges { node { id title variants { edges { node { id sku } } } } } } }';

  it('writes a line for each object, children after their parent, and sends bulk_operations/finish', async () => {
    const receiver = await startWebhookReceiver('shpss_savepoint');
    harness = await startHarness({ products: 700, bulkDelayMs: 60_000 });
    await harness.control('POST', '/subscriptions', {
      uri: receiver.url,
      topics: ['BULK_OPERATIONS_FINISH'],
    });
    const { bulkOperation, userErrors } = await start(QUERY);
    expect(userErrors).toEqual([]);
    expect(bulkOperation?.status).toBe('CREATED');
    await harness.control('POST', '/clock/advance', { seconds: 60 });
    const { node } = await dataOf<{
      node: { status: string; url: string; objectCount: string; rootObjectCount: string; fileSize: string };
    }>(
      harness.admin,
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
        hmacValid: true,
        body: { admin_graphql_api_id: bulkOperation?.id, status: 'completed' },
      },
    ]);
    await harness.control('POST', '/clock/advance', { seconds: 8 * 86_400 });
    expect((await fetch(node.url)).status).toBe(404);
    await receiver.close();
  });

  it('is rejected with LIMIT_REACHED while five others are open', async () => {
    harness = await startHarness({ products: 5, bulkDelayMs: 60_000 });
    for (let count = 0; count < 5; count += 1) expect((await start(QUERY)).userErrors).toEqual([]);
    expect((await start(QUERY)).userErrors[0]?.code).toBe('LIMIT_REACHED');
  });

  it('ends FAILED for the fault bulkFailNext, and CANCELED when it is canceled', async () => {
    harness = await startHarness({ products: 5, bulkDelayMs: 60_000 });
    await harness.control('POST', '/faults', { bulkFailNext: 1 });
    const failing = await start(QUERY);
    const canceled = await start(QUERY);
    await dataOf(
      harness.admin,
      'mutation ($id: ID!) { bulkOperationCancel(id: $id) { userErrors { message } } }',
      { id: canceled.bulkOperation?.id },
    );
    await harness.control('POST', '/clock/advance', { seconds: 60 });
    const { nodes } = await dataOf<{ nodes: unknown[] }>(
      harness.admin,
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on BulkOperation { status errorCode url } } }',
      {
        ids: [failing.bulkOperation?.id, canceled.bulkOperation?.id],
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
  ])('is rejected for the query %s', async (query, message) => {
    harness = await startHarness({ products: 1 });
    const { bulkOperation, userErrors } = await start(query);
    expect(bulkOperation).toBeNull();
    expect(userErrors[0]?.message).toMatch(message);
  });
});

describe('a mutation', () => {
  it('returns user errors for invalid input and changes nothing', async () => {
    harness = await startHarness({ products: 1 });
    const userErrorsOf = async (mutation: string) =>
      Object.values(
        await dataOf<Record<string, { userErrors: { message: string }[] }>>(
          harness.admin,
          `mutation { ${mutation} }`,
        ),
      )[0]?.userErrors;
    expect(
      await userErrorsOf(
        'productUpdate(product: { id: "gid://shopify/Product/1", title: "x" }) { userErrors { field message } }',
      ),
    ).toEqual([{ field: ['id'], message: 'Product does not exist' }]);
    expect(
      await userErrorsOf(
        'productUpdate(product: { id: "gid://shopify/Product/1000000", title: " " }) { userErrors { field message } }',
      ),
    ).toEqual([{ field: ['title'], message: "Title can't be blank" }]);
    expect(
      await userErrorsOf(
        'productDelete(input: { id: "gid://shopify/Product/1" }) { userErrors { field message } }',
      ),
    ).toEqual([{ field: ['id'], message: 'Product does not exist' }]);
    expect(
      (
        await userErrorsOf(
          'productVariantsBulkUpdate(productId: "gid://shopify/Product/1000000", variants: [{ id: "gid://shopify/ProductVariant/1", price: "1" }]) { userErrors { field message } }',
        )
      )?.[0]?.message,
    ).toBe('Product variant does not exist');
    expect(await harness.control('GET', '/state')).toMatchObject({ deliveries: 0, products: 1 });
  });
});

describe('the products connection', () => {
  it('returns all of 10,000 products when every page is read', async () => {
    harness = await startHarness({ products: 10_000, throttle: null });
    let count = 0;
    for (let after: string | null = null; ; ) {
      const { products } = (await dataOf(
        harness.admin,
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
});

describe('the node query', () => {
  it('rejects an id that is not a global id', async () => {
    harness = await startHarness({ products: 1 });
    expect((await errorOf(harness.admin, '{ product(id: "7") { id } }')).message).toBe(
      "Invalid global id '7'",
    );
  });
});
