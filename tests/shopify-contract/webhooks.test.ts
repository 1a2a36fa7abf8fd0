import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EmulatorHarness } from './backends.ts';
import { dataOf, errorOf, startHarness } from './backends.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

const SECRET = 'shpss_contract';

let harness: EmulatorHarness;
let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await startWebhookReceiver(SECRET);
  harness = await startHarness({
    products: 5,
    seed: 'webhooks',
    secret: SECRET,
    retryDelaysSeconds: [10, 60],
  });
});
afterEach(async () => {
  await harness.close();
  await receiver.close();
});

interface SubscribeResult {
  readonly webhookSubscriptionCreate: {
    readonly webhookSubscription: { readonly id: string } | null;
    readonly userErrors: { readonly field: string[]; readonly message: string }[];
  };
}

async function subscribe(
  topic: string,
  input: Record<string, unknown> = { uri: receiver.url },
): Promise<SubscribeResult['webhookSubscriptionCreate']> {
  const data = await dataOf<SubscribeResult>(
    harness.admin,
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
    harness.admin,
    '{ products(first: 1) { nodes { id variants(first: 1) { nodes { id inventoryItem { id } } } } } }',
  );
  const [product] = products.nodes;
  if (product === undefined) throw new Error('no product');
  return product;
}

async function renameProduct(title: string): Promise<void> {
  const { id } = await firstProduct();
  await dataOf(
    harness.admin,
    'mutation ($p: ProductUpdateInput!) { productUpdate(product: $p) { userErrors { message } } }',
    { p: { id, title } },
  );
}

const titles = () => receiver.received.map(({ body }) => body.title);
const waitForDeliveries = () => harness.control('POST', '/deliveries/settle');

describe('a webhook subscription', () => {
  it('receives a product update with a REST-formatted body and all headers', async () => {
    const { webhookSubscription } = await subscribe('PRODUCTS_UPDATE');
    expect(webhookSubscription?.id).toMatch(/^gid:\/\/shopify\/WebhookSubscription\/\d+$/);
    await renameProduct('Renamed Tee');
    await waitForDeliveries();
    expect(receiver.received).toHaveLength(1);
    const [first] = receiver.received;
    if (first === undefined) throw new Error('no delivery was received');
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
      'x-shopify-shop-domain': harness.emulator.shopDomain,
      'x-shopify-api-version': '2026-10',
      'x-shopify-webhook-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-shopify-event-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-shopify-triggered-at': expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it('receives the creation and deletion of a product and a change of inventory', async () => {
    for (const topic of ['PRODUCTS_CREATE', 'PRODUCTS_DELETE', 'INVENTORY_LEVELS_UPDATE'])
      await subscribe(topic);
    const { id, variants } = await firstProduct();
    const inventoryItemId = variants.nodes[0]?.inventoryItem.id;
    await dataOf(
      harness.admin,
      'mutation { productCreate(product: { title: "New" }) { product { id } userErrors { message } } }',
    );
    const set = await dataOf<{ inventorySetQuantities: { userErrors: unknown[] } }>(
      harness.admin,
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
      harness.admin,
      'mutation ($id: ID!) { productDelete(input: { id: $id }) { deletedProductId userErrors { message } } }',
      { id },
    );
    await waitForDeliveries();
    const bodies = Object.fromEntries(receiver.received.map(({ topic, body }) => [topic, body]));
    expect(bodies['products/create']).toMatchObject({ title: 'New', variants: [{ title: 'Default Title' }] });
    expect(bodies['inventory_levels/update']).toMatchObject({
      inventory_item_id: Number(inventoryItemId?.split('/').at(-1)),
      location_id: 1,
      available: 7,
    });
    expect(bodies['products/delete']).toEqual({ id: Number(id.split('/').at(-1)) });
  });

  it('is rejected for a remote URL, a missing URL, an unknown topic and a duplicate URL', async () => {
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
        harness.admin,
        'mutation { webhookSubscriptionCreate(topic: NOTHING, webhookSubscription: {}) { userErrors { message } } }',
      ),
    ).resolves.toBeTruthy();
  });

  it('can be updated, deleted and listed', async () => {
    const { webhookSubscription } = await subscribe('PRODUCTS_UPDATE');
    const id = webhookSubscription?.id;
    await dataOf(
      harness.admin,
      'mutation ($id: ID!) { webhookSubscriptionUpdate(id: $id, webhookSubscription: { includeFields: ["id", "title"] }) { userErrors { message } } }',
      { id },
    );
    await renameProduct('Short');
    await waitForDeliveries();
    expect(Object.keys(receiver.received[0]?.body ?? {}).sort()).toEqual(['id', 'title']);
    await dataOf(
      harness.admin,
      'mutation ($id: ID!) { webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId userErrors { message } } }',
      { id },
    );
    const list = await dataOf<{ webhookSubscriptions: { nodes: unknown[] } }>(
      harness.admin,
      '{ webhookSubscriptions(first: 5) { nodes { id topic uri } } }',
    );
    expect(list.webhookSubscriptions.nodes).toEqual([]);
  });
});

