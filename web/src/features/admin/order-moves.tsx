// Owns moving an order on from the desk: the buttons the model's table allows, with a reason or a tracking address where
// one is needed.

import type { Order, OrderStatus } from '@savepoint/model/order';
import { nextStatuses } from '@savepoint/model/order-status';
import { type FormEvent, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { toastShown } from '../../lib/toast-slice.ts';
import { problemText, useUpdateOrderMutation } from './admin-endpoints.ts';
import { moveLabel, needsReason } from './order-words.ts';

const URL_PATTERN = /^https:\/\/[^\s"'<>]+$/;

export function OrderMoves({ order }: { order: Order }) {
  const dispatch = useDispatch();
  const [update, { isLoading }] = useUpdateOrderMutation();
  const [asked, setAsked] = useState<OrderStatus>();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();

  const move = async (status: OrderStatus, extra: { reason?: string; trackingUrl?: string } = {}) => {
    const answer = await update({ orderId: order.id, status, ...extra });
    if (answer.error === undefined) {
      setAsked(undefined);
      dispatch(toastShown({ text: `Order ${order.id.slice(0, 8).toUpperCase()}: now ${status}.` }));
    } else {
      dispatch(toastShown({ text: problemText(answer.error), tone: 'error' }));
    }
  };

  const press = (status: OrderStatus) => {
    if (status !== 'shipped' && !needsReason(status, order.status)) {
      void move(status);
      return;
    }
    setText('');
    setFault(undefined);
    setAsked(status);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (asked === undefined) return;
    const given = text.trim();
    if (asked === 'shipped') {
      if (given !== '' && !URL_PATTERN.test(given))
        setFault('Enter an address that starts with https://, or nothing.');
      else void move(asked, given === '' ? {} : { trackingUrl: given });
      return;
    }
    if (given === '') setFault('Say why; the shopper reads it.');
    else void move(asked, { reason: given.slice(0, 500) });
  };

  return (
    <>
      {nextStatuses(order.status, 'admin').map((status) => (
        <Button
          key={status}
          look={status === 'cancelled' || status === 'refunded' ? 'danger' : 'secondary'}
          busy={isLoading}
          onClick={() => press(status)}
        >
          {moveLabel(order.status, status)}
        </Button>
      ))}
      <Dialog
        open={asked !== undefined}
        title={asked === undefined ? '' : moveLabel(order.status, asked)}
        onClose={() => setAsked(undefined)}
      >
        <form className="stack" noValidate onSubmit={submit}>
          <Field
            label={asked === 'shipped' ? 'Tracking address (optional)' : 'Reason'}
            value={text}
            error={fault}
            onChange={(event) => setText(event.target.value)}
          />
          <div>
            <Button type="submit" busy={isLoading}>
              {asked === undefined ? '' : moveLabel(order.status, asked)}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
