import { resolveVersion, supportedVersions } from '../core/api-version.ts';
import { gid, parseGid } from '../core/gid.ts';
import type { ConnectionArguments, SortedItem } from '../query/connection.ts';
import { compareItems, toConnection } from '../query/connection.ts';
import { QueryError } from '../query/query-error.ts';
import { parseSearchQuery } from '../query/search.ts';
import type { Product, Variant } from '../shop/product.ts';
import { totalInventory } from '../shop/product.ts';
import type { WebhookSubscription } from '../webhooks/subscription.ts';
import type { AdminContext } from './admin-context.ts';
import type { BulkOperation } from './bulk-operation.ts';
import { inventoryItemNode, locationNode, productNode, variantNode } from './product-nodes.ts';

type ListArguments = ConnectionArguments & { sortKey?: string | null; query?: string | null };

/** Resolvers of the query root, called by graphql-js with the arguments and the context. */
export const QUERY_RESOLVERS = {
  shop: (_: object, { shop }: AdminContext) => ({
    __typename: 'Shop',
    id: gid('Shop', 1),
    name: shop.domain.split('.')[0],
    email: `owner@${shop.domain}`,
    myshopifyDomain: shop.domain,
    primaryDomain: {
      id: gid('Domain', 1),
      host: shop.domain,
      url: `https://${shop.domain}`,
      sslEnabled: true,
    },
    url: `https://${shop.domain}`,
    currencyCode: shop.currencyCode,
    ianaTimezone: 'Etc/UTC',
    taxesIncluded: false,
    plan: { publicDisplayName: 'Development', partnerDevelopment: true, shopifyPlus: false },
    createdAt: '2020-01-01T00:00:00Z',
  }),

  product: ({ id }: { id: string }, context: AdminContext) => findNode(id, context, ['Product']),
  productByIdentifier: (
    { identifier }: { identifier: { id?: string; handle?: string } },
    context: AdminContext,
  ) => {
    if (identifier.id !== undefined) return findNode(identifier.id, context, ['Product']);
    const found = [...context.shop.products.values()].find(({ handle }) => handle === identifier.handle);
    return found === undefined ? null : productNode(context.shop, found);
  },
  products: (args: ListArguments, context: AdminContext) =>
    toConnection(
      sortProducts(
        [...context.shop.products.values()].filter(parseSearchQuery(args.query)),
        args.sortKey ?? 'ID',
      ),
      args,
      (product) => productNode(context.shop, product),
      context.bulkWindow?.root ?? null,
    ),
  productsCount: ({ query }: { query?: string | null }, { shop }: AdminContext) => {
    const count = [...shop.products.values()].filter(parseSearchQuery(query)).length;
    return { count: Math.min(count, 10_000), precision: count > 10_000 ? 'AT_LEAST' : 'EXACT' };
  },

  productVariant: ({ id }: { id: string }, context: AdminContext) =>
    findNode(id, context, ['ProductVariant']),
  productVariants: (args: ListArguments, context: AdminContext) =>
    toConnection(
      sortVariants(
        [...context.shop.products.values()].filter(parseSearchQuery(args.query)),
        args.sortKey ?? 'ID',
      ),
      args,
      ({ product, variant }) => variantNode(context.shop, product, variant),
      context.bulkWindow?.root ?? null,
    ),

  inventoryItem: ({ id }: { id: string }, context: AdminContext) => findNode(id, context, ['InventoryItem']),
  inventoryItems: (args: ListArguments, context: AdminContext) =>
    toConnection(
      sortVariants([...context.shop.products.values()].filter(parseSearchQuery(args.query)), 'ID'),
      args,
      ({ product, variant }) => inventoryItemNode(context.shop, product, variant),
      context.bulkWindow?.root ?? null,
    ),
  location: ({ id }: { id?: string | null }, { shop }: AdminContext) =>
    shop.locationIds.filter((other) => id == null || id === gid('Location', other)).map(locationNode)[0] ??
    null,
  locations: (args: ConnectionArguments, { shop }: AdminContext) =>
    toConnection(
      shop.locationIds.map((id) => ({ id, sortValue: id, value: id })),
      args,
      locationNode,
    ),

  webhookSubscription: ({ id }: { id: string }, context: AdminContext) =>
    findNode(id, context, ['WebhookSubscription']),
  webhookSubscriptions: (
    args: ConnectionArguments & { topics?: string[] | null; uri?: string | null },
    context: AdminContext,
  ) => {
    const matching = [...context.webhooks.subscriptions.values()].filter(
      ({ topic, uri }) =>
        (args.topics == null || args.topics.includes(topic)) && (args.uri == null || args.uri === uri),
    );
    return toConnection(
      matching.map((value) => ({ id: value.id, sortValue: value.id, value })),
      args,
      (subscription) => subscriptionNode(subscription, context),
    );
  },

  currentBulkOperation: (_: object, { bulk }: AdminContext) => {
    const operation = bulk.current();
    return operation === null ? null : bulkOperationNode(operation);
  },
  bulkOperation: ({ id }: { id: string }, context: AdminContext) => findNode(id, context, ['BulkOperation']),
  bulkOperations: (args: ConnectionArguments, { bulk }: AdminContext) =>
    toConnection(
      [...bulk.all.values()].map((value, index) => ({ id: index, sortValue: index, value })),
      args,
      bulkOperationNode,
    ),

  node: ({ id }: { id: string }, context: AdminContext) => findNode(id, context, null),
  nodes: ({ ids }: { ids: readonly string[] }, context: AdminContext) =>
    ids.map((id) => findNode(id, context, null)),
  publicApiVersions: (_: object, { shop }: AdminContext) =>
    [...supportedVersions(shop.clock.nowMs()), 'unstable'].map((handle) =>
      versionNode(handle, shop.clock.nowMs()),
    ),
};

