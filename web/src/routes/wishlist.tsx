import { useLocation } from 'react-router-dom';
import type { ProductCard } from '../api/catalogue-endpoints.ts';
import { ButtonLink } from '../components/button.tsx';
import { PageHead } from '../components/page-head.tsx';
import { itemAdded } from '../features/cart/cart-slice.ts';
import { QuickAdd } from '../features/catalog/quick-add.tsx';
import { WayOn } from '../features/catalog/way-on.tsx';
import { parseSharedIds } from '../features/wishlist/share-link.ts';
import { SharedWishlist } from '../features/wishlist/shared-wishlist.tsx';
import { useWishlistCount } from '../features/wishlist/wishlist-provider.tsx';
import { WishlistView } from '../features/wishlist/wishlist-view.tsx';
import '../styles/catalogue.css';

const renderMoveToCart = (product: ProductCard, onMoved: () => void) => (
  <QuickAdd
    product={product}
    toAction={itemAdded}
    label="Move to cart"
    submitLabel="Move to cart"
    onAdded={onMoved}
  />
);

/** The /wishlist page: the shopper's own list, or a shared one. */
export function Component() {
  const isEmpty = useWishlistCount() === 0;
  const shared = parseSharedIds(useLocation().search);
  return (
    <main className="page stack" id="main" tabIndex={-1}>
      <PageHead
        title={shared ? 'A shared wishlist' : 'Wishlist'}
        description="The products on your wishlist."
        noindex
      />
      <h1 tabIndex={-1}>{shared ? 'A shared wishlist' : 'Your wishlist'}</h1>
      {shared ? (
        <>
          <SharedWishlist ids={shared} />
          <div>
            <ButtonLink to="/wishlist" variant="secondary">
              Your own wishlist
            </ButtonLink>
          </div>
        </>
      ) : (
        <>
          <WishlistView renderAction={renderMoveToCart} />
          {isEmpty && <WayOn />}
        </>
      )}
    </main>
  );
}
