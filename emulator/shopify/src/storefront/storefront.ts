// Owns the Storefront API: Shopify's published schema, answered from the shop by graphql-yoga. What is not implemented
// fails by name: no field is ever made up.

import { createRequire } from 'node:module';
import type { GraphQLError, GraphQLSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { gid, parseGid } from '../core/gid.ts';
import type { SortedItem } from '../query/connection.ts';
import { compareItems, toConnection } from '../query/connection.ts';
import { parseSearchQuery } from '../query/search.ts';
import type { Product, Variant } from '../shop/product.ts';
import { optionValuesOf, plainTextDescription, totalInventory } from '../shop/product.ts';
import type { Shop } from '../shop/shop.ts';
import { readPublishedSchema } from './published-schema.ts';

/**
 * The copy of graphql that graphql-yoga loads. Bundlers and test runners may give an import the package's other copy,
 * and a schema made by one copy is refused by the other.
 */
const graphql: typeof import('graphql') = createRequire(
  createRequire(import.meta.url).resolve('graphql-yoga'),
)('graphql');

type Arguments = {
  first?: number | null;
  after?: string | null;
  last?: number | null;
  before?: string | null;
  reverse?: boolean | null;
  sortKey?: string | null;
  query?: string | null;
  id?: string | null;
  handle?: string | null;
  truncateAt?: number | null;
  selectedOptions?: readonly { name: string; value: string }[];
};

type Resolve = (args: Arguments) => unknown;

/** Reads the published schema and puts the shop behind it. */
function buildStorefrontSchema(shop: Shop): GraphQLSchema {
  const schema = graphql.buildClientSchema(readPublishedSchema());
  const roots: Record<string, Record<string, Resolve>> = { QueryRoot: queries(shop), Mutation: {} };
  for (const type of Object.values(schema.getTypeMap())) {
    if (!(type instanceof graphql.GraphQLObjectType) || type.name.startsWith('__')) continue;
    const root = roots[type.name];
    for (const field of Object.values(type.getFields())) {
      field.resolve = (source: Record<string, unknown> | undefined, args: Arguments) => {
        const value = root === undefined ? source?.[field.name] : root[field.name];
        if (value === undefined) throw notImplemented(`${type.name}.${field.name}`);
        return typeof value === 'function' ? (value as Resolve)(args) : value;
      };
    }
  }
  return schema;
}

function notImplemented(what: string): GraphQLError {
  return new graphql.GraphQLError(`savepoint-shopify does not implement ${what}.`, {
    extensions: { code: 'NOT_IMPLEMENTED' },
  });
}

/** The HTTP handler. The server checks versions and tokens before it. */
export function createStorefrontApi(shop: Shop) {
  return createYoga({
    schema: buildStorefrontSchema(shop),
    graphqlEndpoint: '*',
    graphiql: false,
    landingPage: false,
    cors: false,
    maskedErrors: false,
    logging: false,
  });
}

function published(shop: Shop): Product[] {
  return [...shop.products.values()].filter(({ status }) => status === 'ACTIVE');
}

function queries(shop: Shop): Record<string, Resolve> {
  const show = (product: Product | undefined) =>
    product === undefined || product.status !== 'ACTIVE' ? null : productNode(shop, product);
  const byHandle = (handle: string) => published(shop).find((product) => product.handle === handle);
  const byId = (id: string): unknown => {
    const read = parseGid(id);
    if (read?.type === 'Product') return show(shop.products.get(read.id));
    const found = read?.type === 'ProductVariant' ? shop.findVariant(read.id) : null;
    return found === null || found.product.status !== 'ACTIVE'
      ? null
      : variantNode(shop, found.product, found.variant);
  };
  return {
    shop: () => ({
      __typename: 'Shop',
      id: gid('Shop', 1),
      name: shop.domain.split('.')[0],
      description: null,
      moneyFormat: ['$', '{{amount}}'].join(''),
      primaryDomain: { host: shop.domain, url: `https://${shop.domain}`, sslEnabled: true },
      paymentSettings: {
        currencyCode: shop.currencyCode,
        countryCode: 'US',
        acceptedCardBrands: [],
        enabledPresentmentCurrencies: [shop.currencyCode],
        supportedDigitalWallets: [],
        shopifyPaymentsAccountId: null,
        cardVaultUrl: `https://${shop.domain}`,
      },
    }),
    product: ({ id, handle }) => {
      if (id != null) return byId(id);
      return handle == null ? null : show(byHandle(handle));
    },
    productByHandle: ({ handle }) => show(byHandle(handle ?? '')),
    products: (args) =>
      toConnection(
        sort(published(shop).filter(parseSearchQuery(args.query)), args.sortKey ?? 'ID'),
        args,
        (product) => productNode(shop, product),
      ),
    node: ({ id }) => byId(id ?? ''),
    nodes: (args) => ((args as { ids?: readonly string[] }).ids ?? []).map(byId),
    productTypes: (args) =>
      names(
        published(shop).map(({ productType }) => productType),
        args,
      ),
    productTags: (args) =>
      names(
        published(shop).flatMap(({ tags }) => tags),
        args,
      ),
    publicApiVersions: () => [],
  };
}

function names(values: readonly string[], args: Arguments): unknown {
  const sorted = [...new Set(values)].sort();
  return toConnection(
    sorted.map((value, index) => ({ id: index, sortValue: value, value })),
    args,
    (value) => value,
  );
}

function sort(products: readonly Product[], sortKey: string): SortedItem<Product>[] {
  const keys: Record<string, (product: Product) => string | number> = {
    CREATED_AT: ({ createdAt }) => createdAt,
    PRICE: (product) => Math.min(...product.variants.map(({ price }) => Number(price))),
    PRODUCT_TYPE: ({ productType }) => productType,
    TITLE: ({ title }) => title,
    UPDATED_AT: ({ updatedAt }) => updatedAt,
    VENDOR: ({ vendor }) => vendor,
  };
  return products
    .map((value) => ({ id: value.id, sortValue: keys[sortKey]?.(value) ?? value.id, value }))
    .sort(compareItems);
}

function productNode(shop: Shop, product: Product): Record<string, unknown> {
  const money = (amount: number) => ({ amount: amount.toFixed(2), currencyCode: shop.currencyCode });
  const range = (prices: readonly number[]) => ({
    minVariantPrice: money(prices.length === 0 ? 0 : Math.min(...prices)),
    maxVariantPrice: money(prices.length === 0 ? 0 : Math.max(...prices)),
  });
  const pictures = product.images.map((picture) => ({
    __typename: 'Image',
    id: gid('ProductImage', picture.id),
    altText: picture.alt,
    url: picture.url,
    width: 800,
    height: 800,
  }));
  const variants = product.variants.map((variant) => variantNode(shop, product, variant));
  const text = plainTextDescription(product);
  return {
    __typename: 'Product',
    id: gid('Product', product.id),
    title: product.title,
    handle: product.handle,
    description: ({ truncateAt }: Arguments) =>
      truncateAt == null || text.length <= truncateAt
        ? text
        : `${text.slice(0, Math.max(0, truncateAt - 3))}...`,
    descriptionHtml: product.descriptionHtml,
    vendor: product.vendor,
    productType: product.productType,
    tags: product.tags,
    createdAt: product.createdAt,
    updatedAt: product.updatedAt,
    publishedAt: product.publishedAt,
    onlineStoreUrl: null,
    isGiftCard: false,
    requiresSellingPlan: false,
    availableForSale: totalInventory(product) > 0,
    totalInventory: totalInventory(product),
    seo: { title: null, description: null },
    featuredImage: pictures[0] ?? null,
    images: (args: Arguments) => toConnection(inOrder(pictures), args, (picture) => picture),
    priceRange: range(product.variants.map(({ price }) => Number(price))),
    compareAtPriceRange: range(
      product.variants.flatMap(({ compareAtPrice }) =>
        compareAtPrice === null ? [] : [Number(compareAtPrice)],
      ),
    ),
    options: product.options.map((option, index) => ({
      __typename: 'ProductOption',
      id: gid('ProductOption', option.id),
      name: option.name,
      values: optionValuesOf(product, index),
    })),
    variantsCount: { count: variants.length, precision: 'EXACT' },
    variants: (args: Arguments) => toConnection(inOrder(variants), args, (variant) => variant),
    variantBySelectedOptions: ({ selectedOptions = [] }: Arguments) => {
      const index = product.variants.findIndex((variant) =>
        product.options.every((option, place) =>
          selectedOptions.some(
            ({ name, value }) => name === option.name && value === variant.optionValues[place],
          ),
        ),
      );
      return variants[index] ?? null;
    },
    selectedOrFirstAvailableVariant: () =>
      variants[product.variants.findIndex(({ inventoryQuantity }) => inventoryQuantity > 0)] ??
      variants[0] ??
      null,
  };
}

function inOrder<T>(items: readonly T[]): SortedItem<T>[] {
  return items.map((value, index) => ({ id: index, sortValue: index, value }));
}

function variantNode(shop: Shop, product: Product, variant: Variant): Record<string, unknown> {
  const money = (amount: string) => ({ amount, currencyCode: shop.currencyCode });
  const [picture] = product.images;
  return {
    __typename: 'ProductVariant',
    id: gid('ProductVariant', variant.id),
    title: variant.title,
    sku: variant.sku,
    barcode: null,
    availableForSale: variant.inventoryQuantity > 0,
    currentlyNotInStock: false,
    quantityAvailable: variant.inventoryQuantity,
    requiresShipping: true,
    taxable: true,
    price: money(variant.price),
    compareAtPrice: variant.compareAtPrice === null ? null : money(variant.compareAtPrice),
    unitPrice: null,
    selectedOptions: product.options.map((option, index) => ({
      name: option.name,
      value: variant.optionValues[index] ?? '',
    })),
    image:
      picture === undefined
        ? null
        : {
            id: gid('ProductImage', picture.id),
            altText: picture.alt,
            url: picture.url,
            width: 800,
            height: 800,
          },
    product: () => productNode(shop, product),
  };
}
