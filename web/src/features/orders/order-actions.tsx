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
/** Error codes whose message is written for shoppers; other errors get a generic message. */
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
  transition: Transition;
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
    <Dialog open={props.open} title={props.transition.title} onClose={props.onClose}>
      <form className="stack" onSubmit={submit} noValidate>
        <p>{props.transition.text}</p>
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
          <Button type="submit" variant={props.transition.to === 'cancelled' ? 'danger' : 'primary'}>
            {props.transition.confirm}
          </Button>
          <Button variant="quiet" onClick={props.onClose}>
            Keep it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/**
 * The transitions that a shopper may trigger: cancel before packing, request a return after delivery. Optimistic:
 * the status changes at once and is reverted on an error.
 */
export function OrderActions({ order }: { order: Order }) {
  const dispatch = useDispatch();
  const [pending, setPending] = useState<Transition>();
  const [cancelOrder] = useCancelOrderMutation();
  const [requestReturn] = useRequestReturnMutation();
  const transitions = [CANCEL, RETURN].filter(({ to }) => canTransition(order.status, to, 'shopper'));

  const confirm = async (transition: Transition, reason: string) => {
    setPending(undefined);
    const key = { uid: order.userId, orderId: order.id };
    const optimistic = dispatch(
      orderApi.util.updateQueryData(
        'order',
        key,
        (draft) => draft && { ...draft, status: transition.to },
      ) as never,
    ) as unknown as { undo: () => void };
    const request = { orderId: order.id, ...(reason && { reason }) };
    const result = await (transition.to === 'cancelled' ? cancelOrder(request) : requestReturn(request));
    if (result.error === undefined) {
      dispatch(toastShown({ text: transition.successMessage }));
      return;
    }
    optimistic.undo();
    const { code, message } = result.error as BackendError;
    const text = SHOPPER_FACING_CODES.has(code)
      ? message
      : 'That did not work. The order is as it was; try again.';
    dispatch(toastShown({ text, tone: 'error' }));
  };

  return (
    <>
      {transitions.map((transition) => (
        <Button key={transition.to} variant="secondary" onClick={() => setPending(transition)}>
          {transition.button}
        </Button>
      ))}
      {pending !== undefined && (
        <TransitionDialog
          open
          transition={pending}
          onClose={() => setPending(undefined)}
          onConfirm={(reason) => confirm(pending, reason)}
        />
      )}
    </>
  );
}
