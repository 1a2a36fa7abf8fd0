import { lineKey } from '@savepoint/model/cart';
import { useSelector } from 'react-redux';
import { ButtonLink } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHead } from '../components/page-head.tsx';
import { PriceChanges } from '../features/cart/cart-changes.tsx';
import { CartLineRow, SavedLineRow } from '../features/cart/cart-lines.tsx';
import { CartNotices } from '../features/cart/cart-notices.tsx';
import { selectIsFirstOrder, selectSavedLines } from '../features/cart/cart-slice.ts';
import { CartSummary } from '../features/cart/cart-summary.tsx';
import { toLines, toPromotedLines, toWeights, useCurrentCart } from '../features/cart/use-current-cart.ts';
import { WayOn } from '../features/catalog/way-on.tsx';
import { selectHeldLines } from '../features/checkout/checkout-slice.ts';
import { useFindUnpaidOrder } from '../features/checkout/use-find-unpaid-order.ts';
import { usePromotions } from '../features/promotions/use-promotions.tsx';
import { selectUser } from '../session/session-slice.ts';
import '../features/cart/cart.css';

/** The /cart page. */
export function Component() {
  const user = useSelector(selectUser);
  const held = useSelector(selectHeldLines);
  const current = useCurrentCart({ isFresh: true, held });
  // Another device may have ordered units that seem sold out.
  const isShort = current.some(({ problem }) => problem !== undefined);
  useFindUnpaidOrder(user?.uid ?? '', { skip: user === undefined || !isShort });
  const saved = useSelector(selectSavedLines);
  const evaluate = usePromotions(toPromotedLines(current), useSelector(selectIsFirstOrder));
  return (
    <main className="page" id="main" tabIndex={-1}>
      <PageHead title="Cart" description="The items in your cart." noindex />
      <h1 tabIndex={-1}>Your cart</h1>
      <CartNotices />
      <PriceChanges lines={current} />
      {current.length === 0 ? (
        <EmptyState icon="cart" art="empty-cart" title="Your cart is empty">
          <p>Items that you add will appear here.</p>
          <ButtonLink to="/shop">Browse the shop</ButtonLink>
        </EmptyState>
      ) : (
        <div className="cart">
          <ul className="cart-lines" aria-label="Items in your cart">
            {current.map((checked) => (
              <CartLineRow key={lineKey(checked.line)} current={checked} />
            ))}
          </ul>
          <CartSummary lines={toLines(current)} weights={toWeights(current)} evaluate={evaluate} />
        </div>
      )}
      {saved.length > 0 && (
        <section className="cart-saved" aria-labelledby="saved-title">
          <h2 id="saved-title">Saved for later</h2>
          <ul className="cart-lines">
            {saved.map((line) => (
              <SavedLineRow key={lineKey(line)} line={line} />
            ))}
          </ul>
        </section>
      )}
      {current.length === 0 && <WayOn />}
    </main>
  );
}
