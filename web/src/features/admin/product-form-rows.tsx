import { SIZES } from '@savepoint/model/limits';
import { Button, IconButton } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import type { FormErrors } from '../../lib/form-values.ts';
import {
  newSpecificationRow,
  newVariantRow,
  type SpecificationRow,
  type VariantRow,
} from './product-form-values.ts';

const COLUMNS = [
  { name: 'size', heading: 'Size' },
  { name: 'stock', heading: 'Stock', inputMode: 'numeric' },
  { name: 'price', heading: 'Price', inputMode: 'decimal' },
  { name: 'sku', heading: 'SKU', maxLength: 100 },
  { name: 'grams', heading: 'Grams', inputMode: 'numeric' },
] as const;

/** The label of a cell; sighted users see its row from its position. */
function RowLabel({ text, index }: { text: string; index: number }) {
  return (
    <>
      {text}
      <span className="visually-hidden"> {index + 1}</span>
    </>
  );
}

interface VariantRowsProps {
  readonly rows: readonly VariantRow[];
  readonly errors: FormErrors;
  readonly onChange: (rows: readonly VariantRow[]) => void;
  readonly price: string;
  readonly grams: string;
}

/**
 * The variants of a product: size, stock, price, SKU and weight. `price` and `grams` are the
 * defaults for sizes.
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
      <div className="admin-scroll">
        <table className="admin-table size-table">
          <thead>
            <tr>
              {COLUMNS.map(({ heading }) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={row.key}>
                {COLUMNS.map(({ name, heading, ...input }) => {
                  const control = name === 'size' ? `variants.${index}` : `variants.${index}.${name}`;
                  return (
                    <td key={name}>
                      <Field
                        {...input}
                        // Hidden if the column's heading is above it.
                        label={<RowLabel text={heading} index={index} />}
                        name={control}
                        error={errors[control]}
                        {...(name === 'price' && { placeholder: price })}
                        {...(name === 'grams' && { placeholder: grams })}
                        value={row[name]}
                        onChange={(event) => set(index, { [name]: event.target.value })}
                      />
                    </td>
                  );
                })}
                <td>
                  <IconButton
                    label={`Remove size ${index + 1}`}
                    disabled={rows.length === 1}
                    onClick={() => onChange(rows.filter((_, at) => at !== index))}
                  >
                    <Icon name="trash" />
                  </IconButton>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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

/** The specifications of a product: a label and a text for each. */
export function SpecificationRows(props: {
  rows: readonly SpecificationRow[];
  errors: FormErrors;
  onChange: (rows: readonly SpecificationRow[]) => void;
}) {
  const { rows, errors, onChange } = props;
  const set = (index: number, change: Partial<SpecificationRow>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...change } : row)));
  return (
    <fieldset className="admin-rows">
      <legend className="field-label">Specifications</legend>
      {rows.map((row, index) => (
        <div key={row.key} className="specification-row">
          <Field
            label={<RowLabel text="Label" index={index} />}
            placeholder="Material"
            name={`specifications.${index}`}
            error={errors[`specifications.${index}`]}
            maxLength={60}
            value={row.label}
            onChange={(event) => set(index, { label: event.target.value })}
          />
          <Field
            label={<RowLabel text="Text" index={index} />}
            placeholder="100% cotton"
            name={`specifications.${index}.text`}
            error={errors[`specifications.${index}.text`]}
            maxLength={300}
            value={row.text}
            onChange={(event) => set(index, { text: event.target.value })}
          />
          <IconButton
            label={`Remove specification ${index + 1}`}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          >
            <Icon name="trash" />
          </IconButton>
        </div>
      ))}
      <div>
        <Button variant="secondary" onClick={() => onChange([...rows, newSpecificationRow()])}>
          Add a specification
        </Button>
      </div>
    </fieldset>
  );
}
