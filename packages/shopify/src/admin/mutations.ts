// As in Shopify, invalid input is returned in `userErrors`, and a mutation with user errors changes
// nothing.

import { consumeFault } from '@savepoint/server/webhooks/fault-injection';
import type { DocumentNode } from 'graphql';
import { execute } from 'graphql';
import { gid, parseGid } from '../core/gid.ts';
import type { Product, Variant } from '../shop/product.ts';
import { availableAt } from '../shop/product.ts';
import type { ProductChanges, VariantChanges } from '../shop/shop.ts';
import type { TopicName, WebhookSubscription } from '../webhooks/subscription.ts';
import { endpointUrlError } from '../webhooks/subscription.ts';
import type { AdminContext } from './admin-context.ts';
import { ADMIN_SCHEMA } from './admin-schema.ts';
import { productNode, variantNode } from './product-nodes.ts';
import { bulkOperationNode, QUERY_RESOLVERS, subscriptionNode } from './queries.ts';

interface UserError {
  readonly field: readonly string[] | null;
  readonly message: string;
  readonly code?: string;
}

type ProductInput = { [K in keyof ProductChanges]?: ProductChanges[K] | null } & { id?: string };

function userError(
  field: readonly string[] | null,
  message: string,
  code?: string,
): { userErrors: UserError[] } {
  return { userErrors: [code === undefined ? { field, message } : { field, message, code }] };
}

function findProduct(context: AdminContext, id: string | undefined): Product | null {
  const parsed = parseGid(id ?? '');
  return parsed?.type === 'Product' ? (context.shop.products.get(parsed.id) ?? null) : null;
}

const PRODUCT_DOES_NOT_EXIST = 'Product does not exist';

/** The fields that the input sets; null means absent. */
function changesOf({ id: _, ...input }: ProductInput): ProductChanges {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value != null)) as ProductChanges;
}

function productErrors(changes: ProductChanges): UserError[] {
  if (changes.title !== undefined && changes.title.trim() === '') {
    return [{ field: ['title'], message: "Title can't be blank" }];
  }
  if ((changes.title ?? '').length > 255) {
    return [{ field: ['title'], message: 'Title is too long (maximum is 255 characters)' }];
  }
  return [];
}

const PRODUCT_MUTATIONS = {
  productCreate: ({ product: input }: { product?: ProductInput | null }, { shop }: AdminContext) => {
    const changes = changesOf(input ?? {});
    const userErrors = productErrors({ title: '', ...changes });
    if (userErrors.length > 0) return { product: null, userErrors };
    return { product: productNode(shop, shop.create({ title: '', ...changes })), userErrors: [] };
  },
  productUpdate: ({ product: input }: { product?: ProductInput | null }, context: AdminContext) => {
    const product = findProduct(context, input?.id);
    if (product === null) return { product: null, ...userError(['id'], PRODUCT_DOES_NOT_EXIST) };
    const changes = changesOf(input ?? {});
    const userErrors = productErrors(changes);
    if (userErrors.length > 0) return { product: null, userErrors };
    return { product: productNode(context.shop, context.shop.update(product, changes)), userErrors: [] };
  },
  productDelete: ({ input }: { input: { id: string } }, context: AdminContext) => {
    const product = findProduct(context, input.id);
    if (product === null) return { deletedProductId: null, ...userError(['id'], PRODUCT_DOES_NOT_EXIST) };
    context.shop.delete(product);
    return { deletedProductId: input.id, userErrors: [] };
  },
  productVariantsBulkUpdate: (
    args: { productId: string; variants: readonly VariantInput[] },
    context: AdminContext,
  ) => {
    const unchanged = { product: null, productVariants: null };
    const product = findProduct(context, args.productId);
    if (product === null) return { ...unchanged, ...userError(['productId'], PRODUCT_DOES_NOT_EXIST) };
    const changes = new Map<number, VariantChanges>();
    for (const [index, input] of args.variants.entries()) {
      const field = ['variants', String(index)];
      const variant = product.variants.find(({ id }) => gid('ProductVariant', id) === input.id);
      if (variant === undefined)
        return { ...unchanged, ...userError([...field, 'id'], 'Product variant does not exist') };
      if (input.price != null && !/^\d{1,15}(\.\d{1,2})?$/.test(input.price)) {
        return {
          ...unchanged,
          ...userError([...field, 'price'], 'Price must be greater than or equal to 0'),
        };
      }
      changes.set(variant.id, variantChanges(input));
    }
    const changed = context.shop.updateVariants(product, changes);
    return {
      product: productNode(context.shop, product),
      productVariants: changed.map((variant) => variantNode(context.shop, product, variant)),
      userErrors: [],
    };
  },
};

