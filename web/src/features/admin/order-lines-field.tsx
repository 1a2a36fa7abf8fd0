import { formatCents, toCents } from '@savepoint/model/money';
import type { OrderLine } from '@savepoint/model/order';
import { useState } from 'react';
import { useProductQuery, useProductsQuery } from '../../api/catalogue-endpoints.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { Field, SelectField } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import type { FormErrors } from '../../lib/form-values.ts';
import { nameOfLine } from './order-labels.ts';

/** A line of the form; the quantity is as typed. */
export interface LineRow extends Pick<OrderLine, 'id' | 'size' | 'name'> {
  readonly quantity: string;
}

/** Converts the rows to a request's lines. */
export function toRequestedLines(rows: readonly LineRow[]) {
  return rows.map(({ id, size, quantity }) => ({
    productId: id,
    ...(size !== undefined && { size }),
    quantity: quantity.trim() === '' ? Number.NaN : Number(quantity),
  }));
}

/** Messages for the lines of a form. */
export function lineMessages(rows: readonly LineRow[]): Record<string, string> {
  return Object.fromEntries([
    ['lines', 'Add an item.'],
    ...rows.map((_, index) => [`lines.${index}.quantity`, 'Enter a whole number from 1 to 99.']),
  ]);
}

/** A product and a size to add; sizes show their stock, read when the product is chosen. */
function AddLine({ onAdd }: { onAdd: (line: LineRow) => void }) {
  const { data: products = [] } = useProductsQuery();
  const [productId, setProductId] = useState('');
  const [size, setSize] = useState('');
  const product = products.find(({ id }) => id === productId);
  const { currentData: fresh } = useProductQuery(productId, {
    skip: productId === '',
    refetchOnMountOrArgChange: true,
  });
  const sizes = (fresh ?? product)?.variants ?? [];
  const isSized = sizes.some((each) => each.size !== undefined);
  const canAdd = product !== undefined && (!isSized || size !== '');
  const add = () => {
    if (!canAdd) return;
    onAdd({ id: product.id, name: product.name, ...(isSized && { size }), quantity: '1' });
    setProductId('');
    setSize('');
  };
  return (
    <div className="order-lines-add">
      <SelectField
        label="Add an item"
        value={productId}
        onChange={({ target }) => {
          setProductId(target.value);
          setSize('');
        }}
      >
        <option value="">Choose a product</option>
        {[...products]
          .sort((a, b) => a.name.localeCompare(b.name))
          .map(({ id, name, price }) => (
            <option key={id} value={id}>
              {name}, {formatCents(toCents(price))}
            </option>
          ))}
      </SelectField>
      {isSized && (
        <SelectField label="Size" value={size} onChange={({ target }) => setSize(target.value)}>
          <option value="">Choose a size</option>
          {sizes.map((each) => (
            <option key={each.size} value={each.size} disabled={each.stock === 0}>
              {each.size}
              {fresh && `, ${each.stock === 0 ? 'sold out' : `${each.stock} left`}`}
            </option>
          ))}
        </SelectField>
      )}
      <Button variant="secondary" disabled={!canAdd} onClick={add}>
        Add
      </Button>
    </div>
  );
}

/** The lines of an order that staff place or edit. */
export function OrderLinesField(props: {
  rows: readonly LineRow[];
  errors: FormErrors;
  onChange: (rows: readonly LineRow[]) => void;
}) {
  const { rows, errors, onChange } = props;
  const add = (line: LineRow) => {
    const at = rows.findIndex(({ id, size }) => id === line.id && size === line.size);
    if (at < 0) onChange([...rows, line]);
    else
      onChange(
        rows.map((row, index) =>
          index === at ? { ...row, quantity: String((Number(row.quantity) || 0) + 1) } : row,
        ),
      );
  };
  return (
    <fieldset className="stack">
      <legend className="visually-hidden">Items</legend>
      {rows.map((row, index) => (
        <div key={`${row.id}|${row.size}`} className="order-lines-row">
          <Field
            label={nameOfLine(row)}
            name={`lines.${index}.quantity`}
            error={errors[`lines.${index}.quantity`]}
            type="number"
            inputMode="numeric"
            min={1}
            max={99}
            value={row.quantity}
            onChange={({ target }) =>
              onChange(rows.map((each, at) => (at === index ? { ...each, quantity: target.value } : each)))
            }
          />
          <IconButton
            label={`Remove ${nameOfLine(row)}`}
            disabled={rows.length === 1}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          >
            <Icon name="trash" />
          </IconButton>
        </div>
      ))}
      <AddLine onAdd={add} />
    </fieldset>
  );
}
