// Owns what the shop keeps of a product. Plain data; the two APIs and the webhooks show it each in their own words.

/** One size, or one of whatever the options are. */
export interface Variant {
  readonly id: number;
  readonly inventoryItemId: number;
  title: string;
  sku: string;
  /** Decimal text, such as `45.00`. */
  price: string;
  compareAtPrice: string | null;
  inventoryQuantity: number;
  /** One value for each of the product's options. */
  readonly optionValues: readonly string[];
  readonly createdAt: string;
  updatedAt: string;
}

/** A picture. */
export interface ProductImage {
  readonly id: number;
  readonly url: string;
  readonly alt: string | null;
}

/** Whether shoppers see it. */
export type ProductStatus = 'ACTIVE' | 'ARCHIVED' | 'DRAFT' | 'UNLISTED';

/** A product. Times are ISO. */
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

/** The words of a description without its markup. */
export function plainTextDescription(product: Product): string {
  return product.descriptionHtml
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The values in use for the option at that place, in order of first use. */
export function optionValuesOf(product: Product, option: number): string[] {
  return [...new Set(product.variants.map((variant) => variant.optionValues[option] ?? ''))].filter(
    (value) => value !== '',
  );
}

/** All that can be sold. */
export function totalInventory(product: Product): number {
  return product.variants.reduce((sum, variant) => sum + variant.inventoryQuantity, 0);
}

/** A URL's last part made from a title. */
export function handleize(title: string): string {
  const handle = title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return handle === '' ? 'product' : handle;
}
