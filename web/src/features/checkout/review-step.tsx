import { type Cart, lineKey, lineTotalCents } from '@savepoint/model/cart';
import { formatCents } from '@savepoint/model/money';
import { priceOrder } from '@savepoint/model/totals';
import { useEffect, useRef, useState } from 'react';
import { useDispatch, useSelector, useStore } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { useCreateOrderMutation } from '../../api/order-endpoints.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import type { BackendError } from '../../firebase/backend-error.ts';
import { orderPath } from '../../lib/paths.ts';
import { useOnline } from '../../lib/use-online.ts';
import {
  type CheckoutState,
  orderPlaced,
  orderSubmitted,
  selectCheckout,
  selectDraft,
} from './checkout-slice.ts';
import { toOrderContent } from './draft-validation.ts';
import { type OrderError, toOrderError } from './order-error-messages.ts';

/**
 * Submits the order of the current draft and goes to its payment page. Safe to submit twice: the idempotency key stays
 * the same while the order content does.
 */
function useSubmitOrder(lines: Cart) {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const store = useStore<{ checkout: CheckoutState }>();
  const [createOrder] = useCreateOrderMutation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<OrderError>();
  // A ref, not state: two clicks in one frame see the same render.
  const isSubmitting = useRef(false);

  useEffect(() => {
    // Back from the payment page may restore this page from the back/forward cache, still busy.
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      isSubmitting.current = false;
      setBusy(false);
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);

  const submit = async () => {
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    setBusy(true);
    setError(undefined);
    const content = toOrderContent(selectDraft(store.getState()), lines);
    dispatch(orderSubmitted({ content: JSON.stringify(content), newKey: crypto.randomUUID() }));
    const idempotencyKey = selectCheckout(store.getState()).key?.value ?? crypto.randomUUID();
    const result = await createOrder({ ...content, idempotencyKey });
    if (result.error !== undefined) {
      setError(toOrderError(result.error as BackendError));
      isSubmitting.current = false;
      setBusy(false);
      return;
    }
    const { orderId, paymentUrl } = result.data;
    dispatch(
      orderPlaced({
        orderId,
        lines: lines.map(({ id, size, quantity }) => ({ id, quantity, ...(size !== undefined && { size }) })),
      }),
    );
    if (paymentUrl === undefined) navigate(orderPath(orderId), { replace: true });
    else location.assign(paymentUrl);
  };
  return { submit, busy, error };
}

/** Step 4: line items, totals and the button that submits the order. */
export function ReviewStep({ lines }: { lines: Cart }) {
  const draft = useSelector(selectDraft);
  const online = useOnline();
  const { submit, busy, error } = useSubmitOrder(lines);
  const totals = priceOrder(lines, draft.delivery);
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
      <ul className="checkout-lines" aria-label="Your items">
        {lines.map((line, index) => (
          <li key={lineKey(line)}>
            <span>
              {line.quantity} × {line.name}
              {line.size !== undefined && <span className="muted"> · Size {line.size}</span>}
              {error?.line === index && <span className="field-error">{error.text}</span>}
            </span>
            <span>{formatCents(lineTotalCents(line))}</span>
          </li>
        ))}
      </ul>
      <dl className="totals">
        <div>
          <dt>Subtotal</dt>
          <dd>{formatCents(totals.subtotalCents)}</dd>
        </div>
        <div>
          <dt>Shipping</dt>
          <dd>{totals.shippingCents === 0 ? 'Free' : formatCents(totals.shippingCents)}</dd>
        </div>
        <div className="totals-grand">
          <dt>Total</dt>
          <dd>{formatCents(totals.totalCents)}</dd>
        </div>
      </dl>
      {!online && (
        <p className="notice notice-warning" role="status">
          You are offline. Ordering waits for the network, because price and stock are checked with the shop.
          What you typed is kept.
        </p>
      )}
      <div className="row">
        <Button busy={busy} disabled={!online} onClick={submit}>
          {busy ? 'Placing your order…' : `Pay ${formatCents(totals.totalCents)}`}
        </Button>
        <ButtonLink to="/cart" variant="quiet">
          Change cart
        </ButtonLink>
      </div>
      <p className="muted checkout-small">
        The next page takes your payment. You can come back from it; nothing is charged before you confirm
        there.
      </p>
    </div>
  );
}
