import { SHOP_NAME } from '../config/constants.ts';

/** What search engines and link previews read of a page. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  /** Path of the canonical URL; the page's own path when absent. */
  readonly canonicalPath?: string;
  /** Path or URL of the preview image. */
  readonly image?: string;
  readonly type?: 'website' | 'product';
  /** schema.org objects, rendered as JSON-LD. */
  readonly structuredData?: readonly Record<string, unknown>[];
  /** Keeps search engines from indexing the page. */
  readonly noindex?: boolean;
}

let configuredOrigin: string | undefined = import.meta.env.VITE_SITE_ORIGIN || undefined;

/** Sets the shop's public origin where there is no `location`: on the server. */
export function setSiteOrigin(origin: string): void {
  configuredOrigin = origin;
}

/** The shop's public origin, without a trailing slash. */
export function siteOrigin(): string {
  return configuredOrigin ?? location.origin;
}

/** The document's title for the title of a page. */
export function documentTitle(title: string): string {
  return title === SHOP_NAME ? `${SHOP_NAME} | Premium gaming merchandise` : `${title} | ${SHOP_NAME}`;
}
