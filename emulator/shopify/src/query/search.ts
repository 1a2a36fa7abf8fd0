// Owns the `query` argument of product lists: a small part of Shopify's search syntax. A term it does not know is
// refused by name rather than ignored.

import type { Product } from '../shop/product.ts';
import { QueryError } from './query-error.ts';

/** Whether a product matches. */
export type ProductFilter = (product: Product) => boolean;

const FIELDS: Record<string, (product: Product) => string | number | readonly string[]> = {
  id: (product) => product.id,
  title: (product) => product.title,
  handle: (product) => product.handle,
  vendor: (product) => product.vendor,
  product_type: (product) => product.productType,
  tag: (product) => product.tags,
  status: (product) => product.status,
  created_at: (product) => product.createdAt,
  updated_at: (product) => product.updatedAt,
  sku: (product) => product.variants.map(({ sku }) => sku),
};

/**
 * Reads `status:active updated_at:>'2026-01-01T00:00:00Z' dragon`: all terms must hold; a bare word is looked for in
 * the title, a trailing `*` matches any rest.
 * @throws RefusedQuery for a field or an operator it does not have
 */
export function parseSearchQuery(query: string | null | undefined): ProductFilter {
  const terms = (query ?? '').match(/(?:[^\s'"]+(?:'[^']*'|"[^"]*")|'[^']*'|"[^"]*"|\S)+/g) ?? [];
  const filters = terms.filter((term) => term !== 'AND').map(readTerm);
  return (product) => filters.every((filter) => filter(product));
}

function readTerm(term: string): ProductFilter {
  if (term === 'OR' || term === 'NOT' || term.startsWith('-') || term.startsWith('(')) {
    throw new QueryError(`savepoint-shopify does not support "${term}" in a search query.`, 'BAD_REQUEST');
  }
  const [, name, operator = '', raw = ''] = /^(\w+):(>=|<=|>|<)?(.*)$/s.exec(term) ?? [];
  if (name === undefined) return matches((product) => product.title, 'contains', unquote(term));
  const field = FIELDS[name];
  if (field === undefined) {
    throw new QueryError(`savepoint-shopify does not support the search field "${name}".`, 'BAD_REQUEST');
  }
  if (operator === '') return matches(field, 'equals', unquote(raw));
  return ranges(field, operator, name.endsWith('_at') ? toMoment(unquote(raw), term) : unquote(raw));
}

function matches(
  field: (product: Product) => string | number | readonly string[],
  how: 'equals' | 'contains',
  wanted: string,
): ProductFilter {
  const sought = wanted.toLowerCase();
  const prefix = sought.endsWith('*') ? sought.slice(0, -1) : null;
  return (product) =>
    [field(product)].flat().some((value) => {
      const text = String(value).toLowerCase();
      if (prefix !== null) return text.startsWith(prefix);
      return how === 'contains' ? text.includes(sought) : text === sought;
    });
}

function ranges(
  field: (product: Product) => string | number | readonly string[],
  operator: string,
  bound: string,
): ProductFilter {
  return (product) => {
    const value = field(product);
    const order =
      typeof value === 'number' ? value - Number(bound) : String(value).localeCompare(bound, 'en');
    if (operator === '>') return order > 0;
    if (operator === '>=') return order >= 0;
    return operator === '<' ? order < 0 : order <= 0;
  };
}

function toMoment(text: string, term: string): string {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) {
    throw new QueryError(`"${term}" does not hold a time.`, 'BAD_REQUEST');
  }
  return moment.toISOString().replace(/\.\d{3}Z$/, 'Z');
}

function unquote(text: string): string {
  return /^(['"]).*\1$/s.test(text) ? text.slice(1, -1) : text;
}
