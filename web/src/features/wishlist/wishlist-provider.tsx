// A thin context over Redux, in the specified shape (section 5).
import type { WishlistItem } from '@savepoint/model/wishlist-item';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import {
  selectWishlistState,
  type WishlistProduct,
  wishlistCleared,
  wishlistItemAdded,
  wishlistItemRemoved,
} from './wishlist-slice.ts';

interface WishlistContextValue {
  readonly wishlist: readonly WishlistItem[];
  readonly loading: boolean;
  /** One of the messages of the specification's section 8, or null. */
  readonly error: string | null;
  readonly addToWishlist: (product: WishlistProduct) => void;
  readonly removeFromWishlist: (id: string | number) => void;
  readonly clearWishlist: () => void;
  readonly isInWishlist: (id: string | number) => boolean;
}

const WishlistContext = createContext<WishlistContextValue | undefined>(undefined);

/** Provides the wishlist and its actions to useWishlist. */
export function WishlistProvider({ children }: { children: ReactNode }) {
  const dispatch = useDispatch();
  const { items, loading, error } = useSelector(selectWishlistState);
  const wishlist = useMemo<WishlistContextValue>(
    () => ({
      wishlist: items,
      loading,
      error,
      addToWishlist: (product) => dispatch(wishlistItemAdded(product)),
      removeFromWishlist: (id) => dispatch(wishlistItemRemoved(String(id))),
      clearWishlist: () => dispatch(wishlistCleared()),
      isInWishlist: (id) => items.some((item) => item.id === String(id)),
    }),
    [dispatch, items, loading, error],
  );
  return <WishlistContext value={wishlist}>{children}</WishlistContext>;
}

/** The wishlist of the surrounding provider. Throws outside a WishlistProvider. */
export function useWishlist(): WishlistContextValue {
  const wishlist = use(WishlistContext);
  if (wishlist === undefined) throw new Error('useWishlist must be used within a WishlistProvider');
  return wishlist;
}

/** The item count for the navigation bar; 0 outside a WishlistProvider. */
export function useWishlistCount(): number {
  return use(WishlistContext)?.wishlist.length ?? 0;
}
