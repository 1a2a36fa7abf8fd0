import { cutText } from '@savepoint/model/cut-text';
import { ImageUrlSchema } from '@savepoint/model/image-url-schema';
import {
  IMAGE_ALT_MAX_LENGTH,
  PRODUCT_DESCRIPTION_MAX_LENGTH,
  PRODUCT_IMAGES_MAX,
  PRODUCT_NAME_MAX_LENGTH,
  PRODUCT_TAGS_MAX,
  PRODUCT_TYPE_MAX_LENGTH,
  PRODUCT_VARIANTS_MAX,
  TAG_MAX_LENGTH,
} from '@savepoint/model/limits';
import { CURRENCY } from '@savepoint/model/money';
import { ProductFieldsSchema, STOCK_MAX, type Variant } from '@savepoint/model/product';
import type { SyncedFields } from '@savepoint/model/sync-record';
import { Parser } from 'htmlparser2';
import { legacyId, type PlatformProduct } from '../shop-platform/platform-product.ts';

/** A platform product as our fields, or the problem that prevents it. */
export type MappedProduct =
  | {
      readonly id: string;
      readonly fields: SyncedFields;
      readonly inventoryItems: Readonly<Record<string, string>>;
    }
  /** `problem` is a message for staff that names the product. */
  | { readonly id: string; readonly problem: string };

const CATEGORIES = ['apparel', 'accessories', 'collectibles', 'limited-editions'] as const;
const FALLBACK_CATEGORY = 'apparel';
const NO_IMAGE = '/art/no-image.svg';

/** The document id of the product with a remote gid. */
export function productId(gid: string): string {
  return `shopify-${legacyId(gid)}`;
}

const ENDS_A_LINE = /^(p|div|li|h[1-6]|br)$/;
/** Their content is not shown. */
const HIDDEN = /^(script|style|textarea|option)$/;

/**
 * Converts HTML to plain text: paragraphs and list items become lines, tags and scripts are
 * removed, entities are decoded.
 */
export function toPlainText(html: string): string {
  let text = '';
  let hidden = 0;
  const parser = new Parser({
    onopentagname: (name) => {
      if (HIDDEN.test(name)) hidden += 1;
    },
    ontext: (part) => {
      if (hidden === 0) text += part;
    },
    onclosetag: (name) => {
      if (HIDDEN.test(name)) hidden -= 1;
      if (ENDS_A_LINE.test(name)) text += '\n';
    },
  });
  parser.end(html);
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The beginning of the platform's text, as valid Unicode for Firestore. */
function storedText(text: string, length: number): string {
  return cutText(text.toWellFormed(), length);
}

function categoryOf(product: PlatformProduct): string {
  const slugs = [product.productType, ...product.tags].map((name) =>
    name
      .toLowerCase()
      .trim()
      .replace(/[^a-z0-9]+/g, '-'),
  );
  return CATEGORIES.find((category) => slugs.includes(category)) ?? FALLBACK_CATEGORY;
}

function sizeOf(variant: PlatformProduct['variants'][number]): string | undefined {
  const option = variant.selectedOptions.find(({ name }) => /^(size|größe|taille)$/i.test(name));
  if (option !== undefined) return option.value;
  const label = variant.selectedOptions.map(({ value }) => value).join(' / ');
  return label === '' || label === 'Default Title' ? undefined : label;
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

/** The reason why the product cannot be sold here, as a message for staff, or undefined. */
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
  if (variants.length > PRODUCT_VARIANTS_MAX)
    return `${named} has more than ${PRODUCT_VARIANTS_MAX} variants; split it into several products.`;
  const unpriced = product.variants.find((variant) => !(Number(variant.price) > 0));
  if (unpriced !== undefined) {
    return `${named} has the price '${unpriced.price}' for '${unpriced.title}', which is not an amount above 0.`;
  }
  const duplicate = duplicateSize(variants);
  return duplicate === undefined ? undefined : `${named} has two variants called '${duplicate}'.`;
}

/**
 * Maps a platform product to the fields that a sync writes. The product has the price of its
 * cheapest variant. A product type and tags that match no category make it 'apparel'; a missing
 * image becomes a placeholder.
 */
export function mapProduct(product: PlatformProduct, currencyCode: string): MappedProduct {
  const id = productId(product.id);
  const price = Math.min(...product.variants.map((variant) => Number(variant.price)));
  const variants = product.variants.map((variant) => toVariant(variant, price));
  const problem = findProblem(product, currencyCode, variants);
  if (problem !== undefined) return { id, problem };
  const [first] = product.variants;
  const compareAtPrice = Number(first?.compareAtPrice ?? 0);
  const images = product.images
    .filter(({ url }) => ImageUrlSchema.safeParse(url).success && !url.startsWith('/'))
    .slice(0, PRODUCT_IMAGES_MAX);
  const productType = storedText(product.productType.trim(), PRODUCT_TYPE_MAX_LENGTH);
  const tags = product.tags
    .map((tag) => storedText(tag.trim(), TAG_MAX_LENGTH))
    .filter((tag) => tag !== '')
    .slice(0, PRODUCT_TAGS_MAX);
  const fields: SyncedFields = {
    name: storedText(product.title.trim(), PRODUCT_NAME_MAX_LENGTH),
    price,
    ...(compareAtPrice > price ? { compareAtPrice } : {}),
    image: images[0]?.url ?? NO_IMAGE,
    images: images.map(({ url }) => url),
    imageAlts: images.map(({ altText }) => storedText(altText ?? '', IMAGE_ALT_MAX_LENGTH)),
    category: categoryOf(product),
    description: storedText(toPlainText(product.descriptionHtml), PRODUCT_DESCRIPTION_MAX_LENGTH),
    ...(productType === '' ? {} : { productType }),
    ...(tags.length === 0 ? {} : { tags }),
    variants,
    ...(first === undefined ? {} : { shopifyVariantId: first.id }),
    source: 'shopify',
    status: product.status === 'ACTIVE' ? 'active' : product.status === 'DRAFT' ? 'draft' : 'archived',
  };
  const valid = toValidFields(fields);
  if (typeof valid === 'string')
    return { id, problem: `'${product.title}' (${legacyId(product.id)}): ${valid}` };
  const inventoryItems = Object.fromEntries(
    product.variants.flatMap(({ id: variantId, inventoryItemId }) =>
      inventoryItemId === null ? [] : [[legacyId(inventoryItemId), variantId]],
    ),
  );
  return { id, fields: valid, inventoryItems };
}

/** The fields with texts as the schema of products stores them, or why they are invalid. */
function toValidFields(fields: SyncedFields): SyncedFields | string {
  const product = {
    ...fields,
    rating: 0,
    reviews: 0,
    inStock: true,
    featured: false,
    features: [],
    specifications: {},
  };
  const parsed = ProductFieldsSchema.safeParse(product);
  if (parsed.success) {
    const entries = Object.keys(fields).map((name) => [name, parsed.data[name as keyof SyncedFields]]);
    return Object.fromEntries(entries) as SyncedFields;
  }
  const [issue] = parsed.error.issues;
  return `${issue?.path.join('.')} — ${issue?.message}`;
}
