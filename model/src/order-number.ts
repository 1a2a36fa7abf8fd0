// Order numbers and search terms. An order's id is its document id; people see its number
// everywhere.

import { cutText } from './cut-text.ts';

const NUMBER_LENGTH = 8;
/** Shorter prefixes would match almost everything. */
const TERM_MIN_LENGTH = 2;
const TERM_MAX_LENGTH = 40;

/**
 * The number of an order as displayed in pages, mails and files: the first eight characters of its
 * id, in capitals.
 */
export function orderNumber(id: string): string {
  return id.slice(0, NUMBER_LENGTH).toUpperCase();
}

/**
 * Normalizes a text for searching: without case, accents, repeated spaces and the # that people
 * write before a number.
 */
export function searchTerm(text: string): string {
  const term = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^#/, '');
  return cutText(term, TERM_MAX_LENGTH);
}

function prefixes(text: string): string[] {
  let prefix = '';
  return Array.from(searchTerm(text), (character) => {
    prefix += character;
    return prefix;
  }).filter(({ length }) => length >= TERM_MIN_LENGTH);
}

/**
 * The search terms of an order, for its field `searchTerms`: every prefix of two characters or more
 * of its number, email address, full name and each word of it. Firestore has no text search; an
 * array-contains query finds one of these. Example: 'Ada Byron' is found by 'ad', 'ada b' and
 * 'byr', not by 'yron'.
 */
export function orderSearchTerms(order: {
  readonly id: string;
  readonly email?: string | undefined;
  readonly address: { readonly name: string };
}): string[] {
  const { name } = order.address;
  const texts = [orderNumber(order.id), order.id, order.email ?? '', name, ...name.split(/\s+/)];
  return [...new Set(texts.flatMap(prefixes))];
}
