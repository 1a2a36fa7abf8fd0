// Owns the control API under /_savepoint/: what a test or a developer may do that no client of the real APIs can.
// Bodies are JSON; unknown fields are refused.

import { z } from 'zod';
import type { AdminApi } from './admin/handle-admin-request.ts';
import type { Product } from './shop/product.ts';
import type { Delivery } from './webhooks/delivery-queue.ts';
import { FAULTS_SCHEMA, noFaults } from './webhooks/faults.ts';
import type { TopicName } from './webhooks/subscription.ts';
import { endpointUrlError } from './webhooks/subscription.ts';

/** What the control API works with. */
export interface ControlContext {
  readonly api: AdminApi;
  /** Forgets everything and puts a catalogue of that size back; null keeps the size. */
  readonly reset: (products: number | null) => void;
}

/** The answer: a status and something to send as JSON. */
export interface ControlAnswer {
  readonly status: number;
  readonly body: unknown;
}

const EMPTY = z.strictObject({});
const RESET = z.strictObject({
  products: z.int().min(0).max(1_000_000).optional(),
  subscriptions: z.boolean().optional(),
});
const ADVANCE = z.strictObject({ seconds: z.number().min(0).max(31_536_000) });
const RELEASE = z.strictObject({ order: z.enum(['first-first', 'last-first']).default('first-first') });
const RESEND = z.strictObject({
  body: z.union([z.string().max(5_000_000), z.record(z.string(), z.unknown())]).optional(),
  badSignature: z.boolean().optional(),
});
const TOPIC = z.enum([
  'APP_UNINSTALLED',
  'BULK_OPERATIONS_FINISH',
  'INVENTORY_LEVELS_UPDATE',
  'PRODUCTS_CREATE',
  'PRODUCTS_DELETE',
  'PRODUCTS_UPDATE',
]);
const SUBSCRIBE = z.strictObject({ uri: z.string(), topics: z.array(TOPIC).min(1).optional() });
const CHANGE = z.strictObject({
  title: z.string().min(1).max(255).optional(),
  descriptionHtml: z.string().optional(),
  productType: z.string().optional(),
  tags: z.array(z.string()).optional(),
  status: z.enum(['ACTIVE', 'ARCHIVED', 'DRAFT', 'UNLISTED']).optional(),
  price: z.string().optional(),
  inventoryQuantity: z.int().optional(),
});

type Handler = (context: ControlContext, body: unknown, id: string) => ControlAnswer | Promise<ControlAnswer>;

function ok(body: unknown): ControlAnswer {
  return { status: 200, body };
}

/** Method and path to work; `:id` stands for one part. */
const ROUTES: Record<string, Handler> = {
  'GET /state': ({ api }) =>
    ok({
      clock: { nowMs: api.shop.clock.nowMs(), offsetMs: api.shop.clock.offsetMs },
      faults: api.webhooks.faults,
      throttle: api.throttle.status(),
      products: api.shop.products.size,
      subscriptions: [...api.webhooks.subscriptions.values()],
      deliveries: api.webhooks.deliveries.length,
      bulkOperations: [...api.bulk.all.values()].map(({ jsonl: _, ...operation }) => operation),
    }),
  'POST /reset': ({ api, reset }, body) => {
    const { products, subscriptions } = RESET.parse(body);
    reset(products ?? null);
    if (subscriptions === true) api.webhooks.subscriptions.clear();
    return ok({ products: api.shop.products.size });
  },
  'POST /clock/advance': async ({ api }, body) => {
    const { seconds } = ADVANCE.parse(body);
    const settle = async (): Promise<void> => {
      await api.bulk.waitUntilIdle();
      await api.webhooks.settle();
    };
    await settle();
    await api.shop.clock.advance(seconds * 1000, settle);
    await settle();
    return ok({ nowMs: api.shop.clock.nowMs() });
  },
  'GET /faults': ({ api }) => ok(api.webhooks.faults),
  'POST /faults': ({ api }, body) => {
    const asked = Object.entries(FAULTS_SCHEMA.parse(body)).filter(([, value]) => value !== undefined);
    api.webhooks.faults = { ...api.webhooks.faults, ...Object.fromEntries(asked) };
    return ok(api.webhooks.faults);
  },
  'DELETE /faults': ({ api }) => {
    api.webhooks.faults = noFaults();
    return ok(api.webhooks.faults);
  },
  'POST /subscriptions': ({ api }, body) => {
    const { uri, topics } = SUBSCRIBE.parse(body);
    const wrong = endpointUrlError(uri);
    if (wrong !== null) return { status: 400, body: { error: wrong } };
    return ok(subscribe(api, uri, topics ?? TOPIC.options));
  },
  'GET /deliveries': ({ api }) => ok([...api.webhooks.deliveries].reverse()),
  'POST /deliveries/release': async ({ api }, body) => {
    const released = api.webhooks.release(RELEASE.parse(body).order);
    await api.webhooks.settle();
    return ok({ released });
  },
  'POST /deliveries/now': async ({ api }, body) => {
    EMPTY.parse(body);
    const sent = api.webhooks.deliverNow();
    await api.webhooks.settle();
    return ok({ sent });
  },
  'POST /deliveries/settle': async ({ api }, body) => {
    EMPTY.parse(body);
    await api.webhooks.settle();
    return ok({ settled: true });
  },
  'POST /deliveries/:id/resend': async ({ api }, body, id) => {
    const delivery = api.webhooks.deliveries.find(({ webhookId }) => webhookId === id);
    if (delivery === undefined) return { status: 404, body: { error: `There is no delivery ${id}.` } };
    const how = RESEND.parse(body);
    const copy: Delivery = api.webhooks.resend(delivery, {
      ...(how.body === undefined
        ? {}
        : { body: typeof how.body === 'string' ? how.body : JSON.stringify(how.body) }),
      ...(how.badSignature === undefined ? {} : { badSignature: how.badSignature }),
    });
    await api.webhooks.settle();
    return ok(copy);
  },
  'POST /products/:id': ({ api }, body, id) => {
    const product = api.shop.products.get(Number(id));
    if (product === undefined) return { status: 404, body: { error: `There is no product ${id}.` } };
    return ok(change(api, product, CHANGE.parse(body)));
  },
  'DELETE /products/:id': ({ api }, _, id) => {
    const product = api.shop.products.get(Number(id));
    if (product === undefined) return { status: 404, body: { error: `There is no product ${id}.` } };
    api.shop.delete(product);
    return ok({ deleted: product.id });
  },
};

