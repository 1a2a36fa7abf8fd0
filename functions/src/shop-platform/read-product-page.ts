// Owns reading products from Shopify's Admin GraphQL API in cursor pages. Knows nothing of our catalogue.
// Facts: https over the store domain is the client's own; a throttled query answers 200 with a THROTTLED error and the
// bucket's state in extensions.cost (Shopify, "API rate limits").
import { createAdminApiClient } from '@shopify/admin-api-client';
import { PlatformError, type PlatformProduct, type ReadProductPage } from './platform-product.ts';

/** The Admin API version whose field names this file uses. */
export const ADMIN_API_VERSION = '2026-10';
export const PRODUCTS_PER_PAGE = 50;
/** One more than the catalogue takes, so that a product with too many is noticed instead of cut short. */
const VARIANTS_PER_PRODUCT = 101;
const IMAGES_PER_PRODUCT = 20;
const THROTTLED_MAX_ATTEMPTS = 8;

export interface PlatformConfig {
  readonly storeDomain: string;
  readonly accessToken: string;
  /** Origin of a local stand-in, e.g. http://127.0.0.1:4010; absent for the platform itself. */
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
const sleep: Sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function localFetch(
  apiBase: string,
): NonNullable<Parameters<typeof createAdminApiClient>[0]['customFetchApi']> {
  // The client insists on https; a stand-in on this machine has no certificate.
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

/** How long to wait until the bucket holds what the query costs, in ms; undefined when the answer is no throttling. */
export function throttleDelayMs(errors: unknown, cost: Cost | undefined): number | undefined {
  const list =
    (errors as { graphQLErrors?: { extensions?: { code?: string } }[] } | undefined)?.graphQLErrors ?? [];
  if (!list.some((error) => error.extensions?.code === 'THROTTLED')) return undefined;
  if (cost === undefined) return 1000;
  const missing = cost.requestedQueryCost - cost.throttleStatus.currentlyAvailable;
  return Math.max(50, Math.ceil((missing / Math.max(cost.throttleStatus.restoreRate, 1)) * 1000));
}

/** A reader of product pages. `wait` is passed in so that tests own the clock. */
export function createProductPageReader(address: PlatformConfig, wait: Sleep = sleep): ReadProductPage {
  const client = createAdminApiClient({
    storeDomain: address.storeDomain,
    apiVersion: ADMIN_API_VERSION,
    accessToken: address.accessToken,
    retries: 3,
    ...(address.apiBase === undefined ? {} : { customFetchApi: localFetch(address.apiBase) }),
    // The client warns through the console about versions it does not know; the platform itself refuses those.
    logger: () => {},
  });
  return async (cursor) => {
    for (let tries = 1; ; tries += 1) {
      const { data, errors, extensions } = await client.request<PageData>(PAGE_QUERY, {
        variables: {
          first: PRODUCTS_PER_PAGE,
          after: cursor,
          variants: VARIANTS_PER_PRODUCT,
          images: IMAGES_PER_PRODUCT,
        },
      });
      const waitMs = throttleDelayMs(errors, extensions?.cost as Cost | undefined);
      if (waitMs !== undefined && tries < THROTTLED_MAX_ATTEMPTS) {
        await wait(waitMs);
        continue;
      }
      if (errors !== undefined || data === undefined) {
        const reason = errors?.graphQLErrors?.map(({ message }) => message).join('; ') || errors?.message;
        throw new PlatformError(`The shop platform refused a page of products: ${reason ?? 'empty answer'}.`);
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
