import { SHOP_NAME } from '../config/constants.ts';

let configuredOrigin: string | undefined = import.meta.env.VITE_SITE_ORIGIN || undefined;

/** Sets the shop's public origin: on the server, and for server-rendered pages. */
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
