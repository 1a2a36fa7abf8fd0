import { AddressSchema } from '@savepoint/model/address';
import {
  type ManualOrderRequest,
  ManualOrderRequestSchema,
  type ManualOrderResponse,
} from '@savepoint/model/manual-order';
import { formatCents } from '@savepoint/model/money';
import { DELIVERY_NAMES, type DeliveryId } from '@savepoint/model/totals';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { ADDRESS_MESSAGES, AddressFields } from '../../components/address-fields.tsx';
import { Field, SelectField, TextAreaField } from '../../components/field.tsx';
import { Form, type FormFailure, type FormState, SubmitButton, useForm } from '../../components/form.tsx';
import { TotalsList } from '../../components/totals-list.tsx';
import { loadAddressSchemas } from '../../components/use-address-rules.ts';
import type { FormSchema } from '../../lib/form-values.ts';
import { withoutEmpty } from '../../lib/form-values.ts';
import { toastShown } from '../../lib/toast-slice.ts';
import { toFailure } from './admin-endpoints.ts';
import { adminOrderPath } from './admin-pages.ts';
import { usePlaceManualOrderMutation } from './order-edit-endpoints.ts';
import { type LineRow, lineMessages, OrderLinesField, toRequestedLines } from './order-lines-field.tsx';
import { typedCents } from './typed-numbers.ts';

const ADDRESS_FIELDS = ['name', 'country', 'line1', 'line2', 'city', 'postalCode', 'region', 'phone'];

type Price = 'full' | 'discount' | 'free';
type Payment = ManualOrderRequest['payment'];

function submitLabel(preview: ManualOrderResponse | undefined, payment: Payment): string {
  if (preview === undefined) return 'Review the order';
  const { totalCents } = preview.totals;
  if (totalCents === 0) return 'Make the order';
  return payment === 'link'
    ? `Make the order and email a link to pay ${formatCents(totalCents)}`
    : `Make the order, ${formatCents(totalCents)} paid`;
}

/** The request's schema, with the rules of the address's country. */
async function loadSchema(): Promise<FormSchema<ManualOrderRequest>> {
  const address = (await loadAddressSchemas()).inItsCountry(AddressSchema);
  return {
    safeParse: (input) => {
      const parsed = ManualOrderRequestSchema.safeParse(input);
      const checked = address.safeParse((input as { readonly address: unknown }).address);
      const issues = [
        ...(parsed.success ? [] : parsed.error.issues.filter(({ path }) => path[0] !== 'address')),
        ...(checked.success ? [] : checked.error.issues),
      ];
      return issues.length === 0 ? parsed : { success: false, error: { issues } };
    },
  };
}

/** The order's price, and how it is paid. */
function PriceFields(props: {
  form: FormState;
  price: Price;
  setPrice: (price: Price) => void;
  payment: Payment;
  setPayment: (payment: Payment) => void;
}) {
  const { form, price, setPrice, payment, setPayment } = props;
  return (
    <section className="card stack" aria-labelledby="new-order-price">
      <h2 id="new-order-price">Price and payment</h2>
      <fieldset>
        <legend>Price</legend>
        {(
          [
            ['full', 'As in the shop'],
            ['discount', 'With a discount'],
            ['free', 'Free of charge, with standard delivery'],
          ] as const
        ).map(([value, label]) => (
          <label key={value} className="choice">
            <input
              type="radio"
              name="price"
              value={value}
              checked={price === value}
              onChange={() => setPrice(value)}
            />{' '}
            {label}
          </label>
        ))}
      </fieldset>
      {price === 'discount' && (
        <Field
          label="Discount in $"
          inputMode="decimal"
          hint="Off the items. Promotions that save more apply instead."
          {...form.field('discountCents')}
        />
      )}
      {price !== 'full' && <Field label="Reason" hint="Only staff see it." {...form.field('reason')} />}
      {price !== 'free' && (
        <fieldset>
          <legend>Payment</legend>
          <label className="choice">
            <input
              type="radio"
              name="payment"
              value="link"
              checked={payment === 'link'}
              onChange={() => setPayment('link')}
            />{' '}
            Email a payment link; the items are reserved for 23 hours
          </label>
          <label className="choice">
            <input
              type="radio"
              name="payment"
              value="other"
              checked={payment === 'other'}
              onChange={() => setPayment('other')}
            />{' '}
            Paid in another way
          </label>
        </fieldset>
      )}
      {price !== 'free' && payment === 'other' && (
        <Field
          label="How it was paid"
          hint="Such as bank transfer; the customer sees it."
          {...form.field('paidBy')}
        />
      )}
    </section>
  );
}

