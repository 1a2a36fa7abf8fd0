import type { Category } from '@savepoint/model/category';
import type { Product } from '@savepoint/model/product';
import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { Field, focusFirstInvalid, SelectField, TextAreaField } from '../../components/field.tsx';
import { Price } from '../../components/price.tsx';
import { ProductImage } from '../../components/product-image.tsx';
import { toastShown } from '../../lib/toast-slice.ts';
import { errorMessage, useSaveProductMutation } from './admin-endpoints.ts';
import { ImageRows, VariantRows } from './product-form-rows.tsx';
import { type FormErrors, type FormValues, parseProductForm, toFormValues } from './product-form-values.ts';

type Status = 'active' | 'draft' | 'archived';
const SAVED_MESSAGES: Readonly<Record<Status, string>> = {
  active: 'Saved and on sale.',
  draft: 'Saved as a draft; shoppers do not see it.',
  archived: 'Archived; shoppers do not see it any more.',
};

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
  const [save, { isLoading }] = useSaveProductMutation();
  const [form, setForm] = useState(() => toFormValues(product));
  const [errors, setErrors] = useState<FormErrors>({});
  const [conflict, setConflict] = useState(false);
  const element = useRef<HTMLFormElement>(null);

  const set = (change: Partial<FormValues>) => setForm({ ...form, ...change });
  const text = (
    name: 'name' | 'price' | 'compareAtPrice' | 'description' | 'features' | 'specifications',
  ) => ({
    name,
    value: form[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  });

  const send = async (status: Status) => {
    const parsed = parseProductForm(form, status);
    setErrors('errors' in parsed ? parsed.errors : {});
    if ('errors' in parsed) {
      requestAnimationFrame(() => focusFirstInvalid(element.current));
      return;
    }
    const result = await save({
      ...(product !== undefined && { productId: product.id }),
      ...(product?.updatedAt !== undefined && { version: product.updatedAt }),
      product: parsed.draft,
    });
    if (result.error === undefined) {
      dispatch(toastShown({ text: SAVED_MESSAGES[status] }));
      props.onSaved(result.data.productId);
      return;
    }
    setConflict((result.error as { code?: string }).code === 'aborted');
    dispatch(toastShown({ text: errorMessage(result.error), tone: 'error' }));
  };

  return (
    <div className="admin-columns">
      <form
        ref={element}
        className="stack"
        noValidate
        aria-label="Product"
        onSubmit={(event) => {
          event.preventDefault();
          void send(product?.status ?? (product === undefined ? 'draft' : 'active'));
        }}
      >
        {conflict && (
          <div className="notice notice-error" role="alert">
            <p>Somebody else changed this product since you opened it. Your changes are still in the form.</p>
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
            value={form.category}
            error={errors.category}
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
            checked={form.featured}
            onChange={(event) => set({ featured: event.target.checked })}
          />
          Featured on the home page
        </label>
        <ImageRows rows={form.images} errors={errors} onChange={(images) => set({ images })} />
        <VariantRows rows={form.variants} errors={errors} onChange={(variants) => set({ variants })} />
        <div className="row">
          <Button busy={isLoading} onClick={() => send('active')}>
            Publish
          </Button>
          <Button variant="secondary" busy={isLoading} onClick={() => send('draft')}>
            Save as draft
          </Button>
          {product !== undefined && (
            <Button variant="danger" busy={isLoading} onClick={() => send('archived')}>
              Archive
            </Button>
          )}
        </div>
      </form>
      <Preview form={form} />
    </div>
  );
}
