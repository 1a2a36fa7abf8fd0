import { countUnits, lineKey, lineTotalCents, subtotalCents } from '@savepoint/model/cart';
import { formatCents } from '@savepoint/model/money';
import { useDeferredValue, useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { useProductsQuery } from '../api/catalogue-endpoints.ts';
import { ButtonLink } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Price } from '../components/price.tsx';
import { ProductImage } from '../components/product-image.tsx';
import { ShopLink } from '../components/shop-link.tsx';
import { addedLineClosed } from '../features/cart/added-line-slice.ts';
import { selectIsFirstOrder } from '../features/cart/cart-slice.ts';
import type { CurrentLine } from '../features/cart/check-line.ts';
import { FreeShippingProgress } from '../features/cart/free-shipping.tsx';
import { toLines, toPromotedLines, toWeights, useCurrentCart } from '../features/cart/use-current-cart.ts';
import { useHomeDelivery } from '../features/cart/use-home-delivery.ts';
import { findRelatedProducts } from '../features/catalog/related-products.tsx';
import { usePromotions } from '../features/promotions/use-promotions.tsx';
import { productPath } from '../lib/paths.ts';
import '../features/cart/cart.css';

const SUGGESTIONS = 2;
/** Products that go with the added one, except those in the cart. */
function Suggestions({ id, inCart }: { id: string; inCart: ReadonlySet<string> }) {
  // Deferred: rendering the catalog must not block scrolling or typing.
  const data = useDeferredValue(useProductsQuery().data);
  const added = data?.find((product) => product.id === id);
  if (data === undefined || added === undefined) return null;
  const others = data.filter((product) => !inCart.has(product.id));
  return (
    <section className="stack" aria-labelledby="cart-drawer-more">
      <h3 id="cart-drawer-more">Goes well with it</h3>
      <ul className="cart-drawer-more">
        {findRelatedProducts(added, others, SUGGESTIONS).map((product) => (
          <li key={product.id}>
            <ShopLink to={productPath(product.id)}>
              <span className="image-frame">
                <ProductImage src={product.image} alt="" size="thumbnail" />
              </span>
              <span>{product.name}</span>
            </ShopLink>
            <Price price={product.price} compareAtPrice={product.compareAtPrice} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The amount missing for free shipping after promotions, which are read when the drawer opens. */
function Progress({ current, subtotal }: { current: readonly CurrentLine[]; subtotal: number }) {
  const evaluate = usePromotions(toPromotedLines(current), useSelector(selectIsFirstOrder));
  const { rate, option } = useHomeDelivery(toLines(current), toWeights(current));
  const { discounts, freeShippingOverCents } = evaluate(option);
  return (
    <FreeShippingProgress
      subtotal={subtotal}
      rate={rate}
      shippingCents={option.cents - discounts.shippingCents}
      promotedOver={freeShippingOverCents}
    />
  );
}

/**
 * The cart with the line that was just added, from the right, or from below on a phone: progress to
 * free shipping, the link to the checkout, and suggestions. Closed without a line.
 */
export function CartDrawer({ addedKey }: { addedKey: string | null }) {
  const dispatch = useDispatch();
  const current = useCurrentCart();
  const lines = toLines(current);
  const line = lines.find((each) => lineKey(each) === addedKey);
  const isOpen = line !== undefined;
  const close = () => dispatch(addedLineClosed());

  // Every route change closes it.
  const location = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page is left
  useEffect(() => () => void dispatch(addedLineClosed()), [dispatch, location]);
  const subtotal = subtotalCents(lines);
  const units = countUnits(lines);
  return (
    <Dialog open={isOpen} title="Added to your cart" onClose={close} className="sheet drawer">
      {line && (
        <div className="cart-drawer">
          <div className="cart-drawer-line">
            <span className="image-frame">
              <ProductImage src={line.image} alt="" size="line" />
            </span>
            <p>
              <strong>{line.name}</strong>
              <span className="muted">
                {line.size !== undefined && `Size ${line.size} · `}Quantity {line.quantity}
              </span>
            </p>
            <strong>{formatCents(lineTotalCents(line))}</strong>
          </div>
          <Progress current={current} subtotal={subtotal} />
          <p className="cart-drawer-subtotal">
            <span>
              Subtotal, {units} {units === 1 ? 'item' : 'items'}
            </span>
            <span>{formatCents(subtotal)}</span>
          </p>
          <div className="stack">
            <ButtonLink to="/checkout" fullWidth>
              Check out
            </ButtonLink>
            <ButtonLink to="/cart" variant="secondary" fullWidth>
              View cart
            </ButtonLink>
          </div>
          <Suggestions id={line.id} inCart={new Set(lines.map(({ id }) => id))} />
        </div>
      )}
    </Dialog>
  );
}
