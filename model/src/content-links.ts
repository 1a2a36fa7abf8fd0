// Links that an owner writes: the valid paths of the shop, and the documents that they require.
import { DOCUMENT_ID_MAX_LENGTH } from './limits.ts';

/** Pages of the shop without a parameter. web/src/app/pages.test.ts checks that they match. */
export const LINKABLE_PATHS = [
  '/',
  '/shop',
  '/shop/sale',
  '/cart',
  '/wishlist',
  '/drops',
  '/checkout',
  '/login',
  '/register',
  '/about',
  '/contact',
  '/faq',
  '/shipping',
  '/privacy',
  '/terms',
  '/account',
  '/account/credit',
  '/account/orders',
  '/account/wishlist',
  '/account/settings',
] as const;

/** True for a path on this origin or an https address. */
export function isShopLink(to: string): boolean {
  return /^https:\/\/[^\s"'<>]+$/.test(to) || /^\/(?![/\\])[^\s"'<>\\]*$/.test(to);
}

/**
 * The document that a link requires, such as `categories/sale-tees`; null if it requires none,
 * undefined if no page has the path or the id is invalid in Firestore.
 */
export function linkedDocument(to: string): string | null | undefined {
  if (!to.startsWith('/')) return isShopLink(to) ? null : undefined;
  const path = to.replace(/[?#].*$/, '').replace(/(?<=.)\/$/, '');
  if ((LINKABLE_PATHS as readonly string[]).includes(path)) return null;
  const [, page, id] = /^\/(shop|product)\/(?!\.{1,2}$|__.*__$)([^/]+)$/.exec(path) ?? [];
  if (id === undefined || id.length > DOCUMENT_ID_MAX_LENGTH) return undefined;
  return `${page === 'shop' ? 'categories' : 'products'}/${id}`;
}

/** A link of a section, with the path of its field. */
export interface FoundLink {
  readonly path: readonly (string | number)[];
  readonly to: string;
}

/** Keys whose values name a category or product that the page links to. */
const PAGES_BY_KEY: Readonly<Record<string, string>> = { category: '/shop/', product: '/product/' };

/**
 * All links of a section: values under the keys `to`, `category` and `product`, and `[text](link)`
 * inside texts.
 */
export function findLinks(value: unknown, path: readonly (string | number)[] = []): FoundLink[] {
  if (typeof value === 'string') {
    const key = path.at(-1);
    if (key === 'to') return [{ path, to: value }];
    const page = PAGES_BY_KEY[String(key)];
    if (page !== undefined) return [{ path, to: `${page}${value}` }];
    return [...value.matchAll(INLINE_LINK)].map(([, , to = '']) => ({ path, to }));
  }
  if (Array.isArray(value)) return value.flatMap((each, index) => findLinks(each, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => findLinks(each, [...path, key]));
}

/** `[text](link)` in a text of a page. */
const INLINE_LINK = /\[([^\]\n]+)\]\(([^)\s]+)\)/g;

/** Splits a text into plain text and links. */
export function splitLinks(text: string): readonly { readonly text: string; readonly to?: string }[] {
  const parts: { text: string; to?: string }[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE_LINK)) {
    const [whole, label = '', to = ''] = match;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: label, to });
    end = match.index + whole.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}