/** Adds a subscription for each topic that the address does not have yet. */
export function subscribe(api: AdminApi, uri: string, topics: readonly TopicName[]): unknown[] {
  const { shop, webhooks } = api;
  return topics.map((topic) => {
    const known = [...webhooks.subscriptions.values()].find(
      (other) => other.topic === topic && other.uri === uri,
    );
    if (known !== undefined) return known;
    const subscription = {
      id: shop.newId(),
      topic,
      uri,
      includeFields: [],
      apiVersion: api.apiVersion(),
      createdAt: shop.now(),
      updatedAt: shop.now(),
      removable: false,
    };
    webhooks.subscriptions.set(subscription.id, subscription);
    return subscription;
  });
}

/** Price and stock are set on every variant. */
function change(api: AdminApi, product: Product, asked: z.infer<typeof CHANGE>): Product {
  const { price, inventoryQuantity, ...fields } = asked;
  const ofProduct = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  if (price !== undefined || inventoryQuantity !== undefined) {
    Object.assign(product, ofProduct);
    const ofVariant = {
      ...(price === undefined ? {} : { price }),
      ...(inventoryQuantity === undefined ? {} : { inventoryQuantity }),
    };
    api.shop.updateVariants(product, new Map(product.variants.map(({ id }) => [id, ofVariant])));
  } else {
    api.shop.update(product, ofProduct);
  }
  return product;
}

/** Answers a control request. `path` begins after /_savepoint. Bad bodies answer 400 with what is wrong. */
export async function handleControl(
  context: ControlContext,
  method: string,
  path: string,
  body: string,
): Promise<ControlAnswer> {
  const found = findRoute(method, path);
  if (found === null) {
    return {
      status: 404,
      body: {
        error: `There is no ${method} /_savepoint${path}. There are: ${Object.keys(ROUTES).join(', ')}.`,
      },
    };
  }
  try {
    return await found.handler(context, body === '' ? {} : JSON.parse(body), found.id);
  } catch (error) {
    if (error instanceof z.ZodError) return { status: 400, body: { error: z.prettifyError(error) } };
    if (error instanceof SyntaxError)
      return { status: 400, body: { error: `The body is not JSON: ${error.message}` } };
    throw error;
  }
}

function findRoute(method: string, path: string): { handler: Handler; id: string } | null {
  for (const [route, handler] of Object.entries(ROUTES)) {
    const [routeMethod, pattern = ''] = route.split(' ');
    if (routeMethod !== method) continue;
    const match = new RegExp(`^${pattern.replace(':id', '([^/]+)')}$`).exec(path);
    if (match !== null) return { handler, id: match[1] ?? '' };
  }
  return null;
}
