import type { ProductCard } from '../api/catalogue-endpoints.ts';
import { PageHead } from '../components/page-head.tsx';
import { AccountLayout } from '../features/account/account-layout.tsx';
import { LogoutButton } from '../features/auth/account-link.tsx';
import { itemAdded } from '../features/cart/cart-slice.ts';
import { QuickAdd } from '../features/catalog/quick-add.tsx';
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

/** The /account/wishlist page. Requires sign-in. */
export function Component() {
  return (
    <AccountLayout title="Your wishlist" logout={<LogoutButton />}>
      <PageHead title="Your wishlist" description="The products on your wishlist." noindex />
      <WishlistView renderAction={renderMoveToCart} />
    </AccountLayout>
  );
}
