import type { Category } from '@savepoint/model/category';
import { toCents, toDollars } from '@savepoint/model/money';
import { PRICE_MAX_DOLLARS, PRODUCT_STATUSES, type Product } from '@savepoint/model/product';
import { type FormEvent, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Field, SelectField } from '../../components/field.tsx';
import type { Changes, Patch } from './use-patch-products.ts';

/**
 * Applies a price input in dollars: '-10%' of 45 is 40.5, '40' is 40. Undefined when the result is not a valid price.
 */
function applyPriceChange(price: number, change: string): number | undefined {
  const text = change.trim();
  const percent = /^([+-]?\d{1,3}(?:\.\d+)?)\s*%$/.exec(text)?.[1];
  if (percent === undefined && !/^\d+(\.\d{1,2})?$/.test(text)) return undefined;
  const cents =
    percent === undefined ? toCents(Number(text)) : Math.round(toCents(price) * (1 + Number(percent) / 100));
  return cents >= 1 && cents <= toCents(PRICE_MAX_DOLLARS) ? toDollars(cents) : undefined;
}

/** Changes status, category or price of all selected products. */
export function BulkEdit(props: {
  selected: readonly Product[];
  categories: readonly Category[];
  onApply: (patches: readonly Patch[]) => void;
}) {
  const [status, setStatus] = useState('');
  const [category, setCategory] = useState('');
  const [price, setPrice] = useState('');
  const [error, setError] = useState<string>();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const patches: Patch[] = [];
    for (const product of props.selected) {
      const next = price.trim() === '' ? undefined : applyPriceChange(product.price, price);
      if (price.trim() !== '' && next === undefined) {
        setError(`That makes no price for ${product.name}. Write 40, 39.50, +5% or -10%.`);
        return;
      }
      const changes: Changes = {
        ...(status !== '' && { status: status as (typeof PRODUCT_STATUSES)[number] }),
        ...(category !== '' && { category }),
        ...(next !== undefined && { price: next }),
      };
      if (Object.keys(changes).length > 0) patches.push({ product, changes });
    }
    setError(undefined);
    if (patches.length > 0) props.onApply(patches);
  };

  return (
    <form className="notice admin-bulk" aria-label="Bulk edit" onSubmit={submit} noValidate>
      <strong>{props.selected.length} picked</strong>
      <SelectField label="Status" value={status} onChange={(event) => setStatus(event.target.value)}>
        <option value="">Keep</option>
        {PRODUCT_STATUSES.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </SelectField>
      <SelectField label="Category" value={category} onChange={(event) => setCategory(event.target.value)}>
        <option value="">Keep</option>
        {props.categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Field
        label="Price"
        placeholder="40 or -10%"
        value={price}
        error={error}
        onChange={(event) => setPrice(event.target.value)}
      />
      <Button type="submit">Change all picked</Button>
    </form>
  );
}
