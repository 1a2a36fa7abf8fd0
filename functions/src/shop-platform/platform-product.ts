// A product of the shop platform, with the fields that GraphQL pages and webhook bodies have in
// common. Names are those of Shopify's Admin GraphQL API (Product, ProductVariant).

export interface PlatformVariant {
  /** gid://shopify/ProductVariant/N */
  readonly id: string;
  readonly title: string;
  readonly sku: string | null;
  /** Decimal text, e.g. "45.00". */
  readonly price: string;
  readonly compareAtPrice: string | null;
  readonly inventoryQuantity: number | null;
  /** gid://shopify/InventoryItem/N; inventory webhooks name it. */
  readonly inventoryItemId: string | null;
  readonly selectedOptions: readonly { readonly name: string; readonly value: string }[];
}

export interface PlatformProduct {
  /** gid://shopify/Product/N */
  readonly id: string;
  readonly title: string;
  readonly handle: string;
  readonly descriptionHtml: string;
  readonly productType: string;
  readonly tags: readonly string[];
  readonly status: 'ACTIVE' | 'ARCHIVED' | 'DRAFT' | 'UNLISTED';
  /** ISO time. */
  readonly updatedAt: string;
  readonly images: readonly { readonly url: string; readonly altText: string | null }[];
  readonly variants: readonly PlatformVariant[];
}

/** One page of the platform's products. */
export interface ProductPage {
  readonly products: readonly PlatformProduct[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
  readonly currencyCode: string;
}

/** Reads the page after a cursor, or the first for null. Rejects with PlatformError. */
export type ReadProductPage = (cursor: string | null) => Promise<ProductPage>;

/** The platform could not be read; `message` is for staff. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
}

/** The number at the end of a gid: 'gid://shopify/Product/42' is '42'. */
export function legacyId(gid: string): string {
  return gid.slice(gid.lastIndexOf('/') + 1);
}