interface VariantInput {
  readonly id: string;
  readonly price?: string | null;
  readonly compareAtPrice?: string | null;
  readonly inventoryItem?: { readonly sku?: string | null } | null;
}

function variantChanges(input: VariantInput): VariantChanges {
  return {
    ...(input.price == null ? {} : { price: Number(input.price).toFixed(2) }),
    ...(input.compareAtPrice === undefined ? {} : { compareAtPrice: input.compareAtPrice }),
    ...(input.inventoryItem?.sku == null ? {} : { sku: input.inventoryItem.sku }),
  };
}

interface InventoryInput {
  readonly name: string;
  readonly reason: string;
  readonly ignoreCompareQuantity?: boolean;
  readonly quantities: readonly {
    readonly inventoryItemId: string;
    readonly locationId: string;
    readonly quantity: number;
    readonly compareQuantity?: number | null;
  }[];
}

const INVENTORY_MUTATIONS = {
  inventorySetQuantities: ({ input }: { input: InventoryInput }, context: AdminContext) => {
    const unchanged = { inventoryAdjustmentGroup: null };
    if (input.name !== 'available' && input.name !== 'on_hand') {
      return {
        ...unchanged,
        ...userError(['input', 'name'], 'The quantity name must be either available or on_hand.'),
      };
    }
    const changes = new Map<Product, Map<number, VariantChanges>>();
    for (const [index, quantity] of input.quantities.entries()) {
      const field = ['input', 'quantities', String(index)];
      const found = findVariantOfInventoryItem(context, quantity.inventoryItemId);
      if (found === null) {
        return {
          ...unchanged,
          ...userError([...field, 'inventoryItemId'], 'The specified inventory item could not be found.'),
        };
      }
      const locationId = context.shop.locationIds.find((id) => gid('Location', id) === quantity.locationId);
      if (locationId === undefined) {
        return {
          ...unchanged,
          ...userError([...field, 'locationId'], 'The specified location could not be found.'),
        };
      }
      const compareQuantity = quantity.compareQuantity ?? null;
      if (
        input.ignoreCompareQuantity !== true &&
        compareQuantity !== availableAt(found.variant, locationId)
      ) {
        return {
          ...unchanged,
          ...userError(
            [...field, 'compareQuantity'],
            'The compareQuantity argument no longer matches the persisted quantity.',
          ),
        };
      }
      const variantsOfProduct = changes.get(found.product) ?? new Map<number, VariantChanges>();
      changes.set(
        found.product,
        variantsOfProduct.set(found.variant.id, {
          inventoryLevels: {
            ...variantsOfProduct.get(found.variant.id)?.inventoryLevels,
            [locationId]: quantity.quantity,
          },
        }),
      );
    }
    for (const [product, variants] of changes) context.shop.updateVariants(product, variants);
    return {
      inventoryAdjustmentGroup: {
        id: gid('InventoryAdjustmentGroup', 1),
        createdAt: context.shop.now(),
        reason: input.reason,
      },
      userErrors: [],
    };
  },
};

function findVariantOfInventoryItem(
  context: AdminContext,
  id: string,
): { product: Product; variant: Variant } | null {
  const parsed = parseGid(id);
  const variant = parsed?.type === 'InventoryItem' ? context.shop.variantOfInventoryItem(parsed.id) : null;
  return variant === null ? null : context.shop.findVariant(variant.id);
}

interface SubscriptionInput {
  readonly uri?: string | null;
  readonly callbackUrl?: string | null;
  readonly format?: string | null;
  readonly includeFields?: readonly string[] | null;
}

function subscriptionErrors(input: SubscriptionInput, isUriRequired: boolean): UserError[] {
  const uri = input.uri ?? input.callbackUrl ?? null;
  const field = ['webhookSubscription', input.callbackUrl != null ? 'callbackUrl' : 'uri'];
  if (input.format === 'XML') {
    return [{ field: ['webhookSubscription', 'format'], message: 'savepoint-shopify sends JSON only' }];
  }
  if (uri === null) return isUriRequired ? [{ field, message: "Address can't be blank" }] : [];
  const message = endpointUrlError(uri);
  return message === null ? [] : [{ field, message }];
}

