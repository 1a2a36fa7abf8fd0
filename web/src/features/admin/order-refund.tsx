import { linePaidCents, unitsRefundCents } from '@savepoint/model/line-amounts';
import { formatCents } from '@savepoint/model/money';
import type { Order } from '@savepoint/model/order';
import {
  type RefundOrderRequest,
  RefundOrderRequestSchema,
  refundedSoFar,
  type Units,
} from '@savepoint/model/order-changes';
import { unitsRefundable } from '@savepoint/model/order-return';
import { isInWarehouse, unitsRestocked } from '@savepoint/model/units-to-send';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Form, type FormFailure, SubmitButton, useForm } from '../../components/form.tsx';
import { toastShown } from '../../lib/toast-slice.ts';
import { toFailure } from './admin-endpoints.ts';
import { useRefundOrderMutation } from './order-endpoints.ts';
import { nameOfLine } from './order-labels.ts';
import { RefundTo } from './refund-to.tsx';
import { toDollarText, typedCents } from './typed-numbers.ts';

const unitsName = (index: number) => `units.${index}`;

/** The units in the form's fields, limited to those in the lines. */
function typedUnits(order: Order, textOf: (name: string) => string | undefined): Units[] {
  return order.lines.flatMap(({ id, size }, index) => {
    const quantity = Number(textOf(unitsName(index)) ?? 0);
    return quantity === 0 ? [] : { id, ...(size !== undefined && { size }), quantity };
  });
}

/** The part of these units that can be restocked: those that have not been. */
function restockable(order: Order, units: readonly Units[]): Units[] {
  return units.flatMap((each) => {
    const line = order.lines.find(({ id, size }) => id === each.id && size === each.size);
    const left = line === undefined ? 0 : line.quantity - unitsRestocked(order, line);
    const quantity = Math.min(each.quantity, left);
    return quantity > 0 ? { ...each, quantity } : [];
  });
}

function RefundForm(props: {
  order: Order;
  paidCents: number;
  onSend: (request: RefundOrderRequest) => Promise<FormFailure | undefined>;
}) {
  const { order, paidCents } = props;
  const leftCents = paidCents - refundedSoFar(order);
  const form = useForm({
    schema: RefundOrderRequestSchema,
    toInput: (values) => {
      const units = typedUnits(order, (name) => values[name]);
      return {
        orderId: order.id,
        amountCents: typedCents(values.amountCents),
        refundedCents: refundedSoFar(order),
        reason: values.reason,
        ...(values.refundTo === 'credit' && { refundTo: 'credit' }),
        units,
        restock: values.restocks === 'on' ? restockable(order, units) : [],
      };
    },
    messages: {
      amountCents: `Enter an amount below ${formatCents(leftCents)}, such as 10 or 10.50.`,
      reason: 'Give a reason; the customer sees it.',
    },
    onSubmit: props.onSend,
  });
  /** Fills in the amount paid for the chosen units; it can still be changed. */
  const suggest = () => {
    const controls = form.element.current?.elements;
    const amount = controls?.namedItem('amountCents');
    if (controls === undefined || !(amount instanceof HTMLInputElement)) return;
    const textOf = (name: string) => (controls.namedItem(name) as HTMLInputElement | null)?.value;
    const cents = unitsRefundCents(order, typedUnits(order, textOf));
    amount.value = toDollarText(cents === 0 ? undefined : cents);
  };
  return (
    <Form form={form} className="stack" aria-label="Partial refund">
      <p>
        {formatCents(leftCents)} of {formatCents(paidCents)} can still be refunded. To refund all of it,
        refund or cancel the order.
      </p>
      {order.lines.map((line, index) => {
        const left = unitsRefundable(order, line);
        return (
          <Field
            key={`${line.id}|${line.size}`}
            label={`Refund of ${nameOfLine(line)}`}
            type="number"
            min={0}
            max={left}
            defaultValue={0}
            onChange={suggest}
            hint={`0 to ${left} units; ${formatCents(linePaidCents(line))} was paid for ${line.quantity}`}
            {...form.field(unitsName(index))}
          />
        );
      })}
      <label className="choice">
        <input type="checkbox" name="restocks" defaultChecked={order.status === 'paid'} />
        <span>
          Put these units back into the stock
          <span className="field-hint admin-small">
            {isInWarehouse(order.status)
              ? 'They leave the package and can be sold again.'
              : 'Only what has come back can be sold again.'}
          </span>
        </span>
      </label>
      <Field
        label="Amount in $"
        inputMode="decimal"
        hint="What was paid for these units, with tax and after discounts, unless you enter another."
        {...form.field('amountCents')}
      />
      <RefundTo />
      <Field label="Reason" hint="The customer sees it." {...form.field('reason')} />
      <div>
        <SubmitButton form={form} variant="danger">
          Refund this amount
        </SubmitButton>
      </div>
    </Form>
  );
}

/**
 * A button and a dialog for a partial refund of an order. `paidCents` is the amount paid, by card
 * and with store credit.
 */
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
        <RefundForm order={order} paidCents={paidCents} onSend={send} />
      </Dialog>
    </>
  );
}
