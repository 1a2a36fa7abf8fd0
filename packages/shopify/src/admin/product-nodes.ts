// GraphQL objects of the Admin API. If a field's value is a function, graphql-js calls it when the
// field is selected.

import { gid } from '../core/gid.ts';
import type { ConnectionArguments, SortedItem } from '../query/connection.ts';
import { compareItems, toConnection } from '../query/connection.ts';
import type { Product, ProductImage, Variant } from '../shop/product.ts';
import {
  availableAt,
  FIRST_LOCATION_ID,
  optionValuesOf,
  plainTextDescription,
  totalInventory,
} from '../shop/product.ts';
import type { Shop } from '../shop/shop.ts';
import type { AdminContext } from './admin-context.ts';

type Node = Record<string, unknown>;

/** A nested connection. A bulk operation reads all of it. */
function nestedConnection<T, N>(
  items: readonly SortedItem<T>[],
  args: ConnectionArguments,
  context: AdminContext,
  toNode: (value: T) => N,
) {
  return toConnection(items, args, toNode, context.bulkWindow?.nested ?? null);
}

/** The `Product` object. */
export function productNode(shop: Shop, product: Product): Node {
  const prices = product.variants.map(({ price }) => Number(price));
  const money = (amount: number) => ({ amount: amount.toFixed(2), currencyCode: shop.currencyCode });
  return {
    __typename: 'Product',
    id: gid('Product', product.id),
    legacyResourceId: String(product.id),
    title: product.title,
    handle: product.handle,
    description: ({ truncateAt }: { truncateAt?: number | null }) => {
      const text = plainTextDescription(product);
      return truncateAt == null || text.length <= truncateAt
        ? text
        : `${text.slice(0, Math.max(0, truncateAt - 3))}...`;
    },
    descriptionHtml: product.descriptionHtml,
    vendor: product.vendor,
    productType: product.productType,
    tags: [...product.tags].sort(),
    status: product.status,
    createdAt: product.createdAt,
    updatedAt: product.updatedAt,
    publishedAt: product.publishedAt,
    onlineStoreUrl: null,
    isGiftCard: false,
    hasOnlyDefaultVariant: product.variants.length === 1 && product.variants[0]?.title === 'Default Title',
    tracksInventory: true,
    totalInventory: () => totalInventory(product),
    variantsCount: { count: product.variants.length, precision: 'EXACT' },
    mediaCount: { count: product.images.length, precision: 'EXACT' },
    priceRangeV2: () => ({
      minVariantPrice: money(Math.min(...prices, Number.POSITIVE_INFINITY) || 0),
      maxVariantPrice: money(Math.max(...prices, 0)),
    }),
    seo: { title: null, description: null },
    options: ({ first }: { first?: number | null }) =>
      product.options.slice(0, first ?? undefined).map((option, index) => optionNode(product, option, index)),
    featuredMedia: () => (product.images[0] === undefined ? null : mediaImageNode(product.images[0])),
    media: (args: ConnectionArguments, context: AdminContext) =>
      nestedConnection(inListOrder(product.images), args, context, mediaImageNode),
    variants: (args: ConnectionArguments & { sortKey?: string }, context: AdminContext) =>
      nestedConnection(sortVariants(product, args.sortKey ?? 'POSITION'), args, context, (variant) =>
        variantNode(shop, product, variant),
      ),
  };
}

function inListOrder<T extends { readonly id: number }>(items: readonly T[]): SortedItem<T>[] {
  return items.map((value, index) => ({ id: value.id, sortValue: index, value }));
}

function sortVariants(product: Product, sortKey: string): SortedItem<Variant>[] {
  const keys: Record<string, (variant: Variant, index: number) => string | number> = {
    POSITION: (_, index) => index,
    ID: ({ id }) => id,
    INVENTORY_QUANTITY: ({ inventoryQuantity }) => inventoryQuantity,
    NAME: ({ title }) => title,
    TITLE: ({ title }) => title,
    SKU: ({ sku }) => sku,
  };
  return product.variants
    .map((value, index) => ({ id: value.id, sortValue: keys[sortKey]?.(value, index) ?? index, value }))
    .sort(compareItems);
}

