// The stored form of a product. The APIs and the webhooks have their own representations.

/** A product variant: one combination of option values, such as a size. */
export interface Variant {
  readonly id: number;
  readonly inventoryItemId: number;
  title: string;
  sku: string;
  /** Decimal string in the shop's currency, such as `45.00`. */
  price: string;
  compareAtPrice: string | null;
  /** The sum of `inventoryLevels`. */
  inventoryQuantity: number;
  /** Available units by location id. */
  inventoryLevels: Readonly<Record<number, number>>;
  /** One value for each option of the product. */
  readonly optionValues: readonly string[];
  readonly createdAt: string;
  updatedAt: string;
}

/** An image of a product. */
export interface ProductImage {
  readonly id: number;
  readonly url: string;
  readonly alt: string | null;
}

/** Only ACTIVE products are for sale. */
export type ProductStatus = 'ACTIVE' | 'ARCHIVED' | 'DRAFT' | 'UNLISTED';

/** A product. Times are ISO 8601 strings without milliseconds. */
export interface Product {
  readonly id: number;
  title: string;
  handle: string;
  descriptionHtml: string;
  vendor: string;
  productType: string;
  tags: readonly string[];
  status: ProductStatus;
  readonly createdAt: string;
  updatedAt: string;
  publishedAt: string | null;
  readonly options: readonly { readonly id: number; readonly name: string }[];
  images: readonly ProductImage[];
  variants: Variant[];
}

/** The description without markup. */
export function plainTextDescription(product: Product): string {
  return product.descriptionHtml
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The distinct values of the option at this index, in variant order. */
export function optionValuesOf(product: Product, optionIndex: number): string[] {
  return [...new Set(product.variants.map((variant) => variant.optionValues[optionIndex] ?? ''))].filter(
    (value) => value !== '',
  );
}

/** The id of the location with the generated catalog. Other locations have the following ids. */
export const FIRST_LOCATION_ID = 1;

/**
 * A variant's levels with the total `quantity`; the first location gets the difference from the
 * others' total.
 */
export function levelsWithSum(variant: Variant, quantity: number): Record<number, number> {
  const elsewhere = variant.inventoryQuantity - availableAt(variant, FIRST_LOCATION_ID);
  return { [FIRST_LOCATION_ID]: quantity - elsewhere };
}

/** The units of a variant at a location. */
export function availableAt(variant: Variant, locationId: number): number {
  return variant.inventoryLevels[locationId] ?? 0;
}

/** The stock of all variants. */
export function totalInventory(product: Product): number {
  return product.variants.reduce((sum, variant) => sum + variant.inventoryQuantity, 0);
}

/** Converts a title to a handle for URLs, like Shopify's Liquid filter `handleize`. */
export function handleize(title: string): string {
  const handle = title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return handle === '' ? 'product' : handle;
}
