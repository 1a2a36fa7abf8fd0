import { SIZES } from '@savepoint/model/limits';
import { Button, IconButton } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import type { FormErrors } from '../../lib/form-values.ts';
import { type ImageRow, newImageRow, newVariantRow, type VariantRow } from './product-form-values.ts';

const IMAGES_MAX = 20;

function moveRow<T>(rows: readonly T[], from: number, to: number): readonly T[] {
  const next = [...rows];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

interface RowsProps<T> {
  readonly rows: readonly T[];
  readonly errors: FormErrors;
  readonly onChange: (rows: readonly T[]) => void;
}

/** The images of a product in order, each with its alt text. */
export function ImageRows({ rows, errors, onChange }: RowsProps<ImageRow>) {
  const set = (index: number, change: Partial<ImageRow>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...change } : row)));
  return (
    <fieldset className="admin-rows">
      <legend className="field-label">Pictures, the first is shown in lists</legend>
      {rows.map((row, index) => (
        <div key={row.key} className="admin-row admin-row-wide">
          <Field
            label={`Picture ${index + 1}`}
            value={row.url}
            name={`images.${index}`}
            error={errors[`images.${index}`]}
            onChange={(event) => set(index, { url: event.target.value })}
          />
          <Field
            label={`What picture ${index + 1} shows`}
            name={`images.${index}.alt`}
            value={row.alt}
            maxLength={300}
            onChange={(event) => set(index, { alt: event.target.value })}
          />
          <IconButton
            label={`Move picture ${index + 1} up`}
            disabled={index === 0}
            onClick={() => onChange(moveRow(rows, index, index - 1))}
          >
            <Icon name="up" />
          </IconButton>
          <IconButton
            label={`Move picture ${index + 1} down`}
            disabled={index === rows.length - 1}
            onClick={() => onChange(moveRow(rows, index, index + 1))}
          >
            <Icon name="chevron" />
          </IconButton>
          <IconButton
            label={`Remove picture ${index + 1}`}
            disabled={rows.length === 1}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          >
            <Icon name="trash" />
          </IconButton>
        </div>
      ))}
      {rows.length < IMAGES_MAX && (
        <div>
          <Button variant="secondary" onClick={() => onChange([...rows, newImageRow()])}>
            Add a picture
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** The variants of a product: size, stock and SKU. */
export function VariantRows({ rows, errors, onChange }: RowsProps<VariantRow>) {
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
      <legend className="field-label">Sizes and stock; without sizes leave one row's size empty</legend>
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
            value={row.stock}
            onChange={(event) => set(index, { stock: event.target.value })}
          />
          <Field
            label={`SKU ${index + 1}`}
            name={`variants.${index}.sku`}
            value={row.sku}
            maxLength={100}
            onChange={(event) => set(index, { sku: event.target.value })}
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
