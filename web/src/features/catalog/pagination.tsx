import type { ComponentProps } from 'react';
import { ShopLink } from '../../components/shop-link.tsx';

/** The page numbers to link: first, last and the neighbors of the current page; 0 marks a gap. */
function paginationRange(page: number, pages: number): number[] {
  const candidates = [1, page - 1, page, page + 1, pages].filter((n) => n >= 1 && n <= pages);
  const sorted = [...new Set(candidates)].sort((a, b) => a - b);
  return sorted.flatMap((n, index) => (index > 0 && n - (sorted[index - 1] ?? n) > 1 ? [0, n] : [n]));
}

/**
 * The state of a navigation to another page of a listing: it leads to the top of the list, not of
 * the document.
 */
export interface PageChange {
  readonly isPageChange: true;
}
const PAGE_CHANGE: PageChange = { isPageChange: true };

function PageLink(props: Omit<ComponentProps<typeof ShopLink>, 'className' | 'state'>) {
  return <ShopLink {...props} className="chip" state={PAGE_CHANGE} preventScrollReset />;
}

/**
 * Links to the pages of a listing; nothing for a single page. The caller scrolls and focuses the
 * list after a page change.
 */
export function Pagination(props: { page: number; pages: number; getPath: (page: number) => string }) {
  const { page, pages, getPath } = props;
  if (pages < 2) return null;
  return (
    <nav aria-label="Pages" className="pagination">
      {page > 1 && (
        <PageLink to={getPath(page - 1)} rel="prev">
          Previous
        </PageLink>
      )}
      {paginationRange(page, pages).map((n, index) =>
        n === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no identity
          <span key={`gap-${index}`} aria-hidden>
            …
          </span>
        ) : (
          <PageLink
            key={n}
            to={getPath(n)}
            aria-label={`Page ${n}`}
            aria-current={n === page ? 'page' : undefined}
          >
            {n}
          </PageLink>
        ),
      )}
      {page < pages && (
        <PageLink to={getPath(page + 1)} rel="next">
          Next
        </PageLink>
      )}
    </nav>
  );
}
