// Owns the wishlist as a page shows it: the items, what the cloud did not take, the guest's items, and a link to share.
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
import { sharePath } from './share-link.ts';
import { useWishlist } from './wishlist-provider.tsx';
import {
  selectWishlistState,
  wishlistOfferAccepted,
  wishlistOfferDismissed,
  wishlistSaveRetried,
} from './wishlist-slice.ts';
import './wishlist.css';

export function WishlistCard({ item, onRemove }: { item: WishlistItem; onRemove?: () => void }) {
  return (
    <li className="wish-card">
      <ShopLink to={productPath(item.id)} className="image-frame" tabIndex={-1} aria-hidden>
        <ProductImage src={item.image} alt="" place="card" />
      </ShopLink>
      <div className="wish-card-words">
        <ShopLink to={productPath(item.id)} className="wish-card-name">
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
    const address = location.origin + sharePath(items.map(({ id }) => id));
    try {
      await navigator.clipboard.writeText(address);
      dispatch(toastShown({ text: 'The link to your wishlist is copied.' }));
    } catch {
      // No clipboard: the link is shown to copy by hand.
      setLink(address);
    }
  };
  return (
    <>
      <Button look="secondary" onClick={share}>
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

export function WishlistView() {
  const dispatch = useDispatch();
  const { wishlist, error, loading, removeFromWishlist, clearWishlist } = useWishlist();
  const { offered } = useSelector(selectWishlistState);
  return (
    <>
      {error !== null && (
        <section className="notice notice-warning" role="status">
          <p>{error}</p>
          <Button look="secondary" onClick={() => dispatch(wishlistSaveRetried())}>
            Retry
          </Button>
        </section>
      )}
      {offered.length > 0 && (
        <section className="notice" aria-label="Wished before signing in">
          <p>
            You put {offered.length === 1 ? '1 item' : `${offered.length} items`} on a wishlist before signing
            in: {offered.map(({ name }) => name).join(', ')}.
          </p>
          <Button onClick={() => dispatch(wishlistOfferAccepted())}>Add all</Button>
          <Button look="quiet" onClick={() => dispatch(wishlistOfferDismissed())}>
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
            <Button look="quiet" onClick={clearWishlist}>
              Clear wishlist
            </Button>
          </div>
          <ul className="wish-grid" aria-label="Your wishlist">
            {wishlist.map((item) => (
              <WishlistCard key={item.id} item={item} onRemove={() => removeFromWishlist(item.id)} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}