/** Staff's form to place an order. `email` is the customer's, if known. */
export function ManualOrderForm({ email }: { email: string | undefined }) {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [place] = usePlaceManualOrderMutation();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [rows, setRows] = useState<readonly LineRow[]>([]);
  const [price, setPrice] = useState<Price>('full');
  const [payment, setPayment] = useState<Payment>('link');
  const [preview, setPreview] = useState<ManualOrderResponse>();
  const submit = async (request: ManualOrderRequest): Promise<FormFailure | undefined> => {
    const { data, error } = await place(request);
    if (error !== undefined) {
      setPreview(undefined);
      return toFailure(error);
    }
    if (data.orderId === undefined) {
      setPreview(data);
      return undefined;
    }
    dispatch(
      toastShown({
        text:
          payment === 'link' && data.totals.totalCents > 0
            ? `The order is made. ${request.email} has a link to pay it.`
            : 'The order is made and paid.',
      }),
    );
    navigate(adminOrderPath(data.orderId));
    return undefined;
  };
  const form = useForm<ManualOrderRequest>({
    // With the rules of the address's country.
    schema: loadSchema,
    toInput: (values) => ({
      ...withoutEmpty({
        ...{ email: values.email ?? '', packingNote: values.packingNote ?? '' },
        reason: price === 'full' ? '' : (values.reason ?? ''),
        paidBy: payment === 'link' ? '' : (values.paidBy ?? ''),
      }),
      ...{ idempotencyKey, payment, delivery: values.delivery },
      ...(price === 'discount' && { discountCents: typedCents(values.discountCents) }),
      ...(price === 'free' && { isFree: true }),
      lines: toRequestedLines(rows),
      address: withoutEmpty(Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, values[field] ?? '']))),
      ...(preview !== undefined && { expectedTotalCents: preview.totals.totalCents }),
    }),
    messages: {
      ...ADDRESS_MESSAGES,
      ...lineMessages(rows),
      email: "Enter the customer's email address.",
      discountCents: 'Enter an amount, such as 10 or 10.50.',
    },
    onSubmit: submit,
  });
  return (
    <Form form={form} className="stack" aria-label="New order">
      {/* Whatever is changed after the review is reviewed again. */}
      <div className="admin-columns" onChange={() => setPreview(undefined)}>
        <div className="admin-stack">
          <section className="card stack" aria-labelledby="new-order-customer">
            <h2 id="new-order-customer">Customer</h2>
            <Field
              label="Customer's email address"
              type="email"
              autoComplete="off"
              defaultValue={email}
              hint="The order appears in their verified account. Without one, they get emails."
              {...form.field('email')}
            />
          </section>
          <section className="card stack" aria-labelledby="new-order-items">
            <h2 id="new-order-items">Items</h2>
            <OrderLinesField
              rows={rows}
              errors={form.errors}
              onChange={(next) => {
                setRows(next);
                setPreview(undefined);
              }}
            />
          </section>
          <section className="card stack" aria-labelledby="new-order-delivery">
            <h2 id="new-order-delivery">Delivery</h2>
            <AddressFields form={form} />
            <SelectField label="Delivery" {...form.field('delivery')}>
              {(Object.keys(DELIVERY_NAMES) as DeliveryId[]).map((id) => (
                <option key={id} value={id}>
                  {DELIVERY_NAMES[id]}
                </option>
              ))}
            </SelectField>
            <TextAreaField
              label="Note on the packing slip (optional)"
              rows={2}
              {...form.field('packingNote')}
            />
          </section>
        </div>
        <div className="admin-stack manual-order-sums">
          <PriceFields {...{ form, price, setPrice, payment, setPayment }} />
          {preview !== undefined && (
            <section className="card stack" aria-labelledby="new-order-sums">
              <h2 id="new-order-sums">The order</h2>
              <p role="status">
                {preview.hasAccount
                  ? 'The order will be in the account of this customer.'
                  : 'There is no verified account with this address. The customer gets emails.'}
              </p>
              <TotalsList totals={preview.totals} shippingLabel="Shipping" />
            </section>
          )}
          <SubmitButton form={form}>{submitLabel(preview, payment)}</SubmitButton>
        </div>
      </div>
    </Form>
  );
}
