// Owns the heart that puts a product on the wishlist or takes it off.
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

export function WishlistButton({ product }: { product: WishlistProduct }) {
  const dispatch = useDispatch();
  const id = String(product.id);
  const wished = useSelector((state: { wishlist: WishlistState }) => selectIsInWishlist(state, id));
  return (
    <IconButton
      label={wished ? `Remove ${product.name} from wishlist` : `Add ${product.name} to wishlist`}
      aria-pressed={wished}
      onClick={() => dispatch(wished ? wishlistItemRemoved(id) : wishlistItemAdded(product))}
    >
      <Icon name="heart" filled={wished} />
    </IconButton>
  );
}

/** The heart of a card in a grid, as one function for every render of it. */
export const renderWishlistButton = (product: WishlistProduct) => <WishlistButton product={product} />;
