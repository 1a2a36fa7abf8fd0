// Owns the heart that puts a product on the wishlist or takes it off.
import { useDispatch, useSelector } from 'react-redux';
import { IconButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import {
  itemUnwished,
  itemWished,
  selectIsWished,
  type WishedProduct,
  type WishlistState,
} from './wishlist-slice.ts';

export function WishButton({ product }: { product: WishedProduct }) {
  const dispatch = useDispatch();
  const id = String(product.id);
  const wished = useSelector((state: { wishlist: WishlistState }) => selectIsWished(state, id));
  return (
    <IconButton
      label={wished ? `Remove ${product.name} from wishlist` : `Add ${product.name} to wishlist`}
      aria-pressed={wished}
      onClick={() => dispatch(wished ? itemUnwished(id) : itemWished(product))}
    >
      <Icon name="heart" filled={wished} />
    </IconButton>
  );
}

/** The heart of a card in a grid, as one function for every render of it. */
export const wishButton = (product: WishedProduct) => <WishButton product={product} />;
