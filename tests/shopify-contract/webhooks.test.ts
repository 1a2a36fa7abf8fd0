// How changes reach a subscriber: bodies, headers, HMAC, retries, the end of a subscription, and every fault.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EmulatorHarness } from './backends.ts';
import { dataOf, errorOf, startHarness } from './backends.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

const SECRET = 'shpss_contract';

let bench: EmulatorHarness;
let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await startWebhookReceiver(SECRET);
  bench = await startHarness({ products: 5, seed: 'webhooks', secret: SECRET, retryDelaysSeconds: [10, 60] });
});
afterEach(async () => {
  await bench.close();
  await receiver.close();
});

interface Subscribed {
  readonly webhookSubscriptionCreate: {
    readonly webhookSubscription: { readonly id: string } | null;
    readonly userErrors: { readonly field: string[]; readonly message: string }[];
  };
}

async function subscribe(
  topic: string,
  input: Record<string, unknown> = { uri: receiver.url },
): Promise<Subscribed['webhookSubscriptionCreate']> {
  const data = await dataOf<Subscribed>(
    bench.admin,
    'mutation ($topic: WebhookSubscriptionTopic!, $input: WebhookSubscriptionInput!) { webhookSubscriptionCreate(topic: $topic, webhookSubscription: $input) { webhookSubscription { id } userErrors { field message } } }',
    { topic, input },
  );
  return data.webhookSubscriptionCreate;
}

async function firstProduct(): Promise<{
  id: string;
  variants: { nodes: { id: string; inventoryItem: { id: string } }[] };
}> {
  const { products } = await dataOf<{ products: { nodes: Awaited<ReturnType<typeof firstProduct>>[] } }>(
    bench.admin,
    '{ products(first: 1) { nodes { id variants(first: 1) { nodes { id inventoryItem { id } } } } } }',
  );
  const [product] = products.nodes;
  if (product === undefined) throw new Error('no product');
  return product;
}

async function rename(title: string): Promise<void> {
  const { id } = await firstProduct();
  await dataOf(
    bench.admin,
    'mutation ($p: ProductUpdateInput!) { productUpdate(product: $p) { userErrors { message } } }',
    { p: { id, title } },
  );
}

const titles = () => receiver.received.map(({ body }) => body.title);
const settle = () => bench.control('POST', '/deliveries/settle');

