import type { Category } from '@savepoint/model/category';
import type { Product } from '@savepoint/model/product';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { Field, SelectField, TextAreaField } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { Price } from '../../components/price.tsx';
import { ProductImage } from '../../components/product-image.tsx';
import { toastShown } from '../../lib/toast-slice.ts';
import { toFailure, useSaveProductMutation } from './admin-endpoints.ts';
import { ImageRows, VariantRows } from './product-form-rows.tsx';
import {
  type FormValues,
  productFormSchema,
  type Status,
  toFormValues,
  toProductFailure,
} from './product-form-values.ts';

const SAVED_MESSAGES: Readonly<Record<Status, string>> = {
  active: 'Saved and on sale.',
  draft: 'Saved as a draft; shoppers do not see it.',
  archived: 'Archived; shoppers do not see it any more.',
};

const CONFLICT =
  'Somebody else changed this product since you opened it. Your changes are still in the form.';

function Preview({ form }: { form: FormValues }) {
  const price = Number(form.price);
  const compareAtPrice = Number(form.compareAtPrice);
  return (
    <aside className="card admin-preview" aria-label="Preview">
      <span className="image-frame" style={{ display: 'block' }}>
        <ProductImage src={form.images[0]?.url ?? ''} alt={form.images[0]?.alt ?? ''} size="card" />
      </span>
      <h2>{form.name || 'Name of the product'}</h2>
      {Number.isFinite(price) && price > 0 && (
        <Price
          price={price}
          {...(Number.isFinite(compareAtPrice) && compareAtPrice > price && { compareAtPrice })}
        />
      )}
      <p className="muted">{form.description.slice(0, 300)}</p>
      <p>
        {form.variants
          .map(({ size }) => size)
          .filter(Boolean)
          .join(' · ')}
      </p>
    </aside>
  );
}

const STATUS_BUTTONS = [
  { status: 'active', label: 'Publish', variant: 'primary' },
  { status: 'draft', label: 'Save as draft', variant: 'secondary' },
  { status: 'archived', label: 'Archive', variant: 'danger' },
] as const;

/** The buttons that save. The first is the one that Enter presses: it keeps the status, and a new product is a draft. */
function statusButtons(product: Product | undefined) {
  const current = product === undefined ? 'draft' : (product.status ?? 'active');
  const offered = STATUS_BUTTONS.filter(({ status }) => product !== undefined || status !== 'archived');
  return [...offered].sort((a, b) => Number(b.status === current) - Number(a.status === current));
}

/** Every field of a product with a preview. Shows a conflict when another admin saved the product meanwhile. */
export function ProductForm(props: {
  product: Product | undefined;
  categories: readonly Category[];
  onSaved: (productId: string) => void;
  /** Reloads the product after an edit conflict. */
  onReload: () => void;
}) {
  const { product } = props;
  const dispatch = useDispatch();
  const [save] = useSaveProductMutation();
  const [values, setValues] = useState(() => toFormValues(product));
  const [conflict, setConflict] = useState(false);

  const form = useForm({
    schema: productFormSchema(values),
    // The values are those of the state; the pressed button says which status the product gets.
    toInput: ({ status }) => status,
    onSubmit: async (draft) => {
      const result = await save({
        ...(product !== undefined && { productId: product.id }),
        ...(product?.updatedAt !== undefined && { version: product.updatedAt }),
        product: draft,
      });
      if (result.error === undefined) {
        dispatch(toastShown({ text: SAVED_MESSAGES[draft.status ?? 'active'] }));
        props.onSaved(result.data.productId);
        return undefined;
      }
      const isConflict = (result.error as { code?: string }).code === 'aborted';
      setConflict(isConflict);
      return isConflict ? { message: CONFLICT } : toProductFailure(toFailure(result.error));
    },
  });

  const set = (change: Partial<FormValues>) => setValues({ ...values, ...change });
  const text = (
    name: 'name' | 'price' | 'compareAtPrice' | 'description' | 'features' | 'specifications',
  ) => ({
    ...form.field(name),
    value: values[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  });

  return (
    <div className="admin-columns">
      <Form form={form} className="stack" aria-label="Product">
        {conflict && (
          <div>
            <Button variant="secondary" onClick={props.onReload}>
              Drop mine and load theirs
            </Button>
          </div>
        )}
        <Field label="Name" required {...text('name')} />
        <div className="admin-pair">
          <Field label="Price in $" inputMode="decimal" required {...text('price')} />
          <Field label="Price before sale (optional)" inputMode="decimal" {...text('compareAtPrice')} />
          <SelectField
            label="Category"
            required
            {...form.field('category')}
            value={values.category}
            onChange={(event) => set({ category: event.target.value })}
          >
            <option value="">Choose…</option>
            {props.categories.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
        <TextAreaField label="Description" rows={5} {...text('description')} />
        <TextAreaField label="Features, one per line" rows={4} {...text('features')} />
        <TextAreaField
          label="Specifications, one per line"
          hint="Label: text, for example Material: 100% cotton"
          rows={5}
          {...text('specifications')}
        />
        <label className="choice">
          <input
            type="checkbox"
            name="featured"
            checked={values.featured}
            onChange={(event) => set({ featured: event.target.checked })}
          />
          Featured on the home page
        </label>
        <ImageRows rows={values.images} errors={form.errors} onChange={(images) => set({ images })} />
        <VariantRows rows={values.variants} errors={form.errors} onChange={(variants) => set({ variants })} />
        <div className="row">
          {statusButtons(product).map(({ status, label, variant }) => (
            <SubmitButton key={status} form={form} variant={variant} name="status" value={status}>
              {label}
            </SubmitButton>
          ))}
        </div>
      </Form>
      <Preview form={values} />
    </div>
  );
}
