// Shopify's webhooks: the signature is the base64 HMAC-SHA256 of the raw body under the app's
// secret, bodies have the shape of the REST Admin API (Shopify docs, "Verify webhook deliveries").
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { findJsonProblem } from '../callable/find-json-problem.ts';
import type { PlatformProduct } from './platform-product.ts';

/**
 * Tells whether `signature` (X-Shopify-Hmac-Sha256) is the body's HMAC under `secret`, in constant
 * time.
 */
export function verifyWebhookSignature(
  rawBody: Buffer,
  signature: string | undefined,
  secret: string,
): boolean {
  if (!signature) return false;
  const expected = createHmac('sha256', secret).update(rawBody).digest();
  const actual = Buffer.from(signature, 'base64');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/**
 * How far ahead of our clock a delivery may be dated. A later date would make every change until
 * then look outdated.
 */
const CLOCK_SKEW_MAX_MS = 3_600_000;

/** The number of a resource. It becomes part of a document id. */
const id = z.union([z.int().positive(), z.string().regex(/^[1-9]\d{0,19}$/)]).transform(String);
/** ISO 8601, with the offset of the shop's time zone. */
const time = z.iso.datetime({ offset: true });

const ProductBody = z.object({
  id,
  title: z.string(),
  handle: z.string(),
  body_html: z.string().nullish(),
  product_type: z.string().nullish(),
  tags: z.string().nullish(),
  status: z.string().nullish(),
  updated_at: time,
  images: z.array(z.object({ src: z.string(), alt: z.string().nullish() })).nullish(),
  options: z.array(z.object({ name: z.string(), position: z.number() })).nullish(),
  variants: z
    .array(
      z.object({
        id,
        title: z.string(),
        sku: z.string().nullish(),
        price: z.string(),
        compare_at_price: z.string().nullish(),
        inventory_quantity: z.int().nullish(),
        inventory_item_id: id.nullish(),
        option1: z.string().nullish(),
        option2: z.string().nullish(),
        option3: z.string().nullish(),
      }),
    )
    .nullish(),
});

const InventoryBody = z.object({
  inventory_item_id: id,
  location_id: id,
  available: z.int().nullable(),
  updated_at: time,
});

const DeleteBody = z.object({ id });

/** A change on the shop platform. Times are ISO strings, ids gids. */
export type PlatformChange =
  | { readonly kind: 'product'; readonly product: PlatformProduct }
  | { readonly kind: 'deleted'; readonly productId: string; readonly at: string }
  | {
      readonly kind: 'inventory';
      readonly inventoryItemId: string;
      readonly locationId: string;
      /** The stock at this location only. Negative if more was promised than is there. */
      readonly available: number;
      readonly at: string;
    };

function toProduct(body: z.infer<typeof ProductBody>): PlatformProduct {
  const options = [...(body.options ?? [])].sort((a, b) => a.position - b.position);
  return {
    id: `gid://shopify/Product/${body.id}`,
    title: body.title,
    handle: body.handle,
    descriptionHtml: body.body_html ?? '',
    productType: body.product_type ?? '',
    tags: (body.tags ?? '')
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    status: (body.status ?? 'active').toUpperCase() as PlatformProduct['status'],
    updatedAt: body.updated_at,
    images: (body.images ?? []).map(({ src, alt }) => ({ url: src, altText: alt ?? null })),
    variants: (body.variants ?? []).map((variant) => ({
      id: `gid://shopify/ProductVariant/${variant.id}`,
      title: variant.title,
      sku: variant.sku ?? null,
      price: variant.price,
      compareAtPrice: variant.compare_at_price ?? null,
      inventoryQuantity: variant.inventory_quantity ?? null,
      inventoryItemId: variant.inventory_item_id
        ? `gid://shopify/InventoryItem/${variant.inventory_item_id}`
        : null,
      selectedOptions: [variant.option1, variant.option2, variant.option3].flatMap((value, index) => {
        const name = options[index]?.name;
        return value && name ? [{ name, value }] : [];
      }),
    })),
  };
}

/**
 * The change reported by a verified delivery; undefined for a topic that the shop does not use.
 * `triggeredAt` is the X-Shopify-Triggered-At header. Throws SyntaxError or ZodError for a body or
 * header that does not match the topic, and RangeError for a change that cannot be stored or is
 * dated later than `now`.
 */
export function parseWebhook(
  topic: string,
  rawBody: Buffer,
  triggeredAt: string,
  now: Date,
): PlatformChange | undefined {
  const body: unknown = JSON.parse(rawBody.toString('utf8'));
  const change = parseChange(topic, body, triggeredAt);
  if (change === undefined) return undefined;
  const problem = findJsonProblem(change);
  if (problem !== undefined) throw new RangeError(problem.message);
  const at = change.kind === 'product' ? change.product.updatedAt : change.at;
  if (Date.parse(at) > now.getTime() + CLOCK_SKEW_MAX_MS)
    throw new RangeError(`The change is dated ${at}, which is in the future.`);
  return change;
}

function parseChange(topic: string, body: unknown, triggeredAt: string): PlatformChange | undefined {
  switch (topic) {
    case 'products/create':
    case 'products/update':
      return { kind: 'product', product: toProduct(ProductBody.parse(body)) };
    case 'products/delete':
      return {
        kind: 'deleted',
        productId: `gid://shopify/Product/${DeleteBody.parse(body).id}`,
        at: time.parse(triggeredAt),
      };
    case 'inventory_levels/update': {
      const level = InventoryBody.parse(body);
      return {
        kind: 'inventory',
        inventoryItemId: `gid://shopify/InventoryItem/${level.inventory_item_id}`,
        locationId: `gid://shopify/Location/${level.location_id}`,
        available: level.available ?? 0,
        at: level.updated_at,
      };
    }
    default:
      return undefined;
  }
}
