// The cards of all products, from the database: on the server, which makes the catalogue's file of them, and in browsers where
// that file cannot be read.
import { cutText } from '@savepoint/model/cut-text';
import type { Product } from '@savepoint/model/product';
import type { QueryRequest } from '../firebase/request.ts';
import { isActive } from './is-active.ts';
import { CARD_FIELDS, type EndpointResult, type ProductCard, type RunBaseQuery } from './product-card.ts';

/** What the search reads in addition. */
const SEARCHED_FIELDS = ['productType', 'tags', 'description', 'features', 'specifications'] as const;
const SEARCH_TEXT_MAX_LENGTH = 600;

type SearchedProduct = ProductCard & Partial<Pick<Product, (typeof SEARCHED_FIELDS)[number]>>;

function toCatalogueCard({
  description = '',
  features = [],
  specifications = {},
  ...card
}: SearchedProduct): ProductCard {
  const text = [description, ...features, ...Object.values(specifications)].join(' ').toLowerCase();
  const distinct = [...new Set(text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{2,}/gu))].join(' ');
  return { ...card, searchText: cutText(distinct, SEARCH_TEXT_MAX_LENGTH) };
}

/** Queries synced products, and all products only when there are none. */
async function queryShopifyFirst(
  run: RunBaseQuery,
  query: QueryRequest,
): Promise<EndpointResult<ProductCard[]>> {
  const synced: QueryRequest = { ...query, where: [['source', '==', 'shopify'], ...(query.where ?? [])] };
  for (const request of [synced, query]) {
    const result = await run(request);
    if (result.error) return { error: result.error };
    const products = (result.data as ProductCard[]).filter(isActive);
    if (products.length > 0 || request === query) return { data: products };
  }
  return { data: [] };
}

/** The cards of all products that shoppers see, with what the search reads. */
export async function readCatalogue(run: RunBaseQuery): Promise<EndpointResult<ProductCard[]>> {
  const select = [...CARD_FIELDS, ...SEARCHED_FIELDS];
  const result = await queryShopifyFirst(run, { op: 'query', path: 'products', select });
  return 'data' in result ? { data: result.data.map(toCatalogueCard) } : result;
}
