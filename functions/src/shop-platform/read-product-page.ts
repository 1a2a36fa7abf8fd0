// Products of Shopify's Admin GraphQL API in cursor pages. A throttled query responds with 200, a
// THROTTLED error and the state of the leaky bucket in extensions.cost (Shopify docs, "API rate
// limits").
import { PRODUCT_IMAGES_MAX, PRODUCT_VARIANTS_MAX } from '@savepoint/model/limits';
import { createAdminApiClient } from '@shopify/admin-api-client';
import { PlatformError, type PlatformProduct, type ReadProductPage } from './platform-product.ts';

/** The version of the Admin API that PAGE_QUERY is written for. */
const ADMIN_API_VERSION = '2026-10';
const PRODUCTS_PER_PAGE = 50;
/** One more than a product may have, so that an excess is detected instead of cut off. */
const VARIANTS_PER_PRODUCT = PRODUCT_VARIANTS_MAX + 1;
const THROTTLED_MAX_ATTEMPTS = 8;

interface PlatformConfig {
  readonly storeDomain: string;
  readonly accessToken: string;
  /** Origin of an emulator, such as http://127.0.0.1:4010; absent for the platform itself. */
  readonly apiBase?: string;
}

const PAGE_QUERY = `#graphql
  query ProductPage($first: Int!, $after: String, $variants: Int!, $images: Int!) {
    shop { currencyCode }
    products(first: $first, after: $after, sortKey: ID) {
      pageInfo { hasNextPage endCursor }
      nodes {
        id title handle descriptionHtml productType tags status updatedAt
        media(first: $images) { nodes { ... on MediaImage { alt image { url } } } }
        variants(first: $variants) {
          nodes {
            id title sku price compareAtPrice inventoryQuantity
            inventoryItem { id }
            selectedOptions { name value }
          }
        }
      }
    }
  }
`;

interface PageData {
  readonly shop: { readonly currencyCode: string };
  readonly products: {
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    readonly nodes: readonly (Omit<PlatformProduct, 'images' | 'variants'> & {
      readonly media: { readonly nodes: readonly { alt?: string | null; image?: { url: string } | null }[] };
      readonly variants: {
        readonly nodes: readonly (Omit<PlatformProduct['variants'][number], 'inventoryItemId'> & {
          readonly inventoryItem: { readonly id: string } | null;
        })[];
      };
    })[];
  };
}

interface Cost {
  readonly requestedQueryCost: number;
  readonly throttleStatus: { readonly currentlyAvailable: number; readonly restoreRate: number };
}

type Sleep = (ms: number) => Promise<void>;
const sleepFor: Sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function fetchFromApiBase(
  apiBase: string,
): NonNullable<Parameters<typeof createAdminApiClient>[0]['customFetchApi']> {
  // The client insists on https and the store domain; an emulator has no certificate.
  return (url, init) => fetch(new URL(new URL(url).pathname, apiBase), init);
}

function toProduct(node: PageData['products']['nodes'][number]): PlatformProduct {
  const { media, variants, ...fields } = node;
  return {
    ...fields,
    images: media.nodes.flatMap(({ image, alt }) =>
      image ? [{ url: image.url, altText: alt ?? null }] : [],
    ),
    variants: variants.nodes.map(({ inventoryItem, ...variant }) => ({
      ...variant,
      inventoryItemId: inventoryItem?.id ?? null,
    })),
  };
}

/**
 * Milliseconds until the bucket can pay for the query; undefined for a response that is not
 * throttled.
 */
function throttleDelayMs(errors: unknown, cost: Cost | undefined): number | undefined {
  const list =
    (errors as { graphQLErrors?: { extensions?: { code?: string } }[] } | undefined)?.graphQLErrors ?? [];
  if (!list.some((error) => error.extensions?.code === 'THROTTLED')) return undefined;
  if (cost === undefined) return 1000;
  const missing = cost.requestedQueryCost - cost.throttleStatus.currentlyAvailable;
  return Math.max(50, Math.ceil((missing / Math.max(cost.throttleStatus.restoreRate, 1)) * 1000));
}

/** A reader of product pages, 50 products each. Retries throttled queries after `sleep`. */
export function createProductPageReader(config: PlatformConfig, sleep: Sleep = sleepFor): ReadProductPage {
  const client = createAdminApiClient({
    storeDomain: config.storeDomain,
    apiVersion: ADMIN_API_VERSION,
    accessToken: config.accessToken,
    retries: 3,
    ...(config.apiBase === undefined ? {} : { customFetchApi: fetchFromApiBase(config.apiBase) }),
    // The client logs warnings about versions that it does not know; the platform rejects those
    // itself.
    logger: () => {},
  });
  return async (cursor) => {
    for (let attempt = 1; ; attempt += 1) {
      const { data, errors, extensions } = await client.request<PageData>(PAGE_QUERY, {
        variables: {
          first: PRODUCTS_PER_PAGE,
          after: cursor,
          variants: VARIANTS_PER_PRODUCT,
          images: PRODUCT_IMAGES_MAX,
        },
      });
      const delayMs = throttleDelayMs(errors, extensions?.cost as Cost | undefined);
      if (delayMs !== undefined && attempt < THROTTLED_MAX_ATTEMPTS) {
        await sleep(delayMs);
        continue;
      }
      if (errors !== undefined || data === undefined) {
        const reason = errors?.graphQLErrors?.map(({ message }) => message).join('; ') || errors?.message;
        throw new PlatformError(
          `The shop platform refused a page of products: ${reason ?? 'empty response'}.`,
        );
      }
      const { pageInfo, nodes } = data.products;
      return {
        products: nodes.map(toProduct),
        nextCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
        currencyCode: data.shop.currencyCode,
      };
    }
  };
}
