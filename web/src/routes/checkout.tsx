import type { Address } from '@savepoint/model/address';
import { useSelector } from 'react-redux';
import { useUserRecordQuery } from '../api/user-record.ts';
import { ButtonLink } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { selectCartLines } from '../features/cart/cart-slice.ts';
import { CheckoutFlow } from '../features/checkout/checkout-flow.tsx';
import { selectPlacedOrder } from '../features/checkout/checkout-slice.ts';
import { PayButton } from '../features/checkout/pay-button.tsx';
import { usePageHead } from '../lib/page-head.ts';
import { orderPath } from '../lib/paths.ts';
import { selectUser } from '../session/session-slice.ts';

/** The /checkout page. Requires sign-in. */
export function Component() {
  const user = useSelector(selectUser);
  const lines = useSelector(selectCartLines);
  const placed = useSelector(selectPlacedOrder);
  const { data: record } = useUserRecordQuery(user?.uid ?? '', { skip: user === undefined });
  usePageHead({ title: 'Checkout', description: 'Contact, address, delivery, payment.', noindex: true });
  return (
    <main className="page page-narrow" id="main" tabIndex={-1}>
      <h1 tabIndex={-1}>Checkout</h1>
      {placed !== null && (
        <section className="notice notice-warning" aria-label="Order waiting for payment">
          <p>An order of yours is placed and waits for its payment.</p>
          <PayButton orderId={placed.orderId} />
          <ButtonLink variant="quiet" to={orderPath(placed.orderId)}>
            See the order
          </ButtonLink>
        </section>
      )}
      {lines.length === 0 || user === undefined ? (
        <EmptyState icon="cart" title="Your cart is empty">
          <p>There is nothing to check out yet.</p>
          <ButtonLink to="/shop">Browse the shop</ButtonLink>
        </EmptyState>
      ) : (
        <CheckoutFlow
          lines={lines}
          email={user.email}
          addresses={(record?.addresses as readonly Address[] | undefined) ?? []}
        />
      )}
    </main>
  );
}
