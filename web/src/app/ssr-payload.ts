import type { SsrPlaceholderData } from '../lib/ssr-placeholder-data.ts';
import type { SsrQuery } from './ssr-queries.ts';

/** Routes rendered on the server, by file name in web/src/routes; the others are rendered in the browser. */
export const SSR_ROUTES: readonly string[] = ['home', 'shop', 'product'];

/** What a server-rendered page carries as JSON for its hydration. */
export interface SsrPayload {
  /** ISO time. */
  readonly renderedAt: string;
  /** The route's file name in web/src/routes, without the extension. */
  readonly routeFile: string;
  /** Names of the lazy components that the page renders (lib/lazy-component.ts). */
  readonly lazyComponents: readonly string[];
  readonly queries: readonly SsrQuery[];
  readonly placeholderData?: SsrPlaceholderData;
}

/** Id of the script element that holds the payload. */
export const SSR_PAYLOAD_ID = 'ssr-payload';
