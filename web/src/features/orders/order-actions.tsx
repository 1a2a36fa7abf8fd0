import { type OrderReasonRequest, OrderReasonRequestSchema } from '@savepoint/model/callables';
import { formatCents } from '@savepoint/model/money';
import type { Order } from '@savepoint/model/order';
import { cardRefundedSoFar } from '@savepoint/model/order-changes';
import { canTransition } from '@savepoint/model/order-status';
import { dueCents, refundableCents } from '@savepoint/model/store-credit';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { toCallableFailure } from '../../api/callable-failure.ts';
import { orderApi, useCancelOrderMutation } from '../../api/order-endpoints.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextAreaField } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { withoutEmpty } from '../../lib/form-values.ts';
import { toastShown } from '../../lib/toast-slice.ts';
import { ReturnRequest } from './return-request.tsx';

const TITLE = 'Cancel this order?';

/** The shopper's refund for a canceled order. */
function describeRefund(order: Order): string {
  const { cardCents, creditCents } = refundableCents({
    ...order,
    paidCents: dueCents(order),
    refundedCents: cardRefundedSoFar(order),
  });
  return [
    ...(cardCents > 0 ? [`We will refund ${formatCents(cardCents)} to your original payment method.`] : []),
    ...(creditCents > 0 ? [`${formatCents(creditCents)} goes into your store credit.`] : []),
  ].join(' ');
}

function CancelDialog(props: {
  order: Order;
  onClose: () => void;
  onConfirm: (request: OrderReasonRequest) => void;
}) {
  const form = useForm({
    schema: OrderReasonRequestSchema,
    toInput: (values) => ({ ...withoutEmpty(values), orderId: props.order.id }),
    onSubmit: (request) => {
      props.onConfirm(request);
      return undefined;
    },
  });
  return (
    <Dialog open title={TITLE} onClose={props.onClose}>
      <Form form={form} className="stack" aria-label={TITLE}>
        <p>
          {props.order.status === 'pending'
            ? 'We will not ship it. You have not paid anything.'
            : `We will not ship it. ${describeRefund(props.order)}`}
        </p>
        <TextAreaField label="Reason (optional)" rows={3} {...form.field('reason')} />
        <div className="row">
          <SubmitButton form={form} variant="danger">
            Cancel the order
          </SubmitButton>
          <Button variant="quiet" onClick={props.onClose}>
            Keep order
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/**
 * A shopper's actions on an order: cancel before packing, return units after shipping. Canceling is
 * optimistic: the status changes at once and is reverted on an error.
 */
export function OrderActions({ order }: { order: Order }) {
  const dispatch = useDispatch();
  const [isAsking, setAsking] = useState(false);
  const [cancelOrder] = useCancelOrderMutation();

  const confirm = async (request: OrderReasonRequest) => {
    setAsking(false);
    const key = { uid: order.userId, orderId: order.id };
    const optimistic = dispatch(
      orderApi.util.updateQueryData(
        'order',
        key,
        (draft) => draft && { ...draft, status: 'cancelled' as const },
      ),
    );
    const result = await cancelOrder(request);
    if (result.error === undefined) {
      dispatch(toastShown({ text: 'Your order is canceled.' }));
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
      {canTransition(order.status, 'cancelled', 'shopper') && (
        <Button variant="secondary" onClick={() => setAsking(true)}>
          Cancel order
        </Button>
      )}
      <ReturnRequest order={order} />
      {isAsking && <CancelDialog order={order} onClose={() => setAsking(false)} onConfirm={confirm} />}
    </>
  );
}