function optionNode(product: Product, option: Product['options'][number], index: number): Node {
  const values = optionValuesOf(product, index);
  return {
    __typename: 'ProductOption',
    id: gid('ProductOption', option.id),
    name: option.name,
    position: index + 1,
    values,
    optionValues: values.map((name, position) => ({
      __typename: 'ProductOptionValue',
      id: gid('ProductOptionValue', option.id * 1_000 + position),
      name,
      hasVariants: true,
    })),
  };
}

/** The `ProductVariant` object. */
export function variantNode(shop: Shop, product: Product, variant: Variant): Node {
  return {
    __typename: 'ProductVariant',
    id: gid('ProductVariant', variant.id),
    legacyResourceId: String(variant.id),
    title: variant.title,
    displayName: `${product.title} - ${variant.title}`,
    sku: variant.sku,
    barcode: null,
    price: variant.price,
    compareAtPrice: variant.compareAtPrice,
    position: product.variants.indexOf(variant) + 1,
    availableForSale: product.status === 'ACTIVE' && variant.inventoryQuantity > 0,
    taxable: true,
    inventoryQuantity: variant.inventoryQuantity,
    sellableOnlineQuantity: variant.inventoryQuantity,
    inventoryPolicy: 'DENY',
    selectedOptions: product.options.map((option, index) => ({
      name: option.name,
      value: variant.optionValues[index] ?? '',
    })),
    createdAt: variant.createdAt,
    updatedAt: variant.updatedAt,
    product: () => productNode(shop, product),
    inventoryItem: () => inventoryItemNode(shop, product, variant),
  };
}

/** The `InventoryItem` object of a variant. */
export function inventoryItemNode(shop: Shop, product: Product, variant: Variant): Node {
  return {
    __typename: 'InventoryItem',
    id: gid('InventoryItem', variant.inventoryItemId),
    legacyResourceId: String(variant.inventoryItemId),
    sku: variant.sku,
    tracked: true,
    requiresShipping: true,
    createdAt: variant.createdAt,
    updatedAt: variant.updatedAt,
    variant: () => variantNode(shop, product, variant),
    inventoryLevel: ({ locationId }: { locationId: string }) =>
      shop.locationIds
        .filter((id) => locationId === gid('Location', id))
        .map((id) => inventoryLevelNode(shop, product, variant, id))[0] ?? null,
    inventoryLevels: (args: ConnectionArguments, context: AdminContext) =>
      nestedConnection(
        shop.locationIds.map((id) => ({ id, sortValue: id, value: id })),
        args,
        context,
        (id) => inventoryLevelNode(shop, product, variant, id),
      ),
  };
}

function inventoryLevelNode(shop: Shop, product: Product, variant: Variant, locationId: number): Node {
  const id = `${gid('InventoryLevel', locationId)}?inventory_item_id=${variant.inventoryItemId}`;
  return {
    __typename: 'InventoryLevel',
    id,
    item: () => inventoryItemNode(shop, product, variant),
    location: locationNode(locationId),
    updatedAt: variant.updatedAt,
    quantities: ({ names }: { names: readonly string[] }) =>
      names.map((name) => ({
        __typename: 'InventoryQuantity',
        id: `${id}&name=${name}`,
        name,
        quantity: name === 'available' || name === 'on_hand' ? availableAt(variant, locationId) : 0,
        updatedAt: variant.updatedAt,
      })),
  };
}

/** The `Location` object of one of the shop's locations. */
export function locationNode(id: number): Node {
  return {
    __typename: 'Location',
    id: gid('Location', id),
    legacyResourceId: String(id),
    name: id === FIRST_LOCATION_ID ? 'Warehouse' : `Warehouse ${id}`,
    isActive: true,
  };
}

function mediaImageNode(productImage: ProductImage): Node {
  const image = {
    id: gid('ImageSource', productImage.id),
    altText: productImage.alt,
    url: productImage.url,
    width: 800,
    height: 800,
  };
  return {
    __typename: 'MediaImage',
    id: gid('MediaImage', productImage.id),
    alt: productImage.alt,
    image,
    mediaContentType: 'IMAGE',
    mimeType: 'image/svg+xml',
    status: 'READY',
    preview: { image, status: 'READY' },
  };
}
