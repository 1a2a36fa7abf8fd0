import { useLocation } from 'react-router-dom';
import { ButtonLink } from '../components/button.tsx';
import { parseSharedIds } from '../features/wishlist/share-link.ts';
import { SharedWishlist } from '../features/wishlist/shared-wishlist.tsx';
import { WishlistView } from '../features/wishlist/wishlist-view.tsx';
import { usePageHead } from '../lib/page-head.ts';

/** The /wishlist page: the shopper's own list, or a shared one. */
export function Component() {
  const shared = parseSharedIds(useLocation().search);
  usePageHead({
    title: shared ? 'A shared wishlist' : 'Wishlist',
    description: 'What the heart was pressed on.',
    noindex: true,
  });
  return (
    <main className="page stack" id="main" tabIndex={-1}>
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
        <WishlistView />
      )}
    </main>
  );
}
