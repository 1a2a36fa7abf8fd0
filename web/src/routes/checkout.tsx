import type { Address } from '@savepoint/model/address';
import { type ReactNode, useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useLastOrderQuery } from '../api/order-endpoints.ts';
import { useUserRecordQuery } from '../api/user-record.ts';
import { ButtonLink } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHead } from '../components/page-head.tsx';
import { hasChanges, PriceChanges, StockProblems } from '../features/cart/cart-changes.tsx';
import { linesOrdered, selectCart, selectPendingMerge } from '../features/cart/cart-slice.ts';
import type { CurrentLine } from '../features/cart/check-line.ts';
import { toLines, toPromotedLines, toWeights, useCurrentCart } from '../features/cart/use-current-cart.ts';
import { CheckoutFlow } from '../features/checkout/checkout-flow.tsx';
import {
  draftChanged,
  selectConfirmedSteps,
  selectDraft,
  selectHeldLines,
  selectPlacedOrder,
} from '../features/checkout/checkout-slice.ts';
import { fromAddress } from '../features/checkout/draft-validation.ts';
import { PayButton } from '../features/checkout/pay-button.tsx';
import { useFindUnpaidOrder } from '../features/checkout/use-find-unpaid-order.ts';
import { usePromotions } from '../features/promotions/use-promotions.tsx';
import { guessDestination } from '../lib/guess-destination.ts';
import { orderPath } from '../lib/paths.ts';
import { selectUser } from '../session/session-slice.ts';

const NO_ADDRESSES: readonly Address[] = [];

/**
 * Fills an untouched address with the one of the last order, or with one of the account; without
 * either, it chooses the country that the browser is probably in. The shopper still goes through
 * the step.
 */
function usePrefilledAddress(uid: string, saved: readonly Address[] | undefined): void {
  const dispatch = useDispatch();
  const draft = useSelector(selectDraft);
  const confirmed = useSelector(selectConfirmedSteps);
  const { data: lastOrder, isLoading } = useLastOrderQuery(uid, { skip: uid === '' });
  const address = lastOrder?.address ?? saved?.[0];
  const isUntouched =
    !confirmed.includes('address') &&
    [draft.line1, draft.city, draft.postalCode, draft.country].join('') === '';
  useEffect(() => {
    if (isLoading || saved === undefined || !isUntouched) return;
    if (address === undefined) {
      const country = guessDestination();
      if (country !== undefined) dispatch(draftChanged({ country }));
      return;
    }
    const { name, ...rest } = fromAddress(address);
    // Whoever typed a name already means it.
    dispatch(draftChanged(confirmed.includes('contact') ? rest : { name, ...rest }));
  }, [dispatch, isLoading, saved, address, isUntouched, confirmed]);
}

/**
 * What keeps these lines from being ordered, as questions to the shopper; undefined for nothing.
 */
function useDecisions(current: readonly CurrentLine[]): ReactNode | undefined {
  const pendingMerge = useSelector(selectPendingMerge);
  if (pendingMerge.length === 0 && !hasChanges(current)) return undefined;
  return (
    <>
      {pendingMerge.length > 0 && (
        <p className="notice notice-warning">
          At the top of this page are items that you added before you logged in. Add or dismiss them, then
          pay.
        </p>
      )}
      <PriceChanges lines={current} />
      <StockProblems lines={current} />
    </>
  );
}

/** The /checkout page. Requires sign-in. */
export function Component() {
  const dispatch = useDispatch();
  const user = useSelector(selectUser);
  const { confirmed } = useSelector(selectCart);
  const held = useSelector(selectHeldLines);
  const current = useCurrentCart({ isFresh: true, held });
  const placed = useSelector(selectPlacedOrder);
  useFindUnpaidOrder(user?.uid ?? '', { skip: user === undefined });
  const { data: record } = useUserRecordQuery(user?.uid ?? '', { skip: user === undefined });
  const addresses = record?.addresses as readonly Address[] | undefined;
  usePrefilledAddress(user?.uid ?? '', record === undefined ? undefined : (addresses ?? NO_ADDRESSES));
  const decisions = useDecisions(current);
  const evaluate = usePromotions(toPromotedLines(current), (confirmed?.version ?? 0) === 0);
  return (
    <main className="page" id="main" tabIndex={-1}>
      <PageHead title="Checkout" description="Enter your details and pay for your order." noindex />
      <h1 tabIndex={-1}>Checkout</h1>
      {placed !== null && (
        <section className="notice notice-warning checkout-waiting" aria-label="Order waiting for payment">
          <p>
            You have an order that is waiting for payment. Pay for it now, or change it below: your new order
            then replaces it.
          </p>
          <PayButton orderId={placed.orderId} />
          <ButtonLink variant="quiet" to={orderPath(placed.orderId)}>
            View order
          </ButtonLink>
        </section>
      )}
      {current.length === 0 || user === undefined ? (
        <EmptyState icon="cart" art="empty-cart" title="Your cart is empty">
          <p>Add something to it before you check out.</p>
          <ButtonLink to="/shop">Browse the shop</ButtonLink>
        </EmptyState>
      ) : (
        <CheckoutFlow
          lines={toLines(current)}
          weights={toWeights(current)}
          cartVersion={confirmed?.version}
          evaluate={evaluate}
          email={user.email}
          addresses={addresses ?? NO_ADDRESSES}
          decisions={decisions}
          onOrdered={(lines) => dispatch(linesOrdered(lines))}
        />
      )}
    </main>
  );
}
