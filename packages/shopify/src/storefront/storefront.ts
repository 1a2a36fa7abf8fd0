// Shopify's published Storefront schema with resolvers for a part of it. A field without a resolver
// is an error that names the field, never a made-up value.
// @see https://shopify.dev/docs/api/storefront

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
 * The instance of graphql that graphql-yoga loads. A bundler or test runner may resolve an import
 * to the package's other build (ES modules or CommonJS), and graphql rejects a schema that another
 * instance has built.
 */
const graphql: typeof import('graphql') = createRequire(
  createRequire(import.meta.url).resolve('graphql-yoga'),
)('graphql');

type FieldArguments = {
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

type Resolver = (args: FieldArguments) => unknown;

/** Adds resolvers to the published schema. */
function buildStorefrontSchema(shop: Shop): GraphQLSchema {
  const schema = graphql.buildClientSchema(readPublishedSchema());
  const roots: Record<string, Record<string, Resolver>> = { QueryRoot: queryResolvers(shop), Mutation: {} };
  for (const type of Object.values(schema.getTypeMap())) {
    if (!(type instanceof graphql.GraphQLObjectType) || type.name.startsWith('__')) continue;
    const root = roots[type.name];
    for (const field of Object.values(type.getFields())) {
      field.resolve = (source: Record<string, unknown> | undefined, args: FieldArguments) => {
        const value = root === undefined ? source?.[field.name] : root[field.name];
        if (value === undefined) throw notImplemented(`${type.name}.${field.name}`);
        return typeof value === 'function' ? (value as Resolver)(args) : value;
      };
    }
  }
  return schema;
}

function notImplemented(fieldName: string): GraphQLError {
  return new graphql.GraphQLError(`savepoint-shopify does not implement ${fieldName}.`, {
    extensions: { code: 'NOT_IMPLEMENTED' },
  });
}

/**
 * Creates the fetch handler of the Storefront API. It checks neither the API version nor the access
 * token.
 */
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

function activeProducts(shop: Shop): Product[] {
  return [...shop.products.values()].filter(({ status }) => status === 'ACTIVE');
}

function queryResolvers(shop: Shop): Record<string, Resolver> {
  const nodeOfActive = (product: Product | undefined) =>
    product === undefined || product.status !== 'ACTIVE' ? null : productNode(shop, product);
  const byHandle = (handle: string) => activeProducts(shop).find((product) => product.handle === handle);
  const byId = (id: string): unknown => {
    const parsed = parseGid(id);
    if (parsed?.type === 'Product') return nodeOfActive(shop.products.get(parsed.id));
    const found = parsed?.type === 'ProductVariant' ? shop.findVariant(parsed.id) : null;
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
      return handle == null ? null : nodeOfActive(byHandle(handle));
    },
    productByHandle: ({ handle }) => nodeOfActive(byHandle(handle ?? '')),
    products: (args) =>
      toConnection(
        sortProducts(activeProducts(shop).filter(parseSearchQuery(args.query)), args.sortKey ?? 'ID'),
        args,
        (product) => productNode(shop, product),
      ),
    node: ({ id }) => byId(id ?? ''),
    nodes: (args) => ((args as { ids?: readonly string[] }).ids ?? []).map(byId),
    productTypes: (args) =>
      stringConnection(
        activeProducts(shop).map(({ productType }) => productType),
        args,
      ),
    productTags: (args) =>
      stringConnection(
        activeProducts(shop).flatMap(({ tags }) => tags),
        args,
      ),
    publicApiVersions: () => [],
  };
}

function stringConnection(values: readonly string[], args: FieldArguments): unknown {
  const sorted = [...new Set(values)].sort();
  return toConnection(
    sorted.map((value, index) => ({ id: index, sortValue: value, value })),
    args,
    (value) => value,
  );
}

function sortProducts(products: readonly Product[], sortKey: string): SortedItem<Product>[] {
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
  const images = product.images.map((image) => ({
    __typename: 'Image',
    id: gid('ProductImage', image.id),
    altText: image.alt,
    url: image.url,
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
    description: ({ truncateAt }: FieldArguments) =>
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
    featuredImage: images[0] ?? null,
    images: (args: FieldArguments) => toConnection(inListOrder(images), args, (image) => image),
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
    variants: (args: FieldArguments) => toConnection(inListOrder(variants), args, (variant) => variant),
    variantBySelectedOptions: ({ selectedOptions = [] }: FieldArguments) => {
      const index = product.variants.findIndex((variant) =>
        product.options.every((option, position) =>
          selectedOptions.some(
            ({ name, value }) => name === option.name && value === variant.optionValues[position],
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

function inListOrder<T>(items: readonly T[]): SortedItem<T>[] {
  return items.map((value, index) => ({ id: index, sortValue: index, value }));
}

function variantNode(shop: Shop, product: Product, variant: Variant): Record<string, unknown> {
  const money = (amount: string) => ({ amount, currencyCode: shop.currencyCode });
  const [image] = product.images;
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
      image === undefined
        ? null
        : {
            id: gid('ProductImage', image.id),
            altText: image.alt,
            url: image.url,
            width: 800,
            height: 800,
          },
    product: () => productNode(shop, product),
  };
}
