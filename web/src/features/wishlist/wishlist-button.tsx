import { useDispatch, useSelector } from 'react-redux';
import { IconButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import {
  selectIsInWishlist,
  type WishlistProduct,
  type WishlistState,
  wishlistItemAdded,
  wishlistItemRemoved,
} from './wishlist-slice.ts';

/** The heart that adds a product to the wishlist or removes it. */
export function WishlistButton({ product }: { product: WishlistProduct }) {
  const dispatch = useDispatch();
  const id = String(product.id);
  const isInWishlist = useSelector((state: { wishlist: WishlistState }) => selectIsInWishlist(state, id));
  return (
    <IconButton
      label={isInWishlist ? `Remove ${product.name} from wishlist` : `Add ${product.name} to wishlist`}
      aria-pressed={isInWishlist}
      onClick={() => dispatch(isInWishlist ? wishlistItemRemoved(id) : wishlistItemAdded(product))}
    >
      <Icon name="heart" filled={isInWishlist} />
    </IconButton>
  );
}

/** Render prop for product cards. A stable reference, because ProductGrid is memoized. */
export const renderWishlistButton = (product: WishlistProduct) => <WishlistButton product={product} />;