describe('the delivery queue', () => {
  it('retries a delivery that got 500, with the same webhook id and body', async () => {
    await subscribe('PRODUCTS_UPDATE');
    receiver.nextStatuses.push(500);
    await renameProduct('A');
    await waitForDeliveries();
    await harness.control('POST', '/clock/advance', { seconds: 10 });
    expect(receiver.received).toHaveLength(2);
    expect(new Set(receiver.received.map(({ headers }) => headers['x-shopify-webhook-id'])).size).toBe(1);
    expect(receiver.received[1]?.body).toEqual(receiver.received[0]?.body);
  });

  it('deletes a subscription after the last retry of a delivery has failed', async () => {
    await subscribe('PRODUCTS_UPDATE');
    receiver.defaultStatus = 500;
    await renameProduct('A');
    await harness.control('POST', '/clock/advance', { seconds: 1_000 });
    expect(receiver.received).toHaveLength(3);
    expect(await harness.control('GET', '/state')).toMatchObject({ subscriptions: [] });
  });
});

describe('fault injection in deliveries', () => {
  beforeEach(() => subscribe('PRODUCTS_UPDATE'));

  it('sends the next delivery twice with one webhook id for duplicateNext', async () => {
    await harness.control('POST', '/faults', { duplicateNext: 1 });
    await renameProduct('A');
    await waitForDeliveries();
    expect(titles()).toEqual(['A', 'A']);
    expect(new Set(receiver.received.map(({ headers }) => headers['x-shopify-webhook-id'])).size).toBe(1);
  });

  it('never sends the next delivery for dropNext, and signs it wrongly for badSignatureNext', async () => {
    await harness.control('POST', '/faults', { dropNext: 1 });
    await renameProduct('A');
    await harness.control('POST', '/faults', { badSignatureNext: 1 });
    await renameProduct('B');
    await waitForDeliveries();
    expect(receiver.received.map(({ body, hmacValid: genuine }) => [body.title, genuine])).toEqual([
      ['B', false],
    ]);
  });

  it('delays deliveries for delaySeconds until the clock advances or /deliveries/now is called', async () => {
    await harness.control('POST', '/faults', { delaySeconds: 60 });
    await renameProduct('A');
    await harness.control('POST', '/clock/advance', { seconds: 59 });
    expect(titles()).toEqual([]);
    await harness.control('POST', '/clock/advance', { seconds: 1 });
    await renameProduct('B');
    expect(await harness.control('POST', '/deliveries/now')).toEqual({ sent: 1 });
    expect(titles()).toEqual(['A', 'B']);
  });

  it('reverses deliveries for reorderWindow, and holds them for hold until they are released', async () => {
    await harness.control('POST', '/faults', { reorderWindow: 2 });
    await renameProduct('A');
    await renameProduct('B');
    await waitForDeliveries();
    expect(titles()).toEqual(['B', 'A']);
    await harness.control('POST', '/faults', { reorderWindow: 0, hold: true });
    await renameProduct('C');
    expect(titles()).toEqual(['B', 'A']);
    expect(await harness.control('POST', '/deliveries/release')).toEqual({ released: 1 });
    expect(titles()).toEqual(['B', 'A', 'C']);
  });

  it('resends a delivery with another body or a wrong HMAC', async () => {
    await renameProduct('A');
    await waitForDeliveries();
    const id = receiver.received[0]?.headers['x-shopify-webhook-id'];
    await harness.control('POST', `/deliveries/${id}/resend`, { body: { id: 1, title: 'edited' } });
    await harness.control('POST', `/deliveries/${id}/resend`, { badSignature: true });
    expect(receiver.received.map(({ body, hmacValid: genuine }) => [body.title, genuine])).toEqual([
      ['A', true],
      ['edited', true],
      ['A', false],
    ]);
  });
});
