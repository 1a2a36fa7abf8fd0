// Owns the links from page to page of a listing.
import { ShopLink } from '../../components/shop-link.tsx';

/** The pages worth a link: first, last, and those around the current one; 0 stands for a gap. */
function paginationRange(page: number, pages: number): number[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((n) => n >= 1 && n <= pages);
  const sorted = [...new Set(wanted)].sort((a, b) => a - b);
  return sorted.flatMap((n, index) => (index > 0 && n - (sorted[index - 1] ?? n) > 1 ? [0, n] : [n]));
}

export function Pagination(props: { page: number; pages: number; pathOf: (page: number) => string }) {
  const { page, pages, pathOf } = props;
  if (pages < 2) return null;
  return (
    <nav aria-label="Pages" className="pagination">
      {page > 1 && (
        <ShopLink className="chip" to={pathOf(page - 1)} rel="prev">
          Previous
        </ShopLink>
      )}
      {paginationRange(page, pages).map((n, index) =>
        n === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no identity
          <span key={`gap-${index}`} aria-hidden>
            …
          </span>
        ) : (
          <ShopLink
            key={n}
            className="chip"
            to={pathOf(n)}
            aria-label={`Page ${n}`}
            aria-current={n === page ? 'page' : undefined}
          >
            {n}
          </ShopLink>
        ),
      )}
      {page < pages && (
        <ShopLink className="chip" to={pathOf(page + 1)} rel="next">
          Next
        </ShopLink>
      )}
    </nav>
  );
}
