import { type Address, isSameAddress } from '@savepoint/model/address';
import type { Cart } from '@savepoint/model/cart';
import { formatCents } from '@savepoint/model/money';
import type { PromotionRefusal } from '@savepoint/model/promotion-refusal';
import { dueCents } from '@savepoint/model/store-credit';
import type { DeliveryId, Totals } from '@savepoint/model/totals';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useDispatch, useStore } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { useCreateOrderMutation } from '../../api/order-endpoints.ts';
import { useSaveUserFieldsMutation } from '../../api/user-record.ts';
import type { RootState } from '../../app/store.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import type { BackendError } from '../../firebase/backend-error.ts';
import { orderPath } from '../../lib/paths.ts';
import { toastShown } from '../../lib/toast-slice.ts';
import { useOnline } from '../../lib/use-online.ts';
import {
  orderPlaced,
  orderSubmitted,
  placedOrderClosed,
  selectCheckout,
  selectDraft,
} from './checkout-slice.ts';
import { savesAddress } from './checkout-steps.tsx';
import type { CheckoutDraft } from './draft.ts';
import { toAddress, toOrderContent } from './draft-validation.ts';
import { type OrderError, toOrderError } from './order-error-messages.ts';

interface ReviewStepProps {
  readonly lines: Cart;
  /** The version of the account's cart with these lines; undefined while unknown. */
  readonly cartVersion: number | undefined;
  /** How the order travels. */
  readonly delivery: DeliveryId;
  /** The totals that the shopper sees and agrees to. */
  readonly totals: Totals;
  /** The part of them that store credit pays. */
  readonly creditCents: number;
  /** The code of the promotion included in these totals. */
  readonly code: string | undefined;
  /** True while the totals are unknown: nothing can be agreed to. */
  readonly isTotalLoading: boolean;
  readonly savedAddresses: readonly Address[];
  /** Decisions that the shopper must make before ordering; undefined for none. */
  readonly decisions: ReactNode | undefined;
  /** The server rejected the order, because these are the current totals. */
  readonly onTotalChanged: (totals: Totals) => void;
  /** The server rejected the order, because the code does not apply. */
  readonly onCodeRefused: (refusal: PromotionRefusal) => void;
  /** Called once these lines are ordered; the page is left for the payment. */
  readonly onOrdered: (lines: Cart) => void;
}

/**
 * Submits the order of the current draft and goes to its payment page. Safe to submit twice: the
 * idempotency key stays the same while the order content does.
 */
function useSubmitOrder({
  lines,
  cartVersion,
  delivery,
  totals,
  creditCents,
  code,
  savedAddresses,
  onTotalChanged,
  onCodeRefused,
  onOrdered,
}: ReviewStepProps) {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const store = useStore<Pick<RootState, 'checkout' | 'consent'>>();
  const [createOrder] = useCreateOrderMutation();
  const [save] = useSaveUserFieldsMutation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<OrderError>();
  // A ref, not state: two clicks in one frame see the same render.
  const isSubmitting = useRef(false);

  useEffect(() => {
    // Returning from the payment page may restore this page from the back/forward cache, still
    // busy.
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      isSubmitting.current = false;
      setBusy(false);
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);

  const saveAddress = async (draft: CheckoutDraft) => {
    const { uid, savesAddress: choice } = selectCheckout(store.getState());
    if (uid === null || !savesAddress(choice, savedAddresses)) return;
    const address = toAddress(draft);
    if (savedAddresses.some((each) => isSameAddress(each, address))) return;
    const saved = await save({ uid, fields: { addresses: [...savedAddresses, address] } });
    // The order matters more; the address can be saved with the next one.
    if (saved.error !== undefined)
      console.warn('The address could not be saved to the account.', saved.error);
  };

  const submit = async () => {
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    setBusy(true);
    setError(undefined);
    const draft = selectDraft(store.getState());
    const content = {
      ...toOrderContent(draft, lines, delivery, totals.totalCents),
      ...(cartVersion !== undefined && { cartVersion }),
      ...(creditCents > 0 && { creditCents }),
      ...(code !== undefined && { code }),
    };
    dispatch(orderSubmitted({ content: JSON.stringify(content), newKey: crypto.randomUUID() }));
    const { key, placed } = selectCheckout(store.getState());
    const idempotencyKey = key?.value ?? crypto.randomUUID();
    const [result] = await Promise.all([
      createOrder({
        ...content,
        idempotencyKey,
        ...(store.getState().consent === 'granted' && { isMeasured: true }),
      }),
      // At once, because the page is left for the payment as soon as there is an order.
      saveAddress(draft),
    ]);
    if (result.error !== undefined) {
      const rejection = toOrderError(result.error as BackendError);
      if (rejection.reason === 'already-paid' && placed !== null) {
        dispatch(placedOrderClosed());
        dispatch(toastShown({ text: rejection.text }));
        navigate(orderPath(placed.orderId), { replace: true });
        return;
      }
      setError(rejection);
      if (rejection.totals !== undefined) onTotalChanged(rejection.totals);
      if (rejection.refusal !== undefined) onCodeRefused(rejection.refusal);
      isSubmitting.current = false;
      setBusy(false);
      return;
    }
    const { orderId, paymentUrl } = result.data;
    dispatch(orderPlaced({ orderId, lines }));
    onOrdered(lines);
    if (paymentUrl === undefined) navigate(orderPath(orderId), { replace: true });
    else location.assign(paymentUrl);
  };
  return { submit, busy, error };
}

/** Step 4: open decisions, and the submit button. */
export function ReviewStep(props: ReviewStepProps) {
  const { lines, totals, creditCents, isTotalLoading, decisions } = props;
  const cents = dueCents({ ...totals, creditCents });
  const online = useOnline();
  const { submit, busy, error } = useSubmitOrder(props);
  const errorElement = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (error !== undefined) errorElement.current?.focus();
  }, [error]);

  return (
    <div className="stack">
      {error !== undefined && (
        <p ref={errorElement} className="notice notice-error" role="alert" tabIndex={-1}>
          {error.line !== undefined && lines[error.line] !== undefined && (
            <strong>{lines[error.line]?.name}: </strong>
          )}
          {error.text}
        </p>
      )}
      {decisions}
      {!online && (
        <p className="notice notice-warning" role="status">
          You are offline. You can order as soon as you are back online, because we check prices and stock
          first. What you entered is kept.
        </p>
      )}
      <div className="row">
        <Button
          className="checkout-pay"
          busy={busy}
          disabled={!online || isTotalLoading || decisions !== undefined}
          onClick={submit}
        >
          {busy ? 'Placing your order…' : cents === 0 ? 'Place order' : `Pay ${formatCents(cents)}`}
        </Button>
        <ButtonLink to="/cart" variant="quiet">
          Edit cart
        </ButtonLink>
      </div>
      <p className="muted checkout-small">
        {cents === 0
          ? 'There is nothing left to pay: your order is placed at once.'
          : 'You pay on the next page. Nothing is charged until you confirm there, and you can still come back.'}
      </p>
    </div>
  );
}
