// Owns the last step: what is bought, what it costs, and the button that orders. Safe to press twice: the key of the
// order stays the same while its content does.
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
import { toOrderContent } from './checkout-draft.ts';
import {
  type CheckoutState,
  orderAsked,
  orderPlaced,
  selectCheckout,
  selectDraft,
} from './checkout-slice.ts';
import { explainRefusal, type Refusal } from './order-refusal.ts';

/** Places the order of the current draft; answers what was refused, if anything. */
function usePlaceOrder(lines: Cart) {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const store = useStore<{ checkout: CheckoutState }>();
  const [createOrder] = useCreateOrderMutation();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  // Faster than state: two clicks in one frame see the same render.
  const running = useRef(false);

  useEffect(() => {
    // Back from the payment page may bring this page out of the cache as it was left: busy.
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      running.current = false;
      setBusy(false);
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);

  const place = async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setRefusal(undefined);
    const content = toOrderContent(selectDraft(store.getState()), lines);
    dispatch(orderAsked({ content: JSON.stringify(content), newKey: crypto.randomUUID() }));
    const idempotencyKey = selectCheckout(store.getState()).key?.value ?? crypto.randomUUID();
    const answer = await createOrder({ ...content, idempotencyKey });
    if (answer.error !== undefined) {
      setRefusal(explainRefusal(answer.error as BackendError));
      running.current = false;
      setBusy(false);
      return;
    }
    const { orderId, paymentUrl } = answer.data;
    dispatch(
      orderPlaced({
        orderId,
        lines: lines.map(({ id, size, quantity }) => ({ id, quantity, ...(size !== undefined && { size }) })),
      }),
    );
    if (paymentUrl === undefined) navigate(orderPath(orderId), { replace: true });
    else location.assign(paymentUrl);
  };
  return { place, busy, refusal };
}

export function ReviewStep({ lines }: { lines: Cart }) {
  const draft = useSelector(selectDraft);
  const online = useOnline();
  const { place, busy, refusal } = usePlaceOrder(lines);
  const totals = priceOrder(lines, draft.delivery);
  const problem = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (refusal !== undefined) problem.current?.focus();
  }, [refusal]);

  return (
    <div className="stack">
      {refusal !== undefined && (
        <p ref={problem} className="notice notice-error" role="alert" tabIndex={-1}>
          {refusal.line !== undefined && lines[refusal.line] !== undefined && (
            <strong>{lines[refusal.line]?.name}: </strong>
          )}
          {refusal.text}
        </p>
      )}
      <ul className="checkout-lines" aria-label="Your items">
        {lines.map((line, index) => (
          <li key={lineKey(line)}>
            <span>
              {line.quantity} × {line.name}
              {line.size !== undefined && <span className="muted"> · Size {line.size}</span>}
              {refusal?.line === index && <span className="field-error">{refusal.text}</span>}
            </span>
            <span>{formatCents(lineTotalCents(line))}</span>
          </li>
        ))}
      </ul>
      <dl className="sums">
        <div>
          <dt>Subtotal</dt>
          <dd>{formatCents(totals.subtotalCents)}</dd>
        </div>
        <div>
          <dt>Shipping</dt>
          <dd>{totals.shippingCents === 0 ? 'Free' : formatCents(totals.shippingCents)}</dd>
        </div>
        <div className="sums-total">
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
        <Button busy={busy} disabled={!online} onClick={place}>
          {busy ? 'Placing your order…' : `Pay ${formatCents(totals.totalCents)}`}
        </Button>
        <ButtonLink to="/cart" look="quiet">
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
