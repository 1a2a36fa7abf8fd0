// Owns the wishlist's place in the navigation bar.
import { Icon } from '../../components/icon.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import { useWishlistCount } from './wishlist-provider.tsx';

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
