import type { WishlistItem } from '@savepoint/model/user';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Button, ButtonLink, IconButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { Price } from '../../components/price.tsx';
import { ProductImage } from '../../components/product-image.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import { focusAdjacentRow } from '../../lib/focus-adjacent-row.ts';
import { productPath } from '../../lib/paths.ts';
import { toastShown } from '../../lib/toast-slice.ts';
import { wishlistSharePath } from './share-link.ts';
import { useWishlist } from './wishlist-provider.tsx';
import {
  selectWishlistState,
  wishlistMergeAccepted,
  wishlistMergeDismissed,
  wishlistSaveRetried,
} from './wishlist-slice.ts';
import './wishlist.css';

/** One wishlist item; without `onRemove` it is read-only. */
export function WishlistCard({ item, onRemove }: { item: WishlistItem; onRemove?: () => void }) {
  return (
    <li className="wishlist-card">
      <ShopLink to={productPath(item.id)} className="image-frame" tabIndex={-1} aria-hidden>
        <ProductImage src={item.image} alt="" size="card" />
      </ShopLink>
      <div className="wishlist-card-text">
        <ShopLink to={productPath(item.id)} className="wishlist-card-name">
          {item.name}
        </ShopLink>
        <Price price={item.price} />
      </div>
      {onRemove && (
        <IconButton
          label={`Remove ${item.name} from wishlist`}
          onClick={(event) => {
            focusAdjacentRow(event.currentTarget);
            onRemove();
          }}
        >
          <Icon name="trash" />
        </IconButton>
      )}
    </li>
  );
}

function ShareButton({ items }: { items: readonly WishlistItem[] }) {
  const dispatch = useDispatch();
  const [link, setLink] = useState<string>();
  const share = async () => {
    const url = location.origin + wishlistSharePath(items.map(({ id }) => id));
    try {
      await navigator.clipboard.writeText(url);
      dispatch(toastShown({ text: 'The link to your wishlist is copied.' }));
    } catch {
      // The clipboard is not available: show the link for copying by hand.
      setLink(url);
    }
  };
  return (
    <>
      <Button variant="secondary" onClick={share}>
        <Icon name="share" /> Share link
      </Button>
      {link !== undefined && (
        <input
          className="input"
          readOnly
          aria-label="Link to your wishlist"
          value={link}
          onFocus={(e) => e.target.select()}
        />
      )}
    </>
  );
}

/**
 * The shopper's own wishlist: items, a failed save with Retry, the pending merge of guest items, and a link to
 * share.
 */
export function WishlistView() {
  const dispatch = useDispatch();
  const { wishlist, error, loading, removeFromWishlist, clearWishlist } = useWishlist();
  const { pendingMerge } = useSelector(selectWishlistState);
  return (
    <>
      {error !== null && (
        <section className="notice notice-warning" role="status">
          <p>{error}</p>
          <Button variant="secondary" onClick={() => dispatch(wishlistSaveRetried())}>
            Retry
          </Button>
        </section>
      )}
      {pendingMerge.length > 0 && (
        <section className="notice" aria-label="Wished before signing in">
          <p>
            You put {pendingMerge.length === 1 ? '1 item' : `${pendingMerge.length} items`} on a wishlist
            before signing in: {pendingMerge.map(({ name }) => name).join(', ')}.
          </p>
          <Button onClick={() => dispatch(wishlistMergeAccepted())}>Add all</Button>
          <Button variant="quiet" onClick={() => dispatch(wishlistMergeDismissed())}>
            Dismiss
          </Button>
        </section>
      )}
      {wishlist.length === 0 ? (
        <EmptyState icon="heart" title={loading ? 'Fetching your wishlist…' : 'Your wishlist is empty'}>
          <p>Tap the heart on anything you like, and it waits for you here.</p>
          <ButtonLink to="/shop">Browse the shop</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <div className="row">
            <ShareButton items={wishlist} />
            <Button variant="quiet" onClick={clearWishlist}>
              Clear wishlist
            </Button>
          </div>
          <ul className="wishlist-grid" aria-label="Your wishlist">
            {wishlist.map((item) => (
              <WishlistCard key={item.id} item={item} onRemove={() => removeFromWishlist(item.id)} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}
