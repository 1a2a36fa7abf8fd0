// Owns how a platform product becomes one of ours: the fields the platform decides, and nothing else. Ratings, reviews
// and `featured` are ours and are never in here. Pure.

import { CURRENCY } from '@savepoint/model/money';
import {
  ImageUrlSchema,
  type ProductFields,
  ProductFieldsSchema,
  STOCK_MAX,
  type Variant,
} from '@savepoint/model/product';
import sanitizeHtml from 'sanitize-html';
import { legacyId, type PlatformProduct } from '../../shop-platform/platform-product.ts';

/** The fields of a product document that a sync writes. */
export const PLATFORM_FIELDS = [
  'name',
  'price',
  'compareAtPrice',
  'image',
  'images',
  'imageAlts',
  'category',
  'description',
  'variants',
  'shopifyVariantId',
  'source',
  'status',
] as const;
export type PlatformFields = Pick<ProductFields, (typeof PLATFORM_FIELDS)[number]>;

export type MappedProduct =
  | {
      readonly id: string;
      readonly fields: PlatformFields;
      readonly inventoryItems: Readonly<Record<string, string>>;
    }
  /** `problem` names the product, for the operator. */
  | { readonly id: string; readonly problem: string };

const CATEGORIES = ['apparel', 'accessories', 'collectibles', 'limited-editions'] as const;
const FALLBACK_CATEGORY = 'apparel';
const NO_IMAGE = '/art/no-image.svg';

/** The id of a synced product's document. */
export function productId(gid: string): string {
  return `shopify-${legacyId(gid)}`;
}

/** HTML as plain paragraphs: no tag, script or entity survives. */
export function toPlainText(html: string): string {
  const broken = html.replace(/<\/(p|div|li|h[1-6])>|<br\s*\/?>/gi, '$&\n');
  const text = sanitizeHtml(broken, {
    allowedTags: [],
    allowedAttributes: {},
    disallowedTagsMode: 'discard',
  });
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function categoryOf(product: PlatformProduct): string {
  const words = [product.productType, ...product.tags].map((word) =>
    word
      .toLowerCase()
      .trim()
      .replace(/[^a-z0-9]+/g, '-'),
  );
  return CATEGORIES.find((category) => words.includes(category)) ?? FALLBACK_CATEGORY;
}

function sizeOf(variant: PlatformProduct['variants'][number]): string | undefined {
  const option = variant.selectedOptions.find(({ name }) => /^(size|größe|taille)$/i.test(name));
  if (option !== undefined) return option.value;
  const named = variant.selectedOptions.map(({ value }) => value).join(' / ');
  return named === '' || named === 'Default Title' ? undefined : named;
}

function toVariant(variant: PlatformProduct['variants'][number], productPrice: number): Variant {
  const size = sizeOf(variant);
  const price = Number(variant.price);
  return {
    ...(size === undefined ? {} : { size }),
    stock: Math.min(Math.max(0, variant.inventoryQuantity ?? 0), STOCK_MAX),
    ...(price === productPrice ? {} : { price }),
    ...(variant.sku ? { sku: variant.sku } : {}),
    shopifyVariantId: variant.id,
  };
}

function duplicateSize(variants: readonly Variant[]): string | undefined {
  const seen = new Set<string | undefined>();
  for (const { size } of variants) {
    if (seen.has(size)) return size ?? '(no size)';
    seen.add(size);
  }
  return undefined;
}

/** Why a product cannot be sold here, or undefined. */
function findProblem(
  product: PlatformProduct,
  currencyCode: string,
  variants: readonly Variant[],
): string | undefined {
  const named = `'${product.title}' (${legacyId(product.id)})`;
  if (currencyCode.toLowerCase() !== CURRENCY) {
    return `${named} is priced in ${currencyCode}; this shop sells in ${CURRENCY.toUpperCase()}.`;
  }
  if (variants.length === 0) return `${named} has no variants, so there is nothing to sell.`;
  if (variants.length > 100) return `${named} has more than 100 variants; split it into several products.`;
  const odd = product.variants.find((variant) => !(Number(variant.price) > 0));
  if (odd !== undefined) {
    return `${named} has the price '${odd.price}' for '${odd.title}', which is not an amount above 0.`;
  }
  const twice = duplicateSize(variants);
  return twice === undefined ? undefined : `${named} has two variants called '${twice}'.`;
}

/** A platform product as the fields we store, or why it cannot be one of ours. */
export function mapProduct(product: PlatformProduct, currencyCode: string): MappedProduct {
  const id = productId(product.id);
  const price = Math.min(...product.variants.map((variant) => Number(variant.price)));
  const variants = product.variants.map((variant) => toVariant(variant, price));
  const problem = findProblem(product, currencyCode, variants);
  if (problem !== undefined) return { id, problem };
  const [first] = product.variants;
  const was = Number(first?.compareAtPrice ?? 0);
  const images = product.images
    .filter(({ url }) => ImageUrlSchema.safeParse(url).success && !url.startsWith('/'))
    .slice(0, 20);
  const fields: PlatformFields = {
    name: product.title.trim().slice(0, 200),
    price,
    ...(was > price ? { compareAtPrice: was } : {}),
    image: images[0]?.url ?? NO_IMAGE,
    images: images.map(({ url }) => url),
    imageAlts: images.map(({ altText }) => (altText ?? '').slice(0, 300)),
    category: categoryOf(product),
    description: toPlainText(product.descriptionHtml).slice(0, 10_000),
    variants,
    ...(first === undefined ? {} : { shopifyVariantId: first.id }),
    source: 'shopify',
    status: product.status === 'ACTIVE' ? 'active' : product.status === 'DRAFT' ? 'draft' : 'archived',
  };
  const invalid = describeInvalid(fields);
  if (invalid !== undefined)
    return { id, problem: `'${product.title}' (${legacyId(product.id)}): ${invalid}` };
  const inventoryItems = Object.fromEntries(
    product.variants.flatMap(({ id: variantId, inventoryItemId }) =>
      inventoryItemId === null ? [] : [[legacyId(inventoryItemId), variantId]],
    ),
  );
  return { id, fields, inventoryItems };
}

function describeInvalid(fields: PlatformFields): string | undefined {
  const whole = {
    ...fields,
    rating: 0,
    reviews: 0,
    inStock: true,
    featured: false,
    features: [],
    specifications: {},
  };
  const parsed = ProductFieldsSchema.safeParse(whole);
  if (parsed.success) return undefined;
  const [issue] = parsed.error.issues;
  return `${issue?.path.join('.')} — ${issue?.message}`;
}
