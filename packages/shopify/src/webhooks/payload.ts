// Webhook bodies have the format of the REST Admin API: snake case, numeric ids, and additionally
// the global id.
// @see https://shopify.dev/docs/api/webhooks

import { gid } from '../core/gid.ts';
import type { Product, Variant } from '../shop/product.ts';
import { availableAt, optionValuesOf } from '../shop/product.ts';
import type { ShopEvent } from '../shop/shop.ts';

/** The body of the webhook that reports an event. */
export function webhookPayload(event: ShopEvent): Record<string, unknown> {
  switch (event.topic) {
    case 'products/create':
    case 'products/update':
      return productPayload(event.product);
    case 'products/delete':
      return { id: event.productId };
    case 'inventory_levels/update':
      return {
        inventory_item_id: event.variant.inventoryItemId,
        location_id: event.locationId,
        available: availableAt(event.variant, event.locationId),
        updated_at: event.variant.updatedAt,
        admin_graphql_api_id: `${gid('InventoryLevel', event.locationId)}?inventory_item_id=${event.variant.inventoryItemId}`,
      };
  }
}

/**
 * Encodes a body as JSON with the escapes of Shopify's encoder: `<`, `>`, `&`, `/` and line
 * separators. Therefore an HMAC over `JSON.stringify(request.body)` fails here, as it does in
 * production; it must be computed over the received bytes.
 */
export function encodeWebhookBody(payload: Record<string, unknown>): string {
  // Outside strings, JSON contains none of these.
  return JSON.stringify(payload).replace(/[<>&/\u2028\u2029]/g, (character) =>
    character === '/' ? '\\/' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function productPayload(product: Product): Record<string, unknown> {
  const images = product.images.map((image, index) => ({
    id: image.id,
    product_id: product.id,
    position: index + 1,
    alt: image.alt,
    src: image.url,
    width: 800,
    height: 800,
    variant_ids: [],
    admin_graphql_api_id: gid('ProductImage', image.id),
    created_at: product.createdAt,
    updated_at: product.updatedAt,
  }));
  return {
    id: product.id,
    admin_graphql_api_id: gid('Product', product.id),
    title: product.title,
    body_html: product.descriptionHtml,
    vendor: product.vendor,
    product_type: product.productType,
    handle: product.handle,
    status: product.status.toLowerCase(),
    tags: product.tags.join(', '),
    template_suffix: null,
    published_scope: 'global',
    created_at: product.createdAt,
    updated_at: product.updatedAt,
    published_at: product.publishedAt,
    has_variants_that_requires_components: false,
    category: null,
    options: product.options.map((option, index) => ({
      id: option.id,
      product_id: product.id,
      name: option.name,
      position: index + 1,
      values: optionValuesOf(product, index),
    })),
    variants: product.variants.map((variant, index) => variantPayload(product, variant, index)),
    variant_gids: product.variants.map((variant) => ({
      admin_graphql_api_id: gid('ProductVariant', variant.id),
      updated_at: variant.updatedAt,
    })),
    images,
    image: images[0] ?? null,
    media: product.images.map((image, index) => ({
      id: image.id,
      product_id: product.id,
      position: index + 1,
      alt: image.alt,
      status: 'READY',
      media_content_type: 'IMAGE',
      preview_image: { src: image.url, width: 800, height: 800, status: 'READY' },
      admin_graphql_api_id: gid('MediaImage', image.id),
    })),
  };
}

function variantPayload(product: Product, variant: Variant, index: number): Record<string, unknown> {
  const [option1 = null, option2 = null, option3 = null] = variant.optionValues;
  return {
    id: variant.id,
    product_id: product.id,
    admin_graphql_api_id: gid('ProductVariant', variant.id),
    title: variant.title,
    price: variant.price,
    compare_at_price: variant.compareAtPrice,
    sku: variant.sku,
    barcode: null,
    position: index + 1,
    inventory_policy: 'deny',
    inventory_item_id: variant.inventoryItemId,
    inventory_quantity: variant.inventoryQuantity,
    old_inventory_quantity: variant.inventoryQuantity,
    option1,
    option2,
    option3,
    taxable: true,
    image_id: null,
    created_at: variant.createdAt,
    updated_at: variant.updatedAt,
  };
}
