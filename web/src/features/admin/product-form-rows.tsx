import { SIZES } from '@savepoint/model/limits';
import { Button, IconButton } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import type { FormErrors } from '../../lib/form-values.ts';
import { newVariantRow, type VariantRow } from './product-form-values.ts';

interface VariantRowsProps {
  readonly rows: readonly VariantRow[];
  readonly errors: FormErrors;
  readonly onChange: (rows: readonly VariantRow[]) => void;
  readonly price: string;
  readonly grams: string;
}

/**
 * The variants of a product: size, stock, price, SKU and weight. `price` and `grams` are those of a
 * size that has none of its own.
 */
export function VariantRows({ rows, errors, onChange, price, grams }: VariantRowsProps) {
  const set = (index: number, change: Partial<VariantRow>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...change } : row)));
  const addSizes = () => {
    const present = new Set(rows.map(({ size }) => size.trim()));
    const rowsWithSize = rows.filter(({ size }) => size.trim() !== '');
    onChange([
      ...rowsWithSize,
      ...SIZES.filter((size) => !present.has(size)).map((size) => newVariantRow(size)),
    ]);
  };
  return (
    <fieldset className="admin-rows">
      <legend className="field-label">Sizes, stock and prices</legend>
      <p className="field-hint">
        Without sizes, leave one row's size empty. A size without a price of its own costs what the product
        costs.
      </p>
      {rows.map((row, index) => (
        <div key={row.key} className="admin-row">
          <Field
            label={`Size ${index + 1}`}
            value={row.size}
            name={`variants.${index}`}
            error={errors[`variants.${index}`]}
            onChange={(event) => set(index, { size: event.target.value })}
          />
          <Field
            label={`Stock ${index + 1}`}
            inputMode="numeric"
            name={`variants.${index}.stock`}
            error={errors[`variants.${index}.stock`]}
            value={row.stock}
            onChange={(event) => set(index, { stock: event.target.value })}
          />
          <Field
            label={`Price ${index + 1}`}
            inputMode="decimal"
            name={`variants.${index}.price`}
            error={errors[`variants.${index}.price`]}
            placeholder={price}
            value={row.price}
            onChange={(event) => set(index, { price: event.target.value })}
          />
          <Field
            label={`SKU ${index + 1}`}
            name={`variants.${index}.sku`}
            error={errors[`variants.${index}.sku`]}
            value={row.sku}
            maxLength={100}
            onChange={(event) => set(index, { sku: event.target.value })}
          />
          <Field
            label={`Weight ${index + 1} (g)`}
            inputMode="numeric"
            name={`variants.${index}.grams`}
            error={errors[`variants.${index}.grams`]}
            placeholder={grams}
            value={row.grams}
            onChange={(event) => set(index, { grams: event.target.value })}
          />
          <IconButton
            label={`Remove size ${index + 1}`}
            disabled={rows.length === 1}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          >
            <Icon name="trash" />
          </IconButton>
        </div>
      ))}
      <div className="row">
        <Button variant="secondary" onClick={() => onChange([...rows, newVariantRow()])}>
          Add a size
        </Button>
        <Button variant="quiet" onClick={addSizes}>
          Add XS to 3XL
        </Button>
      </div>
    </fieldset>
  );
}
