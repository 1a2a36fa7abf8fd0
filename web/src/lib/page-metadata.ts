// Owns the words of a page's head: what a page says of itself, its full title, the shop's public origin.
import { SHOP_NAME } from '../config/constants.ts';

export interface PageHead {
  readonly title: string;
  readonly description: string;
  /** Path of the canonical address; the page's own path when absent. */
  readonly canonicalPath?: string;
  readonly image?: string;
  readonly type?: 'website' | 'product';
  /** schema.org objects. */
  readonly structuredData?: readonly Record<string, unknown>[];
  /** Pages that search engines should leave out. */
  readonly noindex?: boolean;
}

let configuredOrigin: string | undefined = import.meta.env.VITE_SITE_ORIGIN || undefined;

/** Says where the shop is, where no address bar does. */
export function setSiteOrigin(origin: string): void {
  configuredOrigin = origin;
}

/** The public origin of the shop. */
export function siteOrigin(): string {
  return configuredOrigin ?? location.origin;
}

/** A title within the shop. */
export function documentTitle(title: string): string {
  return title === SHOP_NAME ? `${SHOP_NAME} | Premium gaming merchandise` : `${title} | ${SHOP_NAME}`;
}