describe('a subscription', () => {
  it('hears of an update with the REST-shaped body and every header', async () => {
    const { webhookSubscription } = await subscribe('PRODUCTS_UPDATE');
    expect(webhookSubscription?.id).toMatch(/^gid:\/\/shopify\/WebhookSubscription\/\d+$/);
    await rename('Renamed Tee');
    await settle();
    expect(receiver.received).toHaveLength(1);
    const [first] = receiver.received;
    if (first === undefined) throw new Error('nothing arrived');
    const { body, headers, hmacValid: genuine } = first;
    expect(genuine).toBe(true);
    expect(body).toMatchObject({
      title: 'Renamed Tee',
      admin_graphql_api_id: `gid://shopify/Product/${body.id}`,
      status: 'active',
      tags: expect.stringContaining('gaming'),
      options: [{ position: 1, product_id: body.id }],
      variants: expect.arrayContaining([
        expect.objectContaining({
          product_id: body.id,
          price: expect.stringMatching(/^\d+\.\d\d$/),
          inventory_item_id: expect.any(Number),
        }),
      ]),
    });
    expect(headers).toMatchObject({
      'x-shopify-topic': 'products/update',
      'x-shopify-shop-domain': bench.emulator.shopDomain,
      'x-shopify-api-version': '2026-10',
      'x-shopify-webhook-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-shopify-event-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-shopify-triggered-at': expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it('hears of creation, stock and deletion', async () => {
    for (const topic of ['PRODUCTS_CREATE', 'PRODUCTS_DELETE', 'INVENTORY_LEVELS_UPDATE'])
      await subscribe(topic);
    const { id, variants } = await firstProduct();
    const inventoryItemId = variants.nodes[0]?.inventoryItem.id;
    await dataOf(
      bench.admin,
      'mutation { productCreate(product: { title: "New" }) { product { id } userErrors { message } } }',
    );
    const set = await dataOf<{ inventorySetQuantities: { userErrors: unknown[] } }>(
      bench.admin,
      'mutation ($i: InventorySetQuantitiesInput!) { inventorySetQuantities(input: $i) { userErrors { field message } } }',
      {
        i: {
          name: 'available',
          reason: 'correction',
          ignoreCompareQuantity: true,
          quantities: [{ inventoryItemId, locationId: 'gid://shopify/Location/1', quantity: 7 }],
        },
      },
    );
    expect(set.inventorySetQuantities.userErrors).toEqual([]);
    await dataOf(
      bench.admin,
      'mutation ($id: ID!) { productDelete(input: { id: $id }) { deletedProductId userErrors { message } } }',
      { id },
    );
    await settle();
    const bodies = Object.fromEntries(receiver.received.map(({ topic, body }) => [topic, body]));
    expect(bodies['products/create']).toMatchObject({ title: 'New', variants: [{ title: 'Default Title' }] });
    expect(bodies['inventory_levels/update']).toMatchObject({
      inventory_item_id: Number(inventoryItemId?.split('/').at(-1)),
      location_id: 1,
      available: 7,
    });
    expect(bodies['products/delete']).toEqual({ id: Number(id.split('/').at(-1)) });
  });

  it('is refused beyond this machine, twice for one address, or without one', async () => {
    expect(
      (await subscribe('PRODUCTS_UPDATE', { uri: 'https://example.com/hook' })).userErrors[0]?.message,
    ).toMatch(/not on this machine/);
    expect((await subscribe('PRODUCTS_UPDATE', { callbackUrl: 'ftp://localhost/x' })).userErrors[0]).toEqual({
      field: ['webhookSubscription', 'callbackUrl'],
      message: 'Address protocol ftp:// is not supported',
    });
    expect((await subscribe('PRODUCTS_UPDATE', {})).userErrors[0]?.message).toBe("Address can't be blank");
    expect((await subscribe('PRODUCTS_UPDATE')).userErrors).toEqual([]);
    expect((await subscribe('PRODUCTS_UPDATE')).userErrors[0]?.message).toBe(
      'Address for this topic has already been taken',
    );
    await expect(
      errorOf(
        bench.admin,
        'mutation { webhookSubscriptionCreate(topic: NOTHING, webhookSubscription: {}) { userErrors { message } } }',
      ),
    ).resolves.toBeTruthy();
  });

  it('is listed, changed and deleted', async () => {
    const { webhookSubscription } = await subscribe('PRODUCTS_UPDATE');
    const id = webhookSubscription?.id;
    await dataOf(
      bench.admin,
      'mutation ($id: ID!) { webhookSubscriptionUpdate(id: $id, webhookSubscription: { includeFields: ["id", "title"] }) { userErrors { message } } }',
      { id },
    );
    await rename('Short');
    await settle();
    expect(Object.keys(receiver.received[0]?.body ?? {}).sort()).toEqual(['id', 'title']);
    await dataOf(
      bench.admin,
      'mutation ($id: ID!) { webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId userErrors { message } } }',
      { id },
    );
    const list = await dataOf<{ webhookSubscriptions: { nodes: unknown[] } }>(
      bench.admin,
      '{ webhookSubscriptions(first: 5) { nodes { id topic uri } } }',
    );
    expect(list.webhookSubscriptions.nodes).toEqual([]);
  });
});

describe('delivery', () => {
  it('tries again under the same webhook id with the same body', async () => {
    await subscribe('PRODUCTS_UPDATE');
    receiver.nextStatuses.push(500);
    await rename('A');
    await settle();
    await bench.control('POST', '/clock/advance', { seconds: 10 });
    expect(receiver.received).toHaveLength(2);
    expect(new Set(receiver.received.map(({ headers }) => headers['x-shopify-webhook-id'])).size).toBe(1);
    expect(receiver.received[1]?.body).toEqual(receiver.received[0]?.body);
  });

  it('gives up after the last try and removes the subscription', async () => {
    await subscribe('PRODUCTS_UPDATE');
    receiver.defaultStatus = 500;
    await rename('A');
    await bench.control('POST', '/clock/advance', { seconds: 1_000 });
    expect(receiver.received).toHaveLength(3);
    expect(await bench.control('GET', '/state')).toMatchObject({ subscriptions: [] });
  });
});

describe('faults of deliveries', () => {
  beforeEach(() => subscribe('PRODUCTS_UPDATE'));

  it('duplicate, under one webhook id', async () => {
    await bench.control('POST', '/faults', { duplicateNext: 1 });
    await rename('A');
    await settle();
    expect(titles()).toEqual(['A', 'A']);
    expect(new Set(receiver.received.map(({ headers }) => headers['x-shopify-webhook-id'])).size).toBe(1);
  });

  it('drop, bad HMAC', async () => {
    await bench.control('POST', '/faults', { dropNext: 1 });
    await rename('A');
    await bench.control('POST', '/faults', { badSignatureNext: 1 });
    await rename('B');
    await settle();
    expect(receiver.received.map(({ body, hmacValid: genuine }) => [body.title, genuine])).toEqual([
      ['B', false],
    ]);
  });

  it('late, and on demand', async () => {
    await bench.control('POST', '/faults', { delaySeconds: 60 });
    await rename('A');
    await bench.control('POST', '/clock/advance', { seconds: 59 });
    expect(titles()).toEqual([]);
    await bench.control('POST', '/clock/advance', { seconds: 1 });
    await rename('B');
    expect(await bench.control('POST', '/deliveries/now')).toEqual({ sent: 1 });
    expect(titles()).toEqual(['A', 'B']);
  });

  it('reorder, hold and release', async () => {
    await bench.control('POST', '/faults', { reorderWindow: 2 });
    await rename('A');
    await rename('B');
    await settle();
    expect(titles()).toEqual(['B', 'A']);
    await bench.control('POST', '/faults', { reorderWindow: 0, hold: true });
    await rename('C');
    expect(titles()).toEqual(['B', 'A']);
    expect(await bench.control('POST', '/deliveries/release')).toEqual({ released: 1 });
    expect(titles()).toEqual(['B', 'A', 'C']);
  });

  it('resend, edited or forged', async () => {
    await rename('A');
    await settle();
    const id = receiver.received[0]?.headers['x-shopify-webhook-id'];
    await bench.control('POST', `/deliveries/${id}/resend`, { body: { id: 1, title: 'edited' } });
    await bench.control('POST', `/deliveries/${id}/resend`, { badSignature: true });
    expect(receiver.received.map(({ body, hmacValid: genuine }) => [body.title, genuine])).toEqual([
      ['A', true],
      ['edited', true],
      ['A', false],
    ]);
  });
});
