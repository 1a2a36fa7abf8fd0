import { type OrderReasonRequest, OrderReasonRequestSchema } from '@savepoint/model/callables';
import type { Order, OrderStatus } from '@savepoint/model/order';
import { canTransition } from '@savepoint/model/order-status';
import { isReturnTooLate } from '@savepoint/model/return-window';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { toCallableFailure } from '../../api/callable-failure.ts';
import { orderApi, useCancelOrderMutation, useRequestReturnMutation } from '../../api/order-endpoints.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextAreaField } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { withoutEmpty } from '../../lib/form-values.ts';
import { toastShown } from '../../lib/toast-slice.ts';

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
  text: 'We will not ship it, and we will refund what you paid to your original payment method.',
  confirm: 'Cancel the order',
  successMessage: 'Your order is cancelled.',
};

const CANCEL_UNPAID: Transition = { ...CANCEL, text: 'We will not ship it. You have not paid anything.' };

const RETURN: Transition = {
  to: 'return-requested',
  button: 'Request a return',
  title: 'Return this order',
  text: 'Tell us what is wrong, and we will email you how to return it.',
  confirm: 'Request the return',
  successMessage: 'Your return is requested.',
};

function TransitionDialog(props: {
  transition: Transition;
  orderId: string;
  onClose: () => void;
  onConfirm: (request: OrderReasonRequest) => void;
}) {
  const form = useForm({
    schema: OrderReasonRequestSchema,
    toInput: (values) => ({ ...withoutEmpty(values), orderId: props.orderId }),
    onSubmit: (request) => {
      props.onConfirm(request);
      return undefined;
    },
  });
  return (
    <Dialog open title={props.transition.title} onClose={props.onClose}>
      <Form form={form} className="stack" aria-label={props.transition.title}>
        <p>{props.transition.text}</p>
        <TextAreaField label="Reason (optional)" rows={3} {...form.field('reason')} />
        <div className="row">
          <SubmitButton form={form} variant={props.transition.to === 'cancelled' ? 'danger' : 'primary'}>
            {props.transition.confirm}
          </SubmitButton>
          <Button variant="quiet" onClick={props.onClose}>
            {props.transition.to === 'cancelled' ? 'Keep order' : 'Cancel'}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/**
 * The transitions that a shopper may trigger: cancel before packing, request a return after
 * delivery. Optimistic: the status changes at once and is reverted on an error.
 */
export function OrderActions({ order }: { order: Order }) {
  const dispatch = useDispatch();
  const [pending, setPending] = useState<Transition>();
  const [cancelOrder] = useCancelOrderMutation();
  const [requestReturn] = useRequestReturnMutation();
  const cancel = order.status === 'pending' ? CANCEL_UNPAID : CANCEL;
  const isTooLate = isReturnTooLate(order.timeline, new Date());
  const transitions = [cancel, ...(isTooLate ? [] : [RETURN])].filter(({ to }) =>
    canTransition(order.status, to, 'shopper'),
  );

  const confirm = async (transition: Transition, request: OrderReasonRequest) => {
    setPending(undefined);
    const key = { uid: order.userId, orderId: order.id };
    const optimistic = dispatch(
      orderApi.util.updateQueryData('order', key, (draft) => draft && { ...draft, status: transition.to }),
    );
    const result = await (transition.to === 'cancelled' ? cancelOrder(request) : requestReturn(request));
    if (result.error === undefined) {
      dispatch(toastShown({ text: transition.successMessage }));
      return;
    }
    optimistic.undo();
    const failure = toCallableFailure(
      result.error,
      'That did not work. Your order has not changed; please try again.',
    );
    dispatch(toastShown({ text: failure?.message ?? '', tone: 'error' }));
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
          transition={pending}
          orderId={order.id}
          onClose={() => setPending(undefined)}
          onConfirm={(request) => confirm(pending, request)}
        />
      )}
    </>
  );
}
