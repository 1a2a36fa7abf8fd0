import { type UpdateOrderRequest, UpdateOrderRequestSchema } from '@savepoint/model/callables';
import { formatCents } from '@savepoint/model/money';
import type { Order, OrderStatus } from '@savepoint/model/order';
import { cardRefundedSoFar, refundedSoFar } from '@savepoint/model/order-changes';
import { orderNumber } from '@savepoint/model/order-number';
import {
  nextStatuses,
  requiresRefund,
  stockEffect,
  transitionPermission,
} from '@savepoint/model/order-status';
import { may } from '@savepoint/model/roles';
import { dueCents, type RefundableCents, refundableCents } from '@savepoint/model/store-credit';
import { type ReactNode, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Form, type FormFailure, SubmitButton, useForm } from '../../components/form.tsx';
import type { FormSchema } from '../../lib/form-values.ts';
import { withoutEmpty } from '../../lib/form-values.ts';
import { toastShown } from '../../lib/toast-slice.ts';
import { selectUser } from '../../session/session-slice.ts';
import { ActionMenu } from './action-menu.tsx';
import { toFailure } from './admin-endpoints.ts';
import { adminOrderPath } from './admin-pages.ts';
import { useOrderPaymentQuery, useUpdateOrderMutation } from './order-endpoints.ts';
import {
  cardPaidCents,
  consequence,
  NEXT_STEPS,
  requiresReason,
  statusLabel,
  transitionLabel,
} from './order-labels.ts';
import { RefundTo } from './refund-to.tsx';
import { useUndoToast } from './undo.ts';
import { undoPacking } from './undo-packing.ts';

const SAY_WHY = 'Give a reason; the customer sees it.';

/** The request's schema, requiring a reason to cancel or refund an order, like the function. */
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

/** The refund of a transition, and the part to be refunded manually. */
function useRefund(order: Order, status: OrderStatus): { left: RefundableCents; byHandCents: number } {
  const skip = !requiresRefund(order.status, status);
  const { data: payment } = useOrderPaymentQuery({ orderId: order.id, status: order.status }, { skip });
  if (skip) return { left: { cardCents: 0, creditCents: 0 }, byHandCents: 0 };
  const { firstCents, addedCents } = cardPaidCents(order, payment);
  return {
    left: refundableCents({
      ...order,
      paidCents: firstCents + addedCents,
      refundedCents: cardRefundedSoFar(order),
    }),
    byHandCents: order.paidBy === undefined ? 0 : dueCents(order) - addedCents,
  };
}

function TransitionForm(props: {
  order: Order;
  status: OrderStatus;
  onSend: (request: UpdateOrderRequest) => Promise<FormFailure | undefined>;
}) {
  const { order, status } = props;
  const isShipping = status === 'shipped';
  const irreversible = consequence(status, order.status);
  const { left, byHandCents } = useRefund(order, status);
  const refundCents = left.cardCents + left.creditCents;
  const label = transitionLabel(status, order.status);
  const form = useForm({
    schema: requiresReason(status) ? WITH_REASON : UpdateOrderRequestSchema,
    toInput: ({ restock, ...values }) => ({
      ...withoutEmpty(values),
      orderId: order.id,
      status,
      ...(status === 'refunded' && { restock: restock === 'on' }),
    }),
    messages: { trackingUrl: 'Enter an address that starts with https://, or nothing.', reason: SAY_WHY },
    onSubmit: props.onSend,
  });
  return (
    <Form form={form} className="stack" aria-label={label}>
      {irreversible !== undefined && <p>{irreversible}</p>}
      {refundCents > 0 && (
        <p>
          <strong>{formatCents(refundCents)}</strong>
          {refundCents < order.totalCents && ` of ${formatCents(order.totalCents)}`} is refunded at once.
        </p>
      )}
      {byHandCents > 0 && (
        <p>
          Return {formatCents(byHandCents)} by hand: the order was paid by {order.paidBy}.
        </p>
      )}
      {isShipping ? (
        <Field label="Tracking link (optional)" {...form.field('trackingUrl')} />
      ) : (
        irreversible === undefined && (
          <Field
            {...(order.status === 'pending' && status === 'paid'
              ? { label: 'How it was paid', hint: 'Such as bank transfer; the customer sees it.' }
              : { label: 'Reason', hint: 'The customer sees it.' })}
            {...form.field('reason')}
          />
        )
      )}
      {refundCents > 0 && <RefundTo all={left} />}
      {status === 'refunded' && (
        <label className="choice">
          <input
            type="checkbox"
            name="restock"
            defaultChecked={stockEffect(order.status, status) === 'release'}
          />{' '}
          Return the items to stock
        </label>
      )}
      <div>
        <SubmitButton form={form}>
          {refundCents === 0
            ? label
            : status === 'refunded'
              ? `Refund ${formatCents(refundCents)}`
              : `${label} and refund ${formatCents(refundCents)}`}
        </SubmitButton>
      </div>
    </Form>
  );
}

