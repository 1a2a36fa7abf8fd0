import { type UpdateOrderRequest, UpdateOrderRequestSchema } from '@savepoint/model/callables';
import type { Order, OrderStatus } from '@savepoint/model/order';
import { nextStatuses } from '@savepoint/model/order-status';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Form, type FormFailure, SubmitButton, useForm } from '../../components/form.tsx';
import type { FormSchema } from '../../lib/form-values.ts';
import { withoutEmpty } from '../../lib/form-values.ts';
import { toastShown } from '../../lib/toast-slice.ts';
import { toFailure, useUpdateOrderMutation } from './admin-endpoints.ts';
import { requiresReason, transitionLabel } from './order-labels.ts';

const SAY_WHY = 'Say why; the shopper reads it.';

/** The request's schema, with the reason that the function asks for when an order is cancelled or refunded. */
const WITH_REASON: FormSchema<UpdateOrderRequest> = {
  safeParse: (input) => {
    const parsed = UpdateOrderRequestSchema.safeParse(input);
    if (!parsed.success || parsed.data.reason !== undefined) return parsed;
    return {
      success: false,
      error: { issues: [{ code: 'custom', path: ['reason'], message: SAY_WHY }] },
    };
  },
};

function TransitionForm(props: {
  order: Order;
  status: OrderStatus;
  onSend: (request: UpdateOrderRequest) => Promise<FormFailure | undefined>;
}) {
  const { order, status } = props;
  const isShipping = status === 'shipped';
  const label = transitionLabel(order.status, status);
  const form = useForm({
    schema: isShipping ? UpdateOrderRequestSchema : WITH_REASON,
    toInput: (values) => ({ ...withoutEmpty(values), orderId: order.id, status }),
    messages: { trackingUrl: 'Enter an address that starts with https://, or nothing.', reason: SAY_WHY },
    onSubmit: props.onSend,
  });
  return (
    <Form form={form} className="stack" aria-label={label}>
      {isShipping ? (
        <Field label="Tracking address (optional)" {...form.field('trackingUrl')} />
      ) : (
        <Field label="Reason" {...form.field('reason')} />
      )}
      <div>
        <SubmitButton form={form}>{label}</SubmitButton>
      </div>
    </Form>
  );
}

/**
 * A button for each status that an admin may set next, with a dialog for the reason or the tracking URL where one
 * is needed.
 */
export function OrderTransitionButtons({ order }: { order: Order }) {
  const dispatch = useDispatch();
  const [update, { isLoading }] = useUpdateOrderMutation();
  const [pending, setPending] = useState<OrderStatus>();

  const send = async (request: UpdateOrderRequest): Promise<FormFailure | undefined> => {
    const result = await update(request);
    if (result.error !== undefined) return toFailure(result.error);
    setPending(undefined);
    dispatch(toastShown({ text: `Order ${order.id.slice(0, 8).toUpperCase()}: now ${request.status}.` }));
    return undefined;
  };

  const requestTransition = async (status: OrderStatus) => {
    if (status === 'shipped' || requiresReason(status, order.status)) {
      setPending(status);
      return;
    }
    const failure = await send({ orderId: order.id, status });
    if (failure !== undefined) dispatch(toastShown({ text: failure.message, tone: 'error' }));
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
        {pending !== undefined && <TransitionForm order={order} status={pending} onSend={send} />}
      </Dialog>
    </>
  );
}
