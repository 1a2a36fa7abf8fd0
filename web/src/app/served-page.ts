// Owns what a served page carries for its app: what was read for it, and when.
import type { ServedExtract } from '../lib/served-extract.ts';
import type { ServedQuery } from './served-queries.ts';

/** Files of web/src/routes that are read before anything is clicked; the other pages are made in the browser. */
export const SERVED_PAGES: readonly string[] = ['home', 'shop', 'product'];

export interface ServedPage {
  /** ISO time. */
  readonly renderedAt: string;
  /** Name of the page's file in web/src/routes. */
  readonly file: string;
  /** Names of the lazily loaded parts it shows (lib/lazy-part.ts). */
  readonly parts: readonly string[];
  readonly queries: readonly ServedQuery[];
  readonly extract?: ServedExtract;
}

/** Id of the element that holds it, as JSON. */
export const SERVED_PAGE_ID = 'served-page';
