import { isAvailable } from '@savepoint/model/variants';
import type { WishlistItem } from '@savepoint/model/wishlist-item';
import { type ReactNode, useMemo, useState } from 'react';
import { useDispatch } from 'react-redux';
import { type ProductCard, useProductsQuery } from '../../api/catalogue-endpoints.ts';
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
import { wishlistSaveRetried } from './wishlist-slice.ts';
import './wishlist.css';

const LOW_STOCK_UNITS = 5;

/** The availability of a wishlist item, from the catalog; nothing while that loads. */
function StockNote({ product, isLoaded }: { product: ProductCard | undefined; isLoaded: boolean }) {
  if (!isLoaded) return null;
  if (product === undefined) return <span className="tag">No longer sold</span>;
  if (!isAvailable(product.variants)) return <span className="tag tag-coral">Sold out</span>;
  const units = product.variants.reduce((sum, { stock }) => sum + stock, 0);
  return units <= LOW_STOCK_UNITS ? (
    <span className="tag tag-sun">Only {units} left</span>
  ) : (
    <span className="tag tag-mint">In stock</span>
  );
}

/**
 * One wishlist item; without `onRemove` it is read-only. `stock` and `action` are below its price.
 */
export function WishlistCard(props: {
  item: WishlistItem;
  onRemove?: () => void;
  stock?: ReactNode;
  action?: ReactNode;
}) {
  const { item, onRemove } = props;
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
        {props.stock && <p>{props.stock}</p>}
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
      {props.action && <div className="wishlist-card-action">{props.action}</div>}
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
      dispatch(toastShown({ text: 'The link to your wishlist has been copied.' }));
    } catch {
      // The clipboard is unavailable: show the link for copying by hand.
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

interface WishlistViewProps {
  /** Rendered below an item that is sold; `onMoved` removes the item. */
  readonly renderAction: (product: ProductCard, onMoved: () => void) => ReactNode;
}

/**
 * The shopper's own wishlist: items, a failed save with Retry, and a link to share.
 */
export function WishlistView({ renderAction }: WishlistViewProps) {
  const { data: products } = useProductsQuery();
  const byId = useMemo(() => new Map(products?.map((product) => [product.id, product])), [products]);
  const dispatch = useDispatch();
  const { wishlist, error, loading, removeFromWishlist, clearWishlist } = useWishlist();
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
      {wishlist.length === 0 ? (
        <EmptyState
          icon="heart"
          art="empty-wishlist"
          title={loading ? 'Loading your wishlist…' : 'Your wishlist is empty'}
        >
          <p>Tap the heart on anything you like to save it here.</p>
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
            {wishlist.map((item) => {
              const product = byId.get(item.id);
              const remove = () => removeFromWishlist(item.id);
              return (
                <WishlistCard
                  key={item.id}
                  // The current price if known, not the price when the item was added.
                  item={{ ...item, price: product?.price ?? item.price }}
                  onRemove={remove}
                  stock={<StockNote product={product} isLoaded={products !== undefined} />}
                  action={product && renderAction(product, remove)}
                />
              );
            })}
          </ul>
        </>
      )}
    </>
  );
}
