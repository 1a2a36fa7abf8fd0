import { useProductQuery } from '../../api/catalogue-endpoints.ts';
import { Skeleton } from '../../components/skeleton.tsx';
import { WishlistCard } from './wishlist-view.tsx';

function SharedItem({ id }: { id: string }) {
  const { data: product, isError } = useProductQuery(id);
  if (product === null || isError) return null;
  if (product === undefined) {
    return (
      <li>
        <Skeleton ratio="4 / 5" />
      </li>
    );
  }
  return <WishlistCard item={{ ...product, addedAt: '' }} />;
}

/** Another shopper's wishlist, read-only; products that no longer exist are left out. */
export function SharedWishlist({ ids }: { ids: readonly string[] }) {
  return (
    <ul className="wishlist-grid" aria-label="Shared wishlist">
      {ids.map((id) => (
        <SharedItem key={id} id={id} />
      ))}
    </ul>
  );
}