/**
 * Finds a resource by its global id; null if there is none.
 * @throws QueryError for a string that is not a global id, or not of these types
 */
function findNode(id: string, context: AdminContext, types: readonly string[] | null): object | null {
  const parsed = parseGid(id);
  if (parsed === null || (types !== null && !types.includes(parsed.type))) {
    throw new QueryError(`Invalid global id '${id}'`, 'argumentLiteralsIncompatible');
  }
  const { shop, webhooks, bulk } = context;
  switch (parsed.type) {
    case 'Product': {
      const product = shop.products.get(parsed.id);
      return product === undefined ? null : productNode(shop, product);
    }
    case 'ProductVariant': {
      const found = shop.findVariant(parsed.id);
      return found === null ? null : variantNode(shop, found.product, found.variant);
    }
    case 'InventoryItem': {
      const variant = shop.variantOfInventoryItem(parsed.id);
      const found = variant === null ? null : shop.findVariant(variant.id);
      return found === null ? null : inventoryItemNode(shop, found.product, found.variant);
    }
    case 'Location':
      return shop.locationIds.includes(parsed.id) ? locationNode(parsed.id) : null;
    case 'WebhookSubscription': {
      const subscription = webhooks.subscriptions.get(parsed.id);
      return subscription === undefined ? null : subscriptionNode(subscription, context);
    }
    case 'BulkOperation': {
      const operation = bulk.all.get(id);
      return operation === undefined ? null : bulkOperationNode(operation);
    }
    default:
      return null;
  }
}

function sortProducts(products: readonly Product[], sortKey: string): SortedItem<Product>[] {
  const keys: Record<string, (product: Product) => string | number> = {
    CREATED_AT: ({ createdAt }) => createdAt,
    INVENTORY_TOTAL: totalInventory,
    PRODUCT_TYPE: ({ productType }) => productType,
    PUBLISHED_AT: ({ publishedAt }) => publishedAt ?? '',
    TITLE: ({ title }) => title,
    UPDATED_AT: ({ updatedAt }) => updatedAt,
    VENDOR: ({ vendor }) => vendor,
  };
  const key = keys[sortKey];
  const list = products.map((value) => ({ id: value.id, sortValue: key?.(value) ?? value.id, value }));
  // The shop's map is ordered by id, so the default order needs no sorting.
  return key === undefined ? list : list.sort(compareItems);
}

interface VariantOfProduct {
  readonly product: Product;
  readonly variant: Variant;
}

function sortVariants(products: readonly Product[], sortKey: string): SortedItem<VariantOfProduct>[] {
  const keys: Record<string, (variant: Variant) => string | number> = {
    INVENTORY_QUANTITY: ({ inventoryQuantity }) => inventoryQuantity,
    NAME: ({ title }) => title,
    SKU: ({ sku }) => sku,
    TITLE: ({ title }) => title,
  };
  return products
    .flatMap((product) =>
      product.variants.map((variant) => ({
        id: variant.id,
        sortValue: keys[sortKey]?.(variant) ?? variant.id,
        value: { product, variant },
      })),
    )
    .sort(compareItems);
}

/** The `WebhookSubscription` object. */
export function subscriptionNode(subscription: WebhookSubscription, { shop }: AdminContext): object {
  return {
    __typename: 'WebhookSubscription',
    id: gid('WebhookSubscription', subscription.id),
    legacyResourceId: String(subscription.id),
    topic: subscription.topic,
    uri: subscription.uri,
    callbackUrl: subscription.uri,
    format: 'JSON',
    includeFields: subscription.includeFields,
    apiVersion: versionNode(subscription.apiVersion, shop.clock.nowMs()),
    createdAt: subscription.createdAt,
    updatedAt: subscription.updatedAt,
  };
}

function versionNode(handle: string, nowMs: number): object {
  const resolved = resolveVersion(handle, nowMs);
  const [, , , current, next] = supportedVersions(nowMs);
  const suffix = handle === current ? ' (Latest)' : handle === next ? ' (Release candidate)' : '';
  return {
    handle,
    displayName: `${handle}${suffix}`,
    supported:
      'version' in resolved && resolved.version === handle && handle !== 'unstable' && handle !== next,
  };
}

/** The `BulkOperation` object. */
export function bulkOperationNode(operation: BulkOperation): object {
  const url =
    operation.jsonl === null || operation.objectCount === 0
      ? null
      : `${operation.resultBaseUrl}/bulk/${operation.id.split('/').at(-1)}.jsonl`;
  return {
    __typename: 'BulkOperation',
    ...operation,
    objectCount: String(operation.objectCount),
    rootObjectCount: String(operation.rootObjectCount),
    fileSize: operation.jsonl === null ? null : String(operation.jsonl.length),
    url,
    partialDataUrl: null,
    type: 'QUERY',
  };
}
