import type { Order, OrderStatus } from '@savepoint/model/order';
import { nextStatuses } from '@savepoint/model/order-status';
import { type FormEvent, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { toastShown } from '../../lib/toast-slice.ts';
import { errorMessage, useUpdateOrderMutation } from './admin-endpoints.ts';
import { requiresReason, transitionLabel } from './order-labels.ts';

const URL_PATTERN = /^https:\/\/[^\s"'<>]+$/;

/**
 * A button for each status that an admin may set next, with a dialog for the reason or the tracking URL where one
 * is needed.
 */
export function OrderTransitionButtons({ order }: { order: Order }) {
  const dispatch = useDispatch();
  const [update, { isLoading }] = useUpdateOrderMutation();
  const [pending, setPending] = useState<OrderStatus>();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();

  const setStatus = async (status: OrderStatus, extra: { reason?: string; trackingUrl?: string } = {}) => {
    const result = await update({ orderId: order.id, status, ...extra });
    if (result.error === undefined) {
      setPending(undefined);
      dispatch(toastShown({ text: `Order ${order.id.slice(0, 8).toUpperCase()}: now ${status}.` }));
    } else {
      dispatch(toastShown({ text: errorMessage(result.error), tone: 'error' }));
    }
  };

  const requestTransition = (status: OrderStatus) => {
    if (status !== 'shipped' && !requiresReason(status, order.status)) {
      void setStatus(status);
      return;
    }
    setText('');
    setError(undefined);
    setPending(status);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pending === undefined) return;
    const input = text.trim();
    if (pending === 'shipped') {
      if (input !== '' && !URL_PATTERN.test(input))
        setError('Enter an address that starts with https://, or nothing.');
      else void setStatus(pending, input === '' ? {} : { trackingUrl: input });
      return;
    }
    if (input === '') setError('Say why; the shopper reads it.');
    else void setStatus(pending, { reason: input.slice(0, 500) });
  };

  return (
    <>
      {nextStatuses(order.status, 'admin').map((status) => (
        <Button
          key={status}
          variant={status === 'cancelled' || status === 'refunded' ? 'danger' : 'secondary'}
          busy={isLoading}
          onClick={() => requestTransition(status)}
        >
          {transitionLabel(order.status, status)}
        </Button>
      ))}
      <Dialog
        open={pending !== undefined}
        title={pending === undefined ? '' : transitionLabel(order.status, pending)}
        onClose={() => setPending(undefined)}
      >
        <form className="stack" noValidate onSubmit={submit}>
          <Field
            label={pending === 'shipped' ? 'Tracking address (optional)' : 'Reason'}
            value={text}
            error={error}
            onChange={(event) => setText(event.target.value)}
          />
          <div>
            <Button type="submit" busy={isLoading}>
              {pending === undefined ? '' : transitionLabel(order.status, pending)}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
