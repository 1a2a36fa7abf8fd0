import type { Order, OrderReturn } from '@savepoint/model/order';
import { type ChangeReturnRequest, ChangeReturnRequestSchema } from '@savepoint/model/order-changes';
import { orderNumber } from '@savepoint/model/order-number';
import { describeReturned, lineName } from '@savepoint/model/order-return';
import { returnInstructions, returnInstructionsProblem } from '@savepoint/model/return-instructions';
import {
  canChangeReturn,
  canReturn,
  RETURN_OUTCOME_NAMES,
  RETURN_REASON_NAMES,
  type ReturnState,
} from '@savepoint/model/return-status';
import { dueCents } from '@savepoint/model/store-credit';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useProductsQuery } from '../../api/catalogue-endpoints.ts';
import { useShopSettings } from '../../api/settings-endpoints.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField, TextAreaField } from '../../components/field.tsx';
import { Form, type FormFailure, SubmitButton, useForm } from '../../components/form.tsx';
import {
  missingSize,
  RETURN_MESSAGES,
  ReturnFields,
  returnableLines,
  toReturnInput,
} from '../../components/return-fields.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import type { FormValues } from '../../lib/form-values.ts';
import { toastShown } from '../../lib/toast-slice.ts';
import { toFailure } from './admin-endpoints.ts';
import { adminOrderPath } from './admin-pages.ts';
import { useChangeReturnMutation } from './order-endpoints.ts';

const SAY_WHY = 'Give a reason; the customer sees it.';

interface FormProps {
  readonly order: Order;
  readonly onSend: (request: ChangeReturnRequest) => Promise<FormFailure | undefined>;
}

/** A form that changes a return. */
function useReturnForm({ order, onSend }: FormProps, toInput: (values: FormValues) => unknown) {
  return useForm({
    schema: ChangeReturnRequestSchema,
    toInput,
    messages: { ...RETURN_MESSAGES, instructions: 'Explain how to send the package.' },
    asksBeforeLeaving: false,
    onSubmit: (request) => {
      const problem = 'instructions' in request ? returnInstructionsProblem(request.instructions) : undefined;
      if (problem !== undefined) return { message: problem, field: 'instructions' };
      return (request.action === 'start' && missingSize(order, request)) || onSend(request);
    },
  });
}

function InstructionsField({ form }: { form: ReturnType<typeof useReturnForm> }) {
  const { store } = useShopSettings().settings;
  return (
    <TextAreaField
      label="Return instructions"
      hint={
        store.returnAddress === ''
          ? 'We email them to the customer. Fill in the address; Settings, Store keeps it for all returns.'
          : 'We email them to the customer.'
      }
      rows={4}
      maxLength={500}
      // Reset if the settings arrive after the dialog is opened.
      key={store.returnAddress}
      defaultValue={returnInstructions(store)}
      {...form.field('instructions')}
    />
  );
}

function StartForm(props: FormProps) {
  const { order } = props;
  const { data: products } = useProductsQuery();
  const form = useReturnForm(props, ({ instructions, ...values }) => ({
    action: 'start',
    ...toReturnInput(order, values),
    instructions,
  }));
  return (
    <Form form={form} className="stack" aria-label="Return or exchange">
      <p>
        For a return that you have agreed on with the customer. The other size is kept for them from now on.
      </p>
      <ReturnFields order={order} form={form} products={products} />
      <InstructionsField form={form} />
      <div>
        <SubmitButton form={form}>Start the return</SubmitButton>
      </div>
    </Form>
  );
}

