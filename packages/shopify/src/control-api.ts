import type { EmulatorEnv } from '@savepoint/server/http/app';
import {
  ControlError,
  createControlApi,
  notFound,
  readControlBody,
} from '@savepoint/server/http/control-api';
import type { Hono } from 'hono';
import { z } from 'zod';
import type { AdminApi } from './admin/handle-admin-request.ts';
import type { Product, Variant } from './shop/product.ts';
import { levelsWithSum } from './shop/product.ts';
import type { VariantChanges } from './shop/shop.ts';
import { encodeWebhookBody } from './webhooks/payload.ts';
import { FAULTS_SCHEMA } from './webhooks/shopify-faults.ts';
import type { TopicName } from './webhooks/subscription.ts';
import { endpointUrlError } from './webhooks/subscription.ts';

export interface ControlContext {
  readonly api: AdminApi;
  /**
   * Deletes everything except the subscriptions and generates a catalog of this size; null keeps
   * the size.
   */
  readonly reset: (products: number | null) => void;
}

const RESET = z.strictObject({
  products: z.int().min(0).max(1_000_000).optional(),
  subscriptions: z.boolean().optional(),
});
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
const PRODUCT_CHANGES = z.strictObject({
  title: z.string().min(1).max(255).optional(),
  descriptionHtml: z.string().optional(),
  productType: z.string().optional(),
  tags: z.array(z.string()).optional(),
  status: z.enum(['ACTIVE', 'ARCHIVED', 'DRAFT', 'UNLISTED']).optional(),
  price: z.string().optional(),
  inventoryQuantity: z.int().optional(),
  locationId: z.int().optional(),
});

/**
 * The routes under /_savepoint: the common ones, and those that subscribe, resend, change products
 * and reset.
 */
export function createShopifyControlApi({ api, reset }: ControlContext): Hono<EmulatorEnv> {
  const { bulk, shop, throttle, webhooks } = api;
  const control = createControlApi({
    clock: shop.clock,
    deliveries: webhooks,
    faultsSchema: FAULTS_SCHEMA,
    listDeliveries: () => webhooks.deliveries,
    idle: async () => {
      await bulk.waitUntilIdle();
      await webhooks.idle();
    },
    clockState: () => ({ nowMs: shop.clock.nowMs() }),
  });
  control.get('/state', (context) =>
    context.json({
      clock: { nowMs: shop.clock.nowMs(), offsetMs: shop.clock.offsetMs },
      faults: webhooks.faults,
      throttle: throttle.status(),
      products: shop.products.size,
      subscriptions: [...webhooks.subscriptions.values()],
      deliveries: webhooks.deliveries.length,
      bulkOperations: [...bulk.all.values()].map(({ jsonl: _, ...operation }) => operation),
    }),
  );
  control.post('/reset', (context) => {
    const { products, subscriptions } = readControlBody(context, RESET);
    reset(products ?? null);
    if (subscriptions === true) webhooks.subscriptions.clear();
    return context.json({ products: shop.products.size });
  });
  control.post('/subscriptions', (context) => {
    const { uri, topics } = readControlBody(context, SUBSCRIBE);
    const error = endpointUrlError(uri);
    if (error !== null) throw new ControlError(400, error);
    return context.json(subscribe(api, uri, topics ?? TOPIC.options));
  });
  control.post('/deliveries/:id/resend', async (context) => {
    const id = context.req.param('id');
    const delivery = webhooks.deliveries.find(({ webhookId }) => webhookId === id);
    if (delivery === undefined) throw notFound('delivery', id);
    const { body, badSignature } = readControlBody(context, RESEND);
    const copy = webhooks.resend(delivery, {
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : encodeWebhookBody(body) }),
      ...(badSignature === undefined ? {} : { badSignature }),
    });
    await webhooks.idle();
    return context.json(copy);
  });
  control.post('/products/:id', (context) => {
    const product = findProduct(api, context.req.param('id'));
    return context.json(changeProduct(api, product, readControlBody(context, PRODUCT_CHANGES)));
  });
  control.delete('/products/:id', (context) => {
    const product = findProduct(api, context.req.param('id'));
    shop.delete(product);
    return context.json({ deleted: product.id });
  });
  return control;
}

function findProduct(api: AdminApi, id: string): Product {
  const product = api.shop.products.get(Number(id));
  if (product === undefined) throw notFound('product', id);
  return product;
}

/** Subscribes a URI to topics. Returns the existing or new subscription for each topic. */
export function subscribe(api: AdminApi, uri: string, topics: readonly TopicName[]): unknown[] {
  const { shop, webhooks } = api;
  return topics.map((topic) => {
    const existing = [...webhooks.subscriptions.values()].find(
      (other) => other.topic === topic && other.uri === uri,
    );
    if (existing !== undefined) return existing;
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

/**
 * Changes a product. Price and inventory quantity are set on every variant. The quantity applies to
 * one location, or to the total if none is named.
 */
function changeProduct(api: AdminApi, product: Product, changes: z.infer<typeof PRODUCT_CHANGES>): Product {
  const { price, inventoryQuantity, locationId, ...rest } = changes;
  if (locationId !== undefined && !api.shop.locationIds.includes(locationId))
    throw notFound('location', String(locationId));
  const productFields = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  if (price !== undefined || inventoryQuantity !== undefined) {
    Object.assign(product, productFields);
    const changesOf = (variant: Variant): VariantChanges => ({
      ...(price !== undefined && { price }),
      ...(inventoryQuantity !== undefined && {
        inventoryLevels:
          locationId === undefined
            ? levelsWithSum(variant, inventoryQuantity)
            : { [locationId]: inventoryQuantity },
      }),
    });
    const variants = product.variants.map((variant) => [variant.id, changesOf(variant)] as const);
    api.shop.updateVariants(product, new Map(variants));
  } else {
    api.shop.update(product, productFields);
  }
  return product;
}
