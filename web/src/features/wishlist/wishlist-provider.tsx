// Owns the wishlist as a context: a thin layer over Redux in the shape the specification names.
import type { WishlistItem } from '@savepoint/model/user';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import {
  itemUnwished,
  itemWished,
  selectWishlistState,
  type WishedProduct,
  wishlistCleared,
} from './wishlist-slice.ts';

export interface Wishlist {
  readonly wishlist: readonly WishlistItem[];
  readonly loading: boolean;
  /** One of the messages of the specification's section 8, or null. */
  readonly error: string | null;
  readonly addToWishlist: (product: WishedProduct) => void;
  readonly removeFromWishlist: (id: string | number) => void;
  readonly clearWishlist: () => void;
  readonly isInWishlist: (id: string | number) => boolean;
}

const WishlistContext = createContext<Wishlist | undefined>(undefined);

export function WishlistProvider({ children }: { children: ReactNode }) {
  const dispatch = useDispatch();
  const { items, loading, message } = useSelector(selectWishlistState);
  const wishlist = useMemo<Wishlist>(
    () => ({
      wishlist: items,
      loading,
      error: message,
      addToWishlist: (product) => dispatch(itemWished(product)),
      removeFromWishlist: (id) => dispatch(itemUnwished(String(id))),
      clearWishlist: () => dispatch(wishlistCleared()),
      isInWishlist: (id) => items.some((item) => item.id === String(id)),
    }),
    [dispatch, items, loading, message],
  );
  return <WishlistContext value={wishlist}>{children}</WishlistContext>;
}

/** The wishlist of the surrounding provider. Throws outside of one. */
export function useWishlist(): Wishlist {
  const wishlist = use(WishlistContext);
  if (wishlist === undefined) throw new Error('useWishlist must be used within a WishlistProvider');
  return wishlist;
}

/** The number of items; a missing provider counts as an empty list, for the navigation bar. */
export function useWishlistCount(): number {
  return use(WishlistContext)?.wishlist.length ?? 0;
}
