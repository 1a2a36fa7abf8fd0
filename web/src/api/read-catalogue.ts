// Reads the cards of all products from the database: on the server, which makes the catalog file,
// and in browsers that cannot read that file.
import { cutText } from '@savepoint/model/cut-text';
import type { Product } from '@savepoint/model/product';
import type { QueryRequest, ReadRequest } from '../firebase/request.ts';
import { isActive } from './is-active.ts';
import { CARD_FIELDS, type ProductCard } from './product-card.ts';

/** Additional fields for the search. */
const SEARCHED_FIELDS = ['productType', 'tags', 'description', 'features', 'specifications'] as const;
const SEARCH_TEXT_MAX_LENGTH = 600;
/** The card's picture, and the one on hover. */
const CARD_IMAGES_MAX = 2;

type SearchedProduct = ProductCard & Partial<Pick<Product, (typeof SEARCHED_FIELDS)[number]>>;

function toCatalogueCard({
  description = '',
  features = [],
  specifications = {},
  images = [],
  imageAlts = [],
  ...card
}: SearchedProduct): ProductCard {
  const text = [description, ...features, ...Object.values(specifications)].join(' ').toLowerCase();
  const distinct = [...new Set(text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{2,}/gu))].join(' ');
  return {
    ...card,
    images: images.slice(0, CARD_IMAGES_MAX),
    imageAlts: imageAlts.slice(0, CARD_IMAGES_MAX),
    searchText: cutText(distinct, SEARCH_TEXT_MAX_LENGTH),
  };
}

/**
 * The cards of all visible products, with the fields for the search: synced products, or all if
 * there are none.
 */
export async function readCatalogue(
  read: (request: ReadRequest) => Promise<unknown>,
): Promise<ProductCard[]> {
  const query: QueryRequest = {
    op: 'query',
    path: 'products',
    select: [...CARD_FIELDS, ...SEARCHED_FIELDS],
  };
  const readActive = async (request: QueryRequest) =>
    ((await read(request)) as SearchedProduct[]).filter(isActive);
  const synced = await readActive({ ...query, where: [['source', '==', 'shopify']] });
  return (synced.length > 0 ? synced : await readActive(query)).map(toCatalogueCard);
}
