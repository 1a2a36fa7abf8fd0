// Owns what the shop platform says of a product, in the shape both its doors can give: GraphQL pages and webhook bodies.
// Knows nothing of our catalogue. Names are Shopify's Admin API (Product, ProductVariant).

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

/** One page of the platform's products, and where the next begins; null after the last. */
export interface ProductPage {
  readonly products: readonly PlatformProduct[];
  readonly nextCursor: string | null;
  readonly currencyCode: string;
}

/** Reads the page after a cursor; null reads the first. Rejects with PlatformError. */
export type ReadProductPage = (cursor: string | null) => Promise<ProductPage>;

/** The platform could not be read; `message` is fit for the operator. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
}

/** The number at the end of a gid: 'gid://shopify/Product/42' is '42'. */
export function legacyId(gid: string): string {
  return gid.slice(gid.lastIndexOf('/') + 1);
}
