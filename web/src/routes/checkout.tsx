import type { Address } from '@savepoint/model/address';
import { type ReactNode, useEffect, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useLastOrderQuery } from '../api/order-endpoints.ts';
import { useUserRecordQuery } from '../api/user-record.ts';
import { ButtonLink } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHead } from '../components/page-head.tsx';
import { hasChanges, PriceChanges, StockProblems } from '../features/cart/cart-changes.tsx';
import {
  linesOrdered,
  selectCart,
  selectIsFirstOrder,
  selectPendingMerge,
} from '../features/cart/cart-slice.ts';
import type { CurrentLine } from '../features/cart/check-line.ts';
import { toLines, toPromotedLines, toWeights, useCurrentCart } from '../features/cart/use-current-cart.ts';
import { CheckoutFlow } from '../features/checkout/checkout-flow.tsx';
import {
  draftChanged,
  selectConfirmedSteps,
  selectDraft,
  selectHeldLines,
  selectPlacedOrder,
  stepConfirmed,
} from '../features/checkout/checkout-slice.ts';
import { FORM_STEPS } from '../features/checkout/draft.ts';
import { fromAddress, goesTo } from '../features/checkout/draft-validation.ts';
import { PayButton } from '../features/checkout/pay-button.tsx';
import { useFindUnpaidOrder } from '../features/checkout/use-find-unpaid-order.ts';
import { usePromotions } from '../features/promotions/use-promotions.tsx';
import { guessDestination } from '../lib/guess-destination.ts';
import { orderPath } from '../lib/paths.ts';
import { selectUser } from '../session/session-slice.ts';

const NO_ADDRESSES: readonly Address[] = [];

/**
 * Fills an untouched address with that of the last order, or with one of the account; without
 * either, it selects the browser's probable country. Shoppers with a known address skip this step
 * and the delivery step.
 */
function usePrefilledAddress(uid: string, saved: readonly Address[] | undefined): void {
  const dispatch = useDispatch();
  const draft = useSelector(selectDraft);
  const confirmed = useSelector(selectConfirmedSteps);
  const { data: lastOrder, isLoading } = useLastOrderQuery(uid, { skip: uid === '' });
  const isConfirmed = confirmed.includes('address');
  const isUntouched =
    !isConfirmed && [draft.line1, draft.city, draft.postalCode, draft.country].join('') === '';
  // Once: partial input may equal a known address.
  const isPending = useRef(true);
  useEffect(() => {
    if (isLoading || saved === undefined || !isPending.current) return;
    isPending.current = false;
    const known = [...(lastOrder ? [lastOrder.address] : []), ...saved];
    const filled = isUntouched && known[0] !== undefined ? { ...draft, ...fromAddress(known[0]) } : draft;
    if (filled !== draft) dispatch(draftChanged(filled));
    else if (isUntouched) dispatch(draftChanged({ country: guessDestination() ?? '' }));
    if (!isConfirmed && goesTo(filled, known)) for (const step of FORM_STEPS) dispatch(stepConfirmed(step));
  }, [dispatch, isLoading, saved, lastOrder, isUntouched, isConfirmed, draft]);
}

/** The shopper's open decisions about these lines; undefined for none. */
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
  const evaluate = usePromotions(toPromotedLines(current), useSelector(selectIsFirstOrder));
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
