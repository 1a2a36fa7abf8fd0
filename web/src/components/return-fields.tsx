import type { Order, OrderLine, ReturnedUnits } from '@savepoint/model/order';
import { lineName, unitsReturnable } from '@savepoint/model/order-return';
import {
  RETURN_OUTCOME_NAMES,
  RETURN_OUTCOMES,
  RETURN_REASON_NAMES,
  RETURN_REASONS,
  type ReturnOutcome,
} from '@savepoint/model/return-status';
import { dueCents } from '@savepoint/model/store-credit';
import { useState } from 'react';
import type { FormValues } from '../lib/form-values.ts';
import { SelectField } from './field.tsx';
import type { FormFailure, FormState } from './form.tsx';

/** The sizes of a product and their stock. */
interface SizedProduct {
  readonly id: string;
  readonly variants: readonly { readonly size?: string | undefined; readonly stock: number }[];
}

/** The messages of a form with these fields. */
export const RETURN_MESSAGES = {
  units: 'Choose what is sent back.',
  reason: 'Choose a reason.',
};

/** The lines of an order with returnable units, and their indexes in the order. */
export function returnableLines(order: Order): { line: OrderLine; index: number; left: number }[] {
  return order.lines
    .map((line, index) => ({ line, index, left: unitsReturnable(order, line) }))
    .filter(({ left }) => left > 0);
}

/** Converts the fields to a request. */
export function toReturnInput(order: Order, values: FormValues) {
  const { reason = '', outcome = '' } = values;
  return {
    orderId: order.id,
    units: returnableLines(order).flatMap(({ line: { id, size }, index }) => {
      const quantity = Number(values[`units.${index}`] ?? 0);
      const exchangeSize = outcome === 'exchange' ? values[`size.${index}`] : undefined;
      return quantity === 0
        ? []
        : { id, ...(size !== undefined && { size }), quantity, ...(exchangeSize && { exchangeSize }) };
    }),
    ...{ reason, outcome },
    returns: order.returns?.length ?? 0,
  };
}

/** The error of an incomplete exchange, at the missing size. */
export function missingSize(
  order: Order,
  { outcome, units }: { readonly outcome: ReturnOutcome; readonly units: readonly ReturnedUnits[] },
): FormFailure | undefined {
  if (outcome !== 'exchange') return undefined;
  const missing = units.find(({ size, exchangeSize }) => size !== undefined && exchangeSize === undefined);
  const index = order.lines.findIndex(({ id, size }) => id === missing?.id && size === missing.size);
  return missing && { message: 'Choose the size to send instead.', field: `size.${index}` };
}

/** `L`, `XL (sold out)`, `M (the same)`. */
function sizeLabel({ size, stock }: { size?: string | undefined; stock: number }, line: OrderLine): string {
  if (stock <= 0) return `${size} (sold out)`;
  return size === line.size ? `${size} (the same)` : `${size}`;
}

/** The number of units of a line to return; the only line of an order is preselected. */
function QuantityField(props: {
  readonly form: FormState;
  readonly line: OrderLine;
  readonly index: number;
  readonly left: number;
  readonly quantity: number;
  readonly onChange: (quantity: number) => void;
}) {
  const { left } = props;
  return (
    <SelectField
      label={lineName(props.line)}
      value={props.quantity}
      {...props.form.field(`units.${props.index}`)}
      onChange={(event) => props.onChange(Number(event.target.value))}
    >
      {Array.from({ length: left + 1 }, (_, count) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the index is the quantity
        <option key={count} value={count}>
          {count === 0 ? 'Keep' : left === 1 ? 'Send back' : `Send back ${count} of ${left}`}
        </option>
      ))}
    </SelectField>
  );
}

/** The size that a line is exchanged for. */
function ExchangeField(props: {
  readonly form: FormState;
  readonly line: OrderLine;
  readonly index: number;
  readonly product: SizedProduct | undefined;
}) {
  const { line, product } = props;
  return (
    <SelectField
      label={`Exchange ${lineName(line)} for`}
      defaultValue=""
      hint={product === undefined ? 'This product is no longer for sale.' : undefined}
      {...props.form.field(`size.${props.index}`)}
    >
      <option value="">Choose a size</option>
      {product?.variants.map((variant) => (
        <option key={variant.size} value={variant.size} disabled={variant.stock <= 0}>
          {sizeLabel(variant, line)}
        </option>
      ))}
    </SelectField>
  );
}

/**
 * The returned units of an order, the reason, and what the shopper gets for them. `products` have
 * the sizes for exchanges.
 */
export function ReturnFields({
  order,
  form,
  products,
}: {
  order: Order;
  form: FormState;
  products: readonly SizedProduct[] | undefined;
}) {
  const lines = returnableLines(order);
  // The part paid by store credit goes back to store credit.
  const outcomes = RETURN_OUTCOMES.filter((each) => each !== 'refund' || dueCents(order) > 0);
  const [outcome, setOutcome] = useState<ReturnOutcome>('exchange');
  const [quantities, setQuantities] = useState<Readonly<Record<number, number>>>({});
  const quantityOf = (index: number) => quantities[index] ?? (lines.length === 1 ? 1 : 0);
  return (
    <>
      {lines.map(({ line, index, left }) => (
        <QuantityField
          key={`${line.id}|${line.size}`}
          {...{ form, line, index, left }}
          quantity={quantityOf(index)}
          onChange={(quantity) => setQuantities({ ...quantities, [index]: quantity })}
        />
      ))}
      <SelectField label="Reason" defaultValue="" {...form.field('reason')}>
        <option value="">Choose a reason</option>
        {RETURN_REASONS.map((reason) => (
          <option key={reason} value={reason}>
            {RETURN_REASON_NAMES[reason]}
          </option>
        ))}
      </SelectField>
      <fieldset>
        <legend>What to get instead</legend>
        {outcomes.map((each) => (
          <label key={each} className="choice">
            <input
              type="radio"
              name="outcome"
              value={each}
              defaultChecked={each === outcome}
              onChange={() => setOutcome(each)}
            />{' '}
            {RETURN_OUTCOME_NAMES[each]}
          </label>
        ))}
      </fieldset>
      {outcome === 'exchange' && (
        <>
          {lines.map(
            ({ line, index }) =>
              line.size !== undefined &&
              quantityOf(index) > 0 && (
                <ExchangeField
                  key={`${line.id}|${line.size}`}
                  {...{ form, line, index }}
                  product={products?.find(({ id }) => id === line.id)}
                />
              ),
          )}
          <p className="muted">
            The other size costs nothing more. If it does not fit either, it can be exchanged again, or
            returned for store credit.
          </p>
        </>
      )}
    </>
  );
}
