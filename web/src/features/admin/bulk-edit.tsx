import type { Category } from '@savepoint/model/category';
import { multiplyCents, toCents, toDollars } from '@savepoint/model/money';
import { PRICE_MAX_DOLLARS, PRODUCT_STATUSES, type Product } from '@savepoint/model/product';
import { parseDollars, toAsciiDigits } from '@savepoint/model/typed-digits';
import { Field, SelectField } from '../../components/field.tsx';
import { Form, type FormFailure, SubmitButton, useForm } from '../../components/form.tsx';
import type { FormSchema } from '../../lib/form-values.ts';
import type { Changes, Patch } from './use-patch-products.ts';

/**
 * Applies a price input in dollars: '-10%' of 45 is 40.5, '40' is 40. Undefined if the result is
 * not a valid price.
 */
export function applyPriceChange(price: number, change: string): number | undefined {
  const text = toAsciiDigits(change).trim();
  const percent = /^([+-]?\d{1,3}(?:\.\d{1,4})?)\s*%$/.exec(text)?.[1];
  const cents =
    percent === undefined
      ? toCents(parseDollars(text) ?? Number.NaN)
      : multiplyCents(toCents(price), 1 + Number(percent) / 100);
  return cents >= 1 && cents <= toCents(PRICE_MAX_DOLLARS) ? toDollars(cents) : undefined;
}

/** Validates a bulk edit of these products: a patch for each changed product. */
function bulkEditSchema(products: readonly Product[]): FormSchema<readonly Patch[]> {
  return {
    safeParse: (input) => {
      const { status, category, price } = input as Partial<Record<string, string>>;
      const patches: Patch[] = [];
      for (const product of products) {
        const next = price === undefined ? undefined : applyPriceChange(product.price, price);
        if (price !== undefined && next === undefined) {
          const message = `That does not give ${product.name} a valid price. Enter 40, 39.50, +5% or -10%.`;
          return { success: false, error: { issues: [{ code: 'custom', path: ['price'], message }] } };
        }
        const changes: Changes = {
          ...(status !== undefined && { status: status as (typeof PRODUCT_STATUSES)[number] }),
          ...(category !== undefined && { category }),
          ...(next !== undefined && { price: next }),
        };
        if (Object.keys(changes).length > 0) patches.push({ product, changes });
      }
      return { success: true, data: patches };
    },
  };
}

/**
 * Changes status, category or price of all selected products. `onApply` returns why nothing was
 * changed.
 */
export function BulkEdit(props: {
  selected: readonly Product[];
  categories: readonly Category[];
  onApply: (patches: readonly Patch[]) => Promise<FormFailure | undefined>;
}) {
  const form = useForm({
    schema: bulkEditSchema(props.selected),
    onSubmit: (patches) => (patches.length > 0 ? props.onApply(patches) : undefined),
  });

  return (
    <Form form={form} className="notice admin-bulk" aria-label="Bulk edit">
      <strong>{props.selected.length} selected</strong>
      <SelectField label="Status" {...form.field('status')}>
        <option value="">Keep</option>
        {PRODUCT_STATUSES.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </SelectField>
      <SelectField label="Category" {...form.field('category')}>
        <option value="">Keep</option>
        {props.categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Field label="Price" placeholder="40 or -10%" {...form.field('price')} />
      <SubmitButton form={form}>Change all selected</SubmitButton>
    </Form>
  );
}