function ApproveForm(props: FormProps & { of: OrderReturn }) {
  const { order, of } = props;
  const form = useReturnForm(props, ({ instructions, outcome }) => ({
    action: 'approve',
    ...{ orderId: order.id, number: of.number, instructions },
    ...(outcome && outcome !== of.outcome && { outcome }),
  }));
  return (
    <Form form={form} className="stack" aria-label="Approve return">
      {of.outcome === 'exchange' && (
        <SelectField
          label="The customer gets"
          hint="The other size is kept for them from now on."
          defaultValue="exchange"
          {...form.field('outcome')}
        >
          <option value="exchange">{RETURN_OUTCOME_NAMES.exchange}, as requested</option>
          <option value="credit">{RETURN_OUTCOME_NAMES.credit}</option>
          {dueCents(order) > 0 && <option value="refund">{RETURN_OUTCOME_NAMES.refund}</option>}
        </SelectField>
      )}
      <InstructionsField form={form} />
      <div>
        <SubmitButton form={form}>Approve return</SubmitButton>
      </div>
    </Form>
  );
}

function ReceiveForm(props: FormProps & { of: OrderReturn }) {
  const { order, of } = props;
  const form = useReturnForm(props, (values) => ({
    action: 'receive',
    ...{ orderId: order.id, number: of.number, restock: values.restock === 'on' },
    units: of.units.flatMap(({ id, size }, index) => {
      const quantity = Number(values[`units.${index}`]);
      return quantity === 0 ? [] : { id, ...(size !== undefined && { size }), quantity };
    }),
  }));
  return (
    <Form form={form} className="stack" aria-label="Mark received">
      <p>
        {of.outcome === 'exchange'
          ? 'The order of the other size is made at once, ready to be packed.'
          : of.outcome === 'credit'
            ? 'The store credit is given at once.'
            : order.paidBy === undefined
              ? 'The refund is sent at once.'
              : `Return the money by hand: the order was paid by ${order.paidBy}.`}{' '}
        This cannot be taken back.
      </p>
      {of.units.map((each, index) => (
        <SelectField
          key={`${each.id}|${each.size}`}
          label={lineName({
            name: order.lines.find(({ id }) => id === each.id)?.name ?? each.id,
            size: each.size,
          })}
          defaultValue={each.quantity}
          {...form.field(`units.${index}`)}
        >
          {Array.from({ length: each.quantity + 1 }, (_, quantity) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the quantity
            <option key={quantity} value={quantity}>
              {quantity === 0 ? 'Not in the package' : `${quantity} of ${each.quantity} came back`}
            </option>
          ))}
        </SelectField>
      ))}
      <label className="choice">
        <input type="checkbox" name="restock" defaultChecked={of.reason !== 'faulty'} />
        <span>
          Put them back into the stock
          <span className="field-hint admin-small">Not what is damaged: it cannot be sold again.</span>
        </span>
      </label>
      <div>
        <SubmitButton form={form}>Mark received</SubmitButton>
      </div>
    </Form>
  );
}

function EndForm(props: FormProps & { of: OrderReturn; action: 'decline' | 'close'; label: string }) {
  const form = useForm({
    schema: ChangeReturnRequestSchema,
    toInput: ({ reason }) => ({
      ...{ action: props.action, orderId: props.order.id, number: props.of.number, reason },
    }),
    messages: { reason: SAY_WHY },
    asksBeforeLeaving: false,
    onSubmit: props.onSend,
  });
  return (
    <Form form={form} className="stack" aria-label={props.label}>
      {props.action === 'close' && props.of.outcome === 'exchange' && (
        <p>The other size goes back into the stock.</p>
      )}
      <TextAreaField label="Reason" hint="The customer sees it." rows={2} {...form.field('reason')} />
      <div>
        <SubmitButton form={form} variant="danger">
          {props.label}
        </SubmitButton>
      </div>
    </Form>
  );
}

/** The possible decisions about a return, in button order. */
const STEPS = [
  ['approved', 'Approve return'],
  ['declined', 'Decline return'],
  ['received', 'Mark received'],
  ['closed', 'Close return'],
] as const satisfies readonly (readonly [ReturnState, string])[];
type Step = (typeof STEPS)[number][0];

