import { formatCents, toCents, toDollars } from '@savepoint/model/money';
import type { Order, OrderLine } from '@savepoint/model/order';
import {
  type RefundOrderRequest,
  RefundOrderRequestSchema,
  refundedSoFar,
} from '@savepoint/model/order-changes';
import { parseDollars } from '@savepoint/model/typed-digits';
import { unitsRestocked } from '@savepoint/model/units-to-send';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Form, type FormFailure, SubmitButton, useForm } from '../../components/form.tsx';
import { toastShown } from '../../lib/toast-slice.ts';
import { toFailure } from './admin-endpoints.ts';
import { useRefundOrderMutation } from './order-endpoints.ts';

const restockName = (index: number) => `restock.${index}`;

/** Dollars as typed, in cents; NaN for anything but a sum with at most two decimals. */
function typedCents(text: string | undefined): number {
  return toCents(parseDollars((text ?? '').replace(',', '.')) ?? Number.NaN);
}

/** The units of a line that are not back in the stock yet. */
function unitsLeft(order: Order, line: OrderLine): number {
  return line.quantity - unitsRestocked(order, line);
}

function RefundForm(props: {
  order: Order;
  leftCents: number;
  onSend: (request: RefundOrderRequest) => Promise<FormFailure | undefined>;
}) {
  const { order, leftCents } = props;
  const form = useForm({
    schema: RefundOrderRequestSchema,
    toInput: (values) => ({
      orderId: order.id,
      amountCents: typedCents(values.amountCents as string | undefined),
      refundedCents: refundedSoFar(order),
      reason: values.reason,
      restock: order.lines.flatMap(({ id, size }, index) => {
        const quantity = Number(values[restockName(index)] ?? 0);
        return quantity === 0 ? [] : { id, ...(size !== undefined && { size }), quantity };
      }),
    }),
    messages: {
      amountCents: `Enter an amount below ${formatCents(leftCents)}, such as 10 or 10.50.`,
      reason: 'Give a reason; the customer sees it.',
    },
    onSubmit: props.onSend,
  });
  return (
    <Form form={form} className="stack" aria-label="Partial refund">
      <p>
        {formatCents(leftCents)} of {formatCents(order.totalCents)} can still be refunded. To refund all of
        it, refund or cancel the order.
      </p>
      <Field
        label="Amount in $"
        inputMode="decimal"
        placeholder={toDollars(Math.min(leftCents, 1000)).toFixed(2)}
        {...form.field('amountCents')}
      />
      <Field label="Reason" hint="The customer sees it." {...form.field('reason')} />
      {order.lines.map((line, index) => (
        <Field
          key={`${line.id}|${line.size}`}
          label={`Return to stock: ${line.name}${line.size === undefined ? '' : ` (${line.size})`}`}
          type="number"
          min={0}
          max={unitsLeft(order, line)}
          defaultValue={0}
          hint={`0 to ${unitsLeft(order, line)} units`}
          {...form.field(restockName(index))}
        />
      ))}
      <div>
        <SubmitButton form={form} variant="danger">
          Refund this amount
        </SubmitButton>
      </div>
    </Form>
  );
}

/** A button and a dialog that refund a part of an order's payment. `paidCents` is what was paid. */
export function OrderRefund({ order, paidCents }: { order: Order; paidCents: number }) {
  const dispatch = useDispatch();
  const [refund] = useRefundOrderMutation();
  const [open, setOpen] = useState(false);
  const send = async (request: RefundOrderRequest): Promise<FormFailure | undefined> => {
    const { data, error } = await refund(request);
    if (error !== undefined) return toFailure(error);
    setOpen(false);
    const amount = formatCents(request.amountCents);
    dispatch(
      data?.sent
        ? toastShown({ text: `${amount} refunded.` })
        : toastShown({
            text: `${amount} could not be sent yet; it is tried again automatically.`,
            tone: 'error',
          }),
    );
    return undefined;
  };
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Partial refund
      </Button>
      <Dialog open={open} title="Partial refund" onClose={() => setOpen(false)}>
        <RefundForm order={order} leftCents={paidCents - refundedSoFar(order)} onSend={send} />
      </Dialog>
    </>
  );
}
