// Owns what search engines and link previews read of a page: title, description, canonical address, Open Graph and
// structured data. A head that the server sent is replaced when the page says what it is.
import { useEffect } from 'react';
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

/** Makes the document's head say what this page is. */
export function usePageHead(head: PageHead): void {
  const key = JSON.stringify(head);
  useEffect(() => {
    const current = JSON.parse(key) as PageHead;
    document.title = fullTitle(current.title);
    let isCurrent = true;
    void import('./write-page-head.ts').then(({ writePageHead }) => {
      if (isCurrent) writePageHead(current);
    });
    return () => {
      isCurrent = false;
    };
  }, [key]);
}
