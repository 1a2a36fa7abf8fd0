import { lineKey } from '@savepoint/model/cart';
import { useSelector } from 'react-redux';
import { ButtonLink } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { CartLineRow, SavedLineRow } from '../features/cart/cart-lines.tsx';
import { CartNotices } from '../features/cart/cart-notices.tsx';
import { selectCartLines, selectSavedLines } from '../features/cart/cart-slice.ts';
import { CartSummary } from '../features/cart/cart-summary.tsx';
import { usePageHead } from '../lib/page-head.ts';
import '../features/cart/cart.css';

/** The /cart page. */
export function Component() {
  const lines = useSelector(selectCartLines);
  const saved = useSelector(selectSavedLines);
  usePageHead({ title: 'Cart', description: 'What you are about to take home.', noindex: true });
  return (
    <main className="page" id="main" tabIndex={-1}>
      <h1 tabIndex={-1}>Your cart</h1>
      <CartNotices />
      {lines.length === 0 ? (
        <EmptyState icon="cart" title="Your cart is empty">
          <p>Nothing in the bag yet. The next drop is one click away.</p>
          <ButtonLink to="/shop">Browse the shop</ButtonLink>
        </EmptyState>
      ) : (
        <div className="cart">
          <ul className="cart-lines" aria-label="Items in your cart">
            {lines.map((line) => (
              <CartLineRow key={lineKey(line)} line={line} />
            ))}
          </ul>
          <CartSummary />
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
    </main>
  );
}
