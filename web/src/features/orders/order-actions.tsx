// Owns what a shopper may do with an order: call it off before it is packed, ask to return it once it is there. The
// table in the model says what is allowed; the screen changes at once and goes back when the server refuses.

import type { Order, OrderStatus } from '@savepoint/model/order';
import { canTransition } from '@savepoint/model/order-status';
import { type FormEvent, useState } from 'react';
import { useDispatch } from 'react-redux';
import { orderApi, useCancelOrderMutation, useRequestReturnMutation } from '../../api/order-endpoints.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextAreaField } from '../../components/field.tsx';
import type { BackendError } from '../../firebase/backend-error.ts';
import { toastShown } from '../../lib/toast-slice.ts';

const REASON_MAX = 500;
/** Refusals whose sentence is the server's and says what to know; others are said in our own words. */
const SPOKEN = new Set(['failed-precondition', 'invalid-argument', 'resource-exhausted', 'not-found']);

interface Move {
  readonly to: OrderStatus;
  readonly button: string;
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly done: string;
}

const CANCEL: Move = {
  to: 'cancelled',
  button: 'Cancel order',
  title: 'Cancel this order?',
  text: 'Nothing is sent. What you paid goes back the way it came.',
  confirm: 'Cancel the order',
  done: 'Your order is cancelled.',
};

const RETURN: Move = {
  to: 'return-requested',
  button: 'Request a return',
  title: 'Return this order',
  text: 'Tell us what is wrong, and we get back to you with how to send it.',
  confirm: 'Request the return',
  done: 'Your return is requested.',
};

function MoveDialog(props: {
  move: Move;
  open: boolean;
  onClose: () => void;
  onConfirm: (reason: string) => void;
}) {
  const [reason, setReason] = useState('');
  const tooLong = reason.trim().length > REASON_MAX;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!tooLong) props.onConfirm(reason.trim());
  };
  return (
    <Dialog open={props.open} title={props.move.title} onClose={props.onClose}>
      <form className="stack" onSubmit={submit} noValidate>
        <p>{props.move.text}</p>
        <TextAreaField
          label="Why? (optional)"
          rows={3}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={
            tooLong ? `Keep it to ${REASON_MAX} characters; this has ${reason.trim().length}.` : undefined
          }
        />
        <div className="row">
          <Button type="submit" look={props.move.to === 'cancelled' ? 'danger' : 'primary'}>
            {props.move.confirm}
          </Button>
          <Button look="quiet" onClick={props.onClose}>
            Keep it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export function OrderActions({ order }: { order: Order }) {
  const dispatch = useDispatch();
  const [asked, setAsked] = useState<Move>();
  const [cancelOrder] = useCancelOrderMutation();
  const [requestReturn] = useRequestReturnMutation();
  const moves = [CANCEL, RETURN].filter(({ to }) => canTransition(order.status, to, 'shopper'));

  const confirm = async (move: Move, reason: string) => {
    setAsked(undefined);
    const key = { uid: order.userId, orderId: order.id };
    const optimistic = dispatch(
      orderApi.util.updateQueryData('order', key, (draft) => draft && { ...draft, status: move.to }) as never,
    ) as unknown as { undo: () => void };
    const request = { orderId: order.id, ...(reason && { reason }) };
    const answer = await (move.to === 'cancelled' ? cancelOrder(request) : requestReturn(request));
    if (answer.error === undefined) {
      dispatch(toastShown({ text: move.done }));
      return;
    }
    optimistic.undo();
    const { code, message } = answer.error as BackendError;
    const text = SPOKEN.has(code) ? message : 'That did not work. The order is as it was; try again.';
    dispatch(toastShown({ text, tone: 'error' }));
  };

  return (
    <>
      {moves.map((move) => (
        <Button key={move.to} look="secondary" onClick={() => setAsked(move)}>
          {move.button}
        </Button>
      ))}
      {asked !== undefined && (
        <MoveDialog
          open
          move={asked}
          onClose={() => setAsked(undefined)}
          onConfirm={(reason) => confirm(asked, reason)}
        />
      )}
    </>
  );
}
