import { lazy, Suspense } from 'react';
import { useSelector } from 'react-redux';
import { selectPendingMerge } from '../features/cart/cart-slice.ts';
import { selectWishlistPendingMerge } from '../features/wishlist/wishlist-slice.ts';
import { loadChunk } from '../lib/load-chunk.ts';

const loadOffer = () => loadChunk('Guest items', () => import('./guest-items-offer.tsx'));
const GuestItemsOffer = lazy(async () => ({ default: (await loadOffer()).GuestItemsOffer }));

/** On every page: whoever signs in on the way to somewhere else sees neither the cart nor the wishlist. */
export function GuestItems() {
  const hasLines = useSelector(selectPendingMerge).length > 0;
  const hasHearts = useSelector(selectWishlistPendingMerge).length > 0;
  if (!hasLines && !hasHearts) return null;
  return (
    <Suspense fallback={null}>
      <GuestItemsOffer />
    </Suspense>
  );
}