/** Sends changes of returns, and reports their outcome. */
function useSendReturn(onSent: () => void): FormProps['onSend'] {
  const dispatch = useDispatch();
  const [change] = useChangeReturnMutation();
  return async (request) => {
    const { data, error } = await change(request);
    if (error !== undefined) return toFailure(error);
    onSent();
    const text =
      data?.exchangeOrderId === undefined
        ? 'The return is changed, and the customer gets an email.'
        : `Order ${orderNumber(data.exchangeOrderId)} has the other size; pack it next.`;
    dispatch(
      data?.sent === false
        ? toastShown({
            text: 'The refund could not be sent yet; it is tried again automatically.',
            tone: 'error',
          })
        : toastShown({ text }),
    );
    return undefined;
  };
}

function ReturnSteps({ order, of }: { order: Order; of: OrderReturn }) {
  const [step, setStep] = useState<Step>();
  const props = { order, of, onSend: useSendReturn(() => setStep(undefined)) };
  const title = STEPS.find(([state]) => state === step)?.[1] ?? '';
  return (
    <div className="row">
      {STEPS.filter(([state]) => canChangeReturn(of.state, state, 'admin')).map(([state, label]) => (
        <Button
          key={state}
          variant={state === 'approved' || state === 'received' ? 'primary' : 'secondary'}
          onClick={() => setStep(state)}
        >
          {label}
        </Button>
      ))}
      <Dialog open={step !== undefined} title={title} onClose={() => setStep(undefined)}>
        {step === 'approved' && <ApproveForm {...props} />}
        {step === 'received' && <ReceiveForm {...props} />}
        {step === 'declined' && <EndForm {...props} action="decline" label={title} />}
        {step === 'closed' && <EndForm {...props} action="close" label={title} />}
      </Dialog>
    </div>
  );
}

function Return({ order, of, mayDecide }: { order: Order; of: OrderReturn; mayDecide: boolean }) {
  const { state, events, reason, outcome, exchangeOrderId } = of;
  const isOpen = state === 'requested' || state === 'approved';
  const comment = events.find((event) => event.state === 'requested')?.text;
  return (
    <li className="stack">
      <div>
        <strong>{describeReturned(of, order.lines)}</strong>{' '}
        <span className={isOpen ? 'tag tag-sun' : 'tag'}>{state}</span>
        <span className="muted admin-small">
          {RETURN_REASON_NAMES[reason]} · {RETURN_OUTCOME_NAMES[outcome]}
        </span>
        {comment && <q className="admin-note">{comment}</q>}
      </div>
      {exchangeOrderId !== undefined && (
        <ShopLink to={adminOrderPath(exchangeOrderId)}>
          Order {orderNumber(exchangeOrderId)} has the other size
        </ShopLink>
      )}
      {mayDecide && <ReturnSteps order={order} of={of} />}
    </li>
  );
}

/** The returns of an order, each with its next action; nothing without returns. */
export function OrderReturns({ order, mayDecide }: { order: Order; mayDecide: boolean }) {
  const { returns = [], exchangeOf } = order;
  if (returns.length === 0 && exchangeOf === undefined) return null;
  return (
    <section className="card stack no-print" aria-labelledby="order-returns">
      <h2 id="order-returns">Returns and exchanges</h2>
      {exchangeOf !== undefined && (
        <p>
          The exchange for{' '}
          <ShopLink to={adminOrderPath(exchangeOf.orderId)}>order {orderNumber(exchangeOf.orderId)}</ShopLink>
        </p>
      )}
      {returns.length > 0 && (
        <ul className="admin-rows admin-returns">
          {returns.map((each) => (
            <Return key={each.number} order={order} of={each} mayDecide={mayDecide} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The button and the dialog to start a return that was agreed on with the customer. */
export function StartReturn({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false);
  const send = useSendReturn(() => setOpen(false));
  if (!isOpen && (!canReturn(order.status) || returnableLines(order).length === 0)) return null;
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Return or exchange
      </Button>
      <Dialog open={isOpen} title="Return or exchange" onClose={() => setOpen(false)}>
        <StartForm order={order} onSend={send} />
      </Dialog>
    </>
  );
}
