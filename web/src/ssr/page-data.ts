import type { HydrationState } from 'react-router-dom';
import type { ShopStore } from '../app/store.ts';

/** The JSON in a server-rendered page for its hydration. */
export interface PageData {
  /**
   * The shop's public origin, which may differ from that of the URL: canonical URLs start with it.
   */
  readonly origin: string;
  /** Loader data, as the static handler of React Router returns it. */
  readonly router: HydrationState;
  /** The server's Redux state: a guest's, with the queries of the page. */
  readonly state: ReturnType<ShopStore['getState']>;
}

/** Id of the script element that holds the data. */
export const PAGE_DATA_ID = 'page-data';

/** The data of a server-rendered page; undefined if the document is the shell. */
export function readPageData(): PageData | undefined {
  const json = document.getElementById(PAGE_DATA_ID)?.textContent;
  return json ? (JSON.parse(json) as PageData) : undefined;
}

/**
 * The server's state, with the browser's object for each equal slice. React compares by reference:
 * otherwise it would render all users of these slices again right after hydration, in one task.
 */
export function shareEqualSlices(server: PageData['state'], browser: PageData['state']): PageData['state'] {
  const slices = Object.entries(browser).filter(
    ([name, slice]) => JSON.stringify(slice) === JSON.stringify(server[name as keyof typeof server]),
  );
  return { ...server, ...Object.fromEntries(slices) };
}