/** True if anything is left to refund, and no open return would refund it. */
function canRefundAll(order: Order): boolean {
  return !order.openReturn && (order.totalCents === 0 || refundedSoFar(order) < order.totalCents);
}

/** The transitions that the user may make, and the dialog of the chosen one. */
function useTransitions(order: Order) {
  const dispatch = useDispatch();
  const [update, { isLoading }] = useUpdateOrderMutation();
  const showUndo = useUndoToast(undoPacking);
  const user = useSelector(selectUser);
  const [pending, setPending] = useState<OrderStatus>();
  const statuses = nextStatuses(order.status, 'admin').filter(
    (status) =>
      may(user?.role, transitionPermission(order.status, status)) &&
      (status !== 'refunded' || canRefundAll(order)) &&
      // Its content is not decided yet.
      (status !== 'packed' || !order.pendingEdit),
  );

  const send = async (request: UpdateOrderRequest): Promise<FormFailure | undefined> => {
    const result = await update(request);
    if (result.error !== undefined) return toFailure(result.error);
    setPending(undefined);
    const text = `Order ${orderNumber(order.id)} is now ${statusLabel(request.status ?? order.status).toLowerCase()}.`;
    if (request.status === 'packed') showUndo(text, [order.id]);
    else dispatch(toastShown({ text }));
    return undefined;
  };

  const requestTransition = async (status: OrderStatus) => {
    if (consequence(status, order.status) !== undefined || requiresReason(status)) {
      setPending(status);
      return;
    }
    const failure = await send({ orderId: order.id, status });
    if (failure !== undefined) dispatch(toastShown({ text: failure.message, tone: 'error' }));
  };

  const toButton = (status: OrderStatus, variant?: 'primary') => (
    <Button
      key={status}
      variant={variant ?? (status === 'cancelled' || status === 'refunded' ? 'danger' : 'secondary')}
      busy={isLoading}
      onClick={() => requestTransition(status)}
    >
      {transitionLabel(status, order.status)}
    </Button>
  );
  const dialog = (
    <Dialog
      open={pending !== undefined}
      title={pending === undefined ? '' : transitionLabel(pending, order.status)}
      onClose={() => setPending(undefined)}
    >
      {pending !== undefined && <TransitionForm order={order} status={pending} onSend={send} />}
    </Dialog>
  );
  return { statuses, toButton, dialog };
}

/**
 * The next step of an order as the main button of its page, beside `children`, and below that a
 * button for each other allowed status, with a dialog for the reason or the tracking URL if needed,
 * and the `others`.
 */
export function OrderActionBar(props: { order: Order; children?: ReactNode; others?: ReactNode }) {
  const { order } = props;
  const { statuses, toButton, dialog } = useTransitions(order);
  const next = statuses.find((status) => status === NEXT_STEPS[order.status]);
  return (
    <>
      <div className="editor-bar no-print">
        {props.children}
        {next !== undefined && toButton(next, 'primary')}
      </div>
      <div className="row no-print">
        {statuses.filter((status) => status !== next).map((status) => toButton(status))}
        {props.others}
      </div>
      {dialog}
    </>
  );
}

/**
 * The button and the dialog to undo packing, to correct an order; nothing for roles without the
 * permission.
 */
export function UnpackButton({ order }: { order: Order }) {
  const { statuses, toButton, dialog } = useTransitions(order);
  if (!statuses.includes('paid')) return null;
  return (
    <>
      {toButton('paid')}
      {dialog}
    </>
  );
}

/** The next step of an order as one button, and a menu with further actions. */
export function OrderNextStep({ order }: { order: Order }) {
  const { statuses, toButton, dialog } = useTransitions(order);
  const next = statuses.find((status) => status === NEXT_STEPS[order.status]);
  const role = useSelector(selectUser)?.role;
  return (
    <>
      {next !== undefined && toButton(next)}
      {order.openReturn && may(role, 'refundOrders') && (
        <ButtonLink variant="secondary" to={adminOrderPath(order.id)}>
          {order.openReturn === 'requested' ? 'Decide' : 'Receive'}
        </ButtonLink>
      )}
      <ActionMenu label={`More for ${orderNumber(order.id)}`}>
        <ButtonLink variant="secondary" to={`/admin/orders/slips?orders=${encodeURIComponent(order.id)}`}>
          Packing slip
        </ButtonLink>
        {statuses.filter((status) => status !== next).map((status) => toButton(status))}
      </ActionMenu>
      {dialog}
    </>
  );
}