const WEBHOOK_MUTATIONS = {
  webhookSubscriptionCreate: (
    { topic, webhookSubscription: input }: { topic: TopicName; webhookSubscription: SubscriptionInput },
    context: AdminContext,
  ) => {
    const { shop, webhooks } = context;
    const userErrors = subscriptionErrors(input, true);
    const uri = input.uri ?? input.callbackUrl ?? '';
    if (userErrors.length > 0) return { webhookSubscription: null, userErrors };
    const exists = [...webhooks.subscriptions.values()].some(
      (other) => other.topic === topic && other.uri === uri,
    );
    if (exists) {
      return {
        webhookSubscription: null,
        ...userError(['webhookSubscription', 'callbackUrl'], 'Address for this topic has already been taken'),
      };
    }
    const subscription: WebhookSubscription = {
      id: shop.newId(),
      topic,
      uri,
      includeFields: input.includeFields ?? [],
      apiVersion: context.apiVersion,
      createdAt: shop.now(),
      updatedAt: shop.now(),
      removable: true,
    };
    webhooks.subscriptions.set(subscription.id, subscription);
    return { webhookSubscription: subscriptionNode(subscription, context), userErrors: [] };
  },
  webhookSubscriptionUpdate: (
    { id, webhookSubscription: input }: { id: string; webhookSubscription: SubscriptionInput },
    context: AdminContext,
  ) => {
    const subscription = findSubscription(context, id);
    if (subscription === null) {
      return { webhookSubscription: null, ...userError(['id'], 'Webhook subscription does not exist') };
    }
    const userErrors = subscriptionErrors(input, false);
    if (userErrors.length > 0) return { webhookSubscription: null, userErrors };
    subscription.uri = input.uri ?? input.callbackUrl ?? subscription.uri;
    subscription.includeFields = input.includeFields ?? subscription.includeFields;
    subscription.updatedAt = context.shop.now();
    return { webhookSubscription: subscriptionNode(subscription, context), userErrors: [] };
  },
  webhookSubscriptionDelete: ({ id }: { id: string }, context: AdminContext) => {
    const subscription = findSubscription(context, id);
    if (subscription === null) {
      return {
        deletedWebhookSubscriptionId: null,
        ...userError(['id'], 'Webhook subscription does not exist'),
      };
    }
    context.webhooks.subscriptions.delete(subscription.id);
    return { deletedWebhookSubscriptionId: id, userErrors: [] };
  },
};

function findSubscription(context: AdminContext, id: string): WebhookSubscription | null {
  const parsed = parseGid(id);
  return parsed?.type === 'WebhookSubscription'
    ? (context.webhooks.subscriptions.get(parsed.id) ?? null)
    : null;
}

/** The first API version that allows five concurrent bulk queries; earlier ones allow one. */
const CONCURRENT_BULK_QUERIES_SINCE = '2026-01';

const BULK_OPERATION_MUTATIONS = {
  bulkOperationRunQuery: ({ query }: { query: string }, context: AdminContext) => {
    const maxConcurrent =
      context.apiVersion === 'unstable' || context.apiVersion >= CONCURRENT_BULK_QUERIES_SINCE ? 5 : 1;
    const executeWindow = async (document: DocumentNode, window: { from: number; to: number }) => {
      const result = await execute({
        schema: ADMIN_SCHEMA,
        document,
        rootValue: QUERY_RESOLVERS,
        contextValue: {
          ...context,
          bulkWindow: { root: window, nested: { from: 0, to: Number.MAX_SAFE_INTEGER } },
        },
      });
      if (result.errors !== undefined) throw result.errors[0];
      return result.data ?? {};
    };
    const start = context.bulk.start(
      query,
      maxConcurrent,
      executeWindow,
      consumeFault(context.webhooks.faults, 'bulkFailNext'),
    );
    if ('userError' in start) {
      return { bulkOperation: null, ...userError(['query'], start.userError.message, start.userError.code) };
    }
    return { bulkOperation: bulkOperationNode(start.operation), userErrors: [] };
  },
  bulkOperationCancel: ({ id }: { id: string }, { bulk }: AdminContext) => {
    const operation = bulk.all.get(id);
    if (operation === undefined)
      return { bulkOperation: null, ...userError(['id'], 'Bulk operation does not exist') };
    const isCanceled = bulk.cancel(operation);
    return {
      bulkOperation: bulkOperationNode(operation),
      userErrors: isCanceled
        ? []
        : [
            {
              field: null,
              message: `A bulk operation cannot be canceled when it is ${operation.status.toLowerCase()}`,
            },
          ],
    };
  },
};

/** Resolvers of the mutation root, called by graphql-js with the arguments and the context. */
export const MUTATION_RESOLVERS = {
  ...PRODUCT_MUTATIONS,
  ...INVENTORY_MUTATIONS,
  ...WEBHOOK_MUTATIONS,
  ...BULK_OPERATION_MUTATIONS,
};
