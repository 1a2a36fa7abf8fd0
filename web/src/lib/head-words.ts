// Owns the words of a page's head: what a page says of itself, its full title, the shop's public origin.
import { SHOP_NAME } from '../config/constants.ts';

export interface PageHead {
  readonly title: string;
  readonly description: string;
  /** Path of the canonical address; the page's own path when absent. */
  readonly path?: string;
  readonly image?: string;
  readonly type?: 'website' | 'product';
  /** schema.org objects. */
  readonly structured?: readonly Record<string, unknown>[];
  /** Pages that search engines should leave out. */
  readonly hidden?: boolean;
}

/** The public origin of the shop. */
export function siteOrigin(): string {
  return import.meta.env.VITE_SITE_ORIGIN || location.origin;
}

/** A title within the shop. */
export function fullTitle(title: string): string {
  return title === SHOP_NAME ? `${SHOP_NAME} | Premium gaming merchandise` : `${title} | ${SHOP_NAME}`;
}
