// Owns what search engines and link previews read of a page: pages say what they are, the head follows. A head that the
// server sent is replaced. Writing it is left to write-page-head.ts, which comes after the page.
import { createContext, use, useEffect } from 'react';
import { documentTitle, type PageHead } from './page-metadata.ts';

/** Hears what the page says, where no effect will run: on the server. */
export const PageHeadContext = createContext<((head: PageHead) => void) | undefined>(undefined);

/** Makes the document's head say what this page is. */
export function usePageHead(head: PageHead): void {
  use(PageHeadContext)?.(head);
  const key = JSON.stringify(head);
  useEffect(() => {
    const current = JSON.parse(key) as PageHead;
    document.title = documentTitle(current.title);
    let isCurrent = true;
    void import('./write-page-head.ts').then(({ writePageHead }) => {
      if (isCurrent) writePageHead(current);
    });
    return () => {
      isCurrent = false;
    };
  }, [key]);
}
