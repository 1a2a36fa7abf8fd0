// Owns the root fields of the Admin API that change something. What a person can put right comes back in userErrors
// with status 200; nothing is changed then.

import type { DocumentNode } from 'graphql';
import { execute } from 'graphql';
import { gid, parseGid } from '../core/gid.ts';
import type { Product, Variant } from '../shop/product.ts';
import type { ProductChanges, VariantChanges } from '../shop/shop.ts';
import { LOCATION_ID } from '../shop/shop.ts';
import { spend } from '../webhooks/faults.ts';
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
  const read = parseGid(id ?? '');
  return read?.type === 'Product' ? (context.shop.products.get(read.id) ?? null) : null;
}

const DOES_NOT_EXIST = 'Product does not exist';

/** Leaves out what was not sent. */
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

const PRODUCTS = {
  productCreate: ({ product: input }: { product?: ProductInput | null }, { shop }: AdminContext) => {
    const changes = changesOf(input ?? {});
    const userErrors = productErrors({ title: '', ...changes });
    if (userErrors.length > 0) return { product: null, userErrors };
    return { product: productNode(shop, shop.create({ title: '', ...changes })), userErrors: [] };
  },
  productUpdate: ({ product: input }: { product?: ProductInput | null }, context: AdminContext) => {
    const product = findProduct(context, input?.id);
    if (product === null) return { product: null, ...userError(['id'], DOES_NOT_EXIST) };
    const changes = changesOf(input ?? {});
    const userErrors = productErrors(changes);
    if (userErrors.length > 0) return { product: null, userErrors };
    return { product: productNode(context.shop, context.shop.update(product, changes)), userErrors: [] };
  },
  productDelete: ({ input }: { input: { id: string } }, context: AdminContext) => {
    const product = findProduct(context, input.id);
    if (product === null) return { deletedProductId: null, ...userError(['id'], DOES_NOT_EXIST) };
    context.shop.delete(product);
    return { deletedProductId: input.id, userErrors: [] };
  },
  productVariantsBulkUpdate: (
    args: { productId: string; variants: readonly VariantInput[] },
    context: AdminContext,
  ) => {
    const nothing = { product: null, productVariants: null };
    const product = findProduct(context, args.productId);
    if (product === null) return { ...nothing, ...userError(['productId'], DOES_NOT_EXIST) };
    const changes = new Map<number, VariantChanges>();
    for (const [index, input] of args.variants.entries()) {
      const at = ['variants', String(index)];
      const variant = product.variants.find(({ id }) => gid('ProductVariant', id) === input.id);
      if (variant === undefined)
        return { ...nothing, ...userError([...at, 'id'], 'Product variant does not exist') };
      if (input.price != null && !/^\d{1,15}(\.\d{1,2})?$/.test(input.price)) {
        return { ...nothing, ...userError([...at, 'price'], 'Price must be greater than or equal to 0') };
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

const INVENTORY = {
  inventorySetQuantities: ({ input }: { input: InventoryInput }, context: AdminContext) => {
    const nothing = { inventoryAdjustmentGroup: null };
    if (input.name !== 'available' && input.name !== 'on_hand') {
      return {
        ...nothing,
        ...userError(['input', 'name'], 'The quantity name must be either available or on_hand.'),
      };
    }
    const changes = new Map<Product, Map<number, VariantChanges>>();
    for (const [index, quantity] of input.quantities.entries()) {
      const at = ['input', 'quantities', String(index)];
      const found = findVariantOfItem(context, quantity.inventoryItemId);
      if (found === null) {
        return {
          ...nothing,
          ...userError([...at, 'inventoryItemId'], 'The specified inventory item could not be found.'),
        };
      }
      if (quantity.locationId !== gid('Location', LOCATION_ID)) {
        return {
          ...nothing,
          ...userError([...at, 'locationId'], 'The specified location could not be found.'),
        };
      }
      const compared = quantity.compareQuantity ?? null;
      if (input.ignoreCompareQuantity !== true && compared !== found.variant.inventoryQuantity) {
        return {
          ...nothing,
          ...userError(
            [...at, 'compareQuantity'],
            'The compareQuantity argument no longer matches the persisted quantity.',
          ),
        };
      }
      const ofProduct = changes.get(found.product) ?? new Map<number, VariantChanges>();
      changes.set(found.product, ofProduct.set(found.variant.id, { inventoryQuantity: quantity.quantity }));
    }
    for (const [product, ofProduct] of changes) context.shop.updateVariants(product, ofProduct);
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

function findVariantOfItem(context: AdminContext, id: string): { product: Product; variant: Variant } | null {
  const read = parseGid(id);
  const variant = read?.type === 'InventoryItem' ? context.shop.variantOfInventoryItem(read.id) : null;
  return variant === null ? null : context.shop.findVariant(variant.id);
}

interface SubscriptionInput {
  readonly uri?: string | null;
  readonly callbackUrl?: string | null;
  readonly format?: string | null;
  readonly includeFields?: readonly string[] | null;
}

function subscriptionErrors(input: SubscriptionInput, required: boolean): UserError[] {
  const uri = input.uri ?? input.callbackUrl ?? null;
  const field = ['webhookSubscription', input.callbackUrl != null ? 'callbackUrl' : 'uri'];
  if (input.format === 'XML') {
    return [{ field: ['webhookSubscription', 'format'], message: 'savepoint-shopify sends JSON only' }];
  }
  if (uri === null) return required ? [{ field, message: "Address can't be blank" }] : [];
  const wrong = endpointUrlError(uri);
  return wrong === null ? [] : [{ field, message: wrong }];
}

const WEBHOOKS = {
  webhookSubscriptionCreate: (
    { topic, webhookSubscription: input }: { topic: TopicName; webhookSubscription: SubscriptionInput },
    context: AdminContext,
  ) => {
    const { shop, webhooks } = context;
    const userErrors = subscriptionErrors(input, true);
    const uri = input.uri ?? input.callbackUrl ?? '';
    if (userErrors.length > 0) return { webhookSubscription: null, userErrors };
    const taken = [...webhooks.subscriptions.values()].some(
      (other) => other.topic === topic && other.uri === uri,
    );
    if (taken) {
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
  const read = parseGid(id);
  return read?.type === 'WebhookSubscription' ? (context.webhooks.subscriptions.get(read.id) ?? null) : null;
}

/** From this version on five bulk queries may run at once; before it, one. */
const FIVE_AT_ONCE_SINCE = '2026-01';

const BULK = {
  bulkOperationRunQuery: ({ query }: { query: string }, context: AdminContext) => {
    const most = context.apiVersion === 'unstable' || context.apiVersion >= FIVE_AT_ONCE_SINCE ? 5 : 1;
    const run = async (document: DocumentNode, window: { from: number; to: number }) => {
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
    const started = context.bulk.start(query, most, run, spend(context.webhooks.faults, 'bulkFailNext'));
    if ('refused' in started) {
      return { bulkOperation: null, ...userError(['query'], started.refused.message, started.refused.code) };
    }
    return { bulkOperation: bulkOperationNode(started.operation), userErrors: [] };
  },
  bulkOperationCancel: ({ id }: { id: string }, { bulk }: AdminContext) => {
    const operation = bulk.all.get(id);
    if (operation === undefined)
      return { bulkOperation: null, ...userError(['id'], 'Bulk operation does not exist') };
    const cancelled = bulk.cancel(operation);
    return {
      bulkOperation: bulkOperationNode(operation),
      userErrors: cancelled
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

/** Root field functions, as graphql-js calls them. */
export const MUTATION_RESOLVERS = { ...PRODUCTS, ...INVENTORY, ...WEBHOOKS, ...BULK };
