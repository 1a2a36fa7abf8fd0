// Owns what makes a delivery from the shop platform believable and readable: signature, headers, REST-shaped bodies.
// Knows nothing of our catalogue. Facts: base64 HMAC-SHA256 of the raw body with the app's secret; deliveries repeat and
// arrive in any order, X-Shopify-Webhook-Id names one (Shopify, "Verify webhook deliveries").
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { PlatformProduct } from './platform-product.ts';

/** Whether `signature` (base64) is the body's HMAC under `secret`. Compares in constant time. */
export function verifyWebhookSignature(
  rawBody: Buffer,
  signature: string | undefined,
  secret: string,
): boolean {
  if (!signature) return false;
  const expected = createHmac('sha256', secret).update(rawBody).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const id = z.union([z.number(), z.string()]).transform(String);

const ProductBody = z.object({
  id,
  title: z.string(),
  handle: z.string(),
  body_html: z.string().nullish(),
  product_type: z.string().nullish(),
  tags: z.string().nullish(),
  status: z.string().nullish(),
  updated_at: z.string(),
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
        inventory_quantity: z.number().nullish(),
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
  available: z.number().nullable(),
  updated_at: z.string(),
});

const DeleteBody = z.object({ id });

export type PlatformChange =
  | { readonly kind: 'product'; readonly product: PlatformProduct }
  | { readonly kind: 'deleted'; readonly productId: string; readonly at: string }
  | {
      readonly kind: 'inventory';
      readonly inventoryItemId: string;
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
 * What a verified delivery says, or undefined for a topic we do not listen to. `triggeredAt` is the X-Shopify-Triggered-At
 * header. Throws ZodError for a body that is not what its topic promises.
 */
export function parseWebhook(
  topic: string,
  rawBody: Buffer,
  triggeredAt: string,
): PlatformChange | undefined {
  const body: unknown = JSON.parse(rawBody.toString('utf8'));
  switch (topic) {
    case 'products/create':
    case 'products/update':
      return { kind: 'product', product: toProduct(ProductBody.parse(body)) };
    case 'products/delete':
      return {
        kind: 'deleted',
        productId: `gid://shopify/Product/${DeleteBody.parse(body).id}`,
        at: triggeredAt,
      };
    case 'inventory_levels/update': {
      const level = InventoryBody.parse(body);
      return {
        kind: 'inventory',
        inventoryItemId: `gid://shopify/InventoryItem/${level.inventory_item_id}`,
        available: Math.max(0, level.available ?? 0),
        at: level.updated_at,
      };
    }
    default:
      return undefined;
  }
}
