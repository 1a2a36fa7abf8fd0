import { Icon } from '../../components/icon.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import { useWishlistCount } from './wishlist-provider.tsx';

/** The wishlist in the navigation bar, with a badge of its item count. */
export function WishlistLink() {
  const count = useWishlistCount();
  return (
    <ShopLink
      to="/wishlist"
      className="icon-button"
      aria-label={`Wishlist, ${count} ${count === 1 ? 'item' : 'items'}`}
    >
      <Icon name="heart" />
      {count > 0 && (
        <span className="badge" aria-hidden>
          {count}
        </span>
      )}
    </ShopLink>
  );
}
