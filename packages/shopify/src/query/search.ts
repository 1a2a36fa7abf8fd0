// The `query` argument of product connections: a subset of Shopify's search syntax. Shopify ignores
// an invalid field with a warning; here an unsupported term is an error, so no test passes by
// accident.
// @see https://shopify.dev/docs/api/usage/search-syntax

import { isTimestamp } from '@savepoint/server/core/rfc3339';
import type { Product } from '../shop/product.ts';
import { QueryError } from './query-error.ts';

/** Returns whether a product matches. */
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
 * Parses a query such as `status:active updated_at:>'2026-01-01T00:00:00Z' dragon`. A product
 * matches if all terms do. A word without a field matches titles that contain it; a trailing `*`
 * matches any suffix.
 * @throws QueryError for an unsupported field or operator
 */
export function parseSearchQuery(query: string | null | undefined): ProductFilter {
  const terms = (query ?? '').match(/(?:[^\s'"]+(?:'[^']*'|"[^"]*")|'[^']*'|"[^"]*"|\S)+/g) ?? [];
  const filters = terms.filter((term) => term !== 'AND').map(parseTerm);
  return (product) => filters.every((filter) => filter(product));
}

function parseTerm(term: string): ProductFilter {
  if (term === 'OR' || term === 'NOT' || term.startsWith('-') || term.startsWith('(')) {
    throw new QueryError(`savepoint-shopify does not support "${term}" in a search query.`, 'BAD_REQUEST');
  }
  const [, name, operator = '', raw = ''] = /^(\w+):(>=|<=|>|<)?(.*)$/s.exec(term) ?? [];
  if (name === undefined) return textFilter((product) => product.title, 'contains', unquote(term));
  const field = FIELDS[name];
  if (field === undefined) {
    throw new QueryError(`savepoint-shopify does not support the search field "${name}".`, 'BAD_REQUEST');
  }
  if (operator === '') return textFilter(field, 'equals', unquote(raw));
  return rangeFilter(field, operator, name.endsWith('_at') ? toTimestamp(unquote(raw), term) : unquote(raw));
}

function textFilter(
  field: (product: Product) => string | number | readonly string[],
  mode: 'equals' | 'contains',
  pattern: string,
): ProductFilter {
  const lowercase = pattern.toLowerCase();
  const prefix = lowercase.endsWith('*') ? lowercase.slice(0, -1) : null;
  return (product) =>
    [field(product)].flat().some((value) => {
      const text = String(value).toLowerCase();
      if (prefix !== null) return text.startsWith(prefix);
      return mode === 'contains' ? text.includes(lowercase) : text === lowercase;
    });
}

function rangeFilter(
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

function toTimestamp(text: string, term: string): string {
  const timestamp = [text, `${text}Z`, `${text}T00:00:00Z`].find(isTimestamp);
  if (timestamp === undefined) {
    throw new QueryError(`"${term}" does not contain a timestamp.`, 'BAD_REQUEST');
  }
  return new Date(timestamp).toISOString().replace(/\.\d{3}Z$/, 'Z');
}

function unquote(text: string): string {
  return /^(['"]).*\1$/s.test(text) ? text.slice(1, -1) : text;
}
