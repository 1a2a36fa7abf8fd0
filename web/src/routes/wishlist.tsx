// Owns the wishlist page: the visitor's own list, or the one a shared link carries.
import { useLocation } from 'react-router-dom';
import { ButtonLink } from '../components/button.tsx';
import { readSharedIds } from '../features/wishlist/share-link.ts';
import { SharedWishlist } from '../features/wishlist/shared-wishlist.tsx';
import { WishlistView } from '../features/wishlist/wishlist-view.tsx';
import { usePageHead } from '../lib/page-head.ts';

export function Component() {
  const shared = readSharedIds(useLocation().search);
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
            <ButtonLink to="/wishlist" look="secondary">
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
