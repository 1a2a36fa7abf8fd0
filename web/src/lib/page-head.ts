// Owns what search engines and link previews read of a page: pages say what they are, the head follows. A head that the
// server sent is replaced. Writing it is left to write-page-head.ts, which comes after the page.
import { useEffect } from 'react';
import { fullTitle, type PageHead } from './head-words.ts';

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
