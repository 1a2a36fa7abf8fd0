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
import type { Problem } from '../../firebase/problem.ts';
import { announced } from '../../lib/announcer-slice.ts';

const REASON_MAX = 500;
/** Refusals whose sentence is the server's and says what to know; others are said in our own words. */
const SHOPPER_FACING_CODES = new Set([
  'failed-precondition',
  'invalid-argument',
  'resource-exhausted',
  'not-found',
]);

interface Transition {
  readonly to: OrderStatus;
  readonly button: string;
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly successMessage: string;
}

const CANCEL: Transition = {
  to: 'cancelled',
  button: 'Cancel order',
  title: 'Cancel this order?',
  text: 'Nothing is sent. What you paid goes back the way it came.',
  confirm: 'Cancel the order',
  successMessage: 'Your order is cancelled.',
};

const RETURN: Transition = {
  to: 'return-requested',
  button: 'Request a return',
  title: 'Return this order',
  text: 'Tell us what is wrong, and we get back to you with how to send it.',
  confirm: 'Request the return',
  successMessage: 'Your return is requested.',
};

function TransitionDialog(props: {
  move: Transition;
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
          <Button type="submit" variant={props.move.to === 'cancelled' ? 'danger' : 'primary'}>
            {props.move.confirm}
          </Button>
          <Button variant="quiet" onClick={props.onClose}>
            Keep it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export function OrderActions({ order }: { order: Order }) {
  const dispatch = useDispatch();
  const [asked, setAsked] = useState<Transition>();
  const [cancelOrder] = useCancelOrderMutation();
  const [requestReturn] = useRequestReturnMutation();
  const moves = [CANCEL, RETURN].filter(({ to }) => canTransition(order.status, to, 'shopper'));

  const confirm = async (move: Transition, reason: string) => {
    setAsked(undefined);
    const key = { uid: order.userId, orderId: order.id };
    const optimistic = dispatch(
      orderApi.util.updateQueryData('order', key, (draft) => draft && { ...draft, status: move.to }) as never,
    ) as unknown as { undo: () => void };
    const request = { orderId: order.id, ...(reason && { reason }) };
    const answer = await (move.to === 'cancelled' ? cancelOrder(request) : requestReturn(request));
    if (answer.error === undefined) {
      dispatch(announced({ text: move.successMessage }));
      return;
    }
    optimistic.undo();
    const { code, message } = answer.error as Problem;
    const text = SHOPPER_FACING_CODES.has(code)
      ? message
      : 'That did not work. The order is as it was; try again.';
    dispatch(announced({ text, tone: 'error' }));
  };

  return (
    <>
      {moves.map((move) => (
        <Button key={move.to} variant="secondary" onClick={() => setAsked(move)}>
          {move.button}
        </Button>
      ))}
      {asked !== undefined && (
        <TransitionDialog
          open
          move={asked}
          onClose={() => setAsked(undefined)}
          onConfirm={(reason) => confirm(asked, reason)}
        />
      )}
    </>
  );
}
