import { createContext, use, useEffect } from 'react';
import { documentTitle, type PageHead } from './page-metadata.ts';

/** Receives the page's head during server rendering, where effects do not run. */
export const PageHeadContext = createContext<((head: PageHead) => void) | undefined>(undefined);

/** Sets the document's title and metadata while the component is mounted. Metadata of the server or an earlier page is replaced. */
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
