import type { SaveProductResponse } from '@savepoint/model/callables';
import type { Category } from '@savepoint/model/category';
import { listCountries } from '@savepoint/model/countries';
import { cutText } from '@savepoint/model/cut-text';
import { SIZE_GUIDES } from '@savepoint/model/limits';
import type { Product } from '@savepoint/model/product';
import { parseDollars } from '@savepoint/model/typed-digits';
import { type ReactNode, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useDispatch } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { Field, SelectField, TextAreaField } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { Price } from '../../components/price.tsx';
import { ProductImage } from '../../components/product-image.tsx';
import { classNames } from '../../lib/class-names.ts';
import { toastShown } from '../../lib/toast-slice.ts';
import { ActionMenu } from './action-menu.tsx';
import { toFailure, useReadProductMutation, useSaveProductMutation } from './admin-endpoints.ts';
import { mergeProductForm, type ProductEdit } from './merge-product-form.ts';
import { SpecificationRows, VariantRows } from './product-form-rows.tsx';
import {
  type FormValues,
  productFormSchema,
  type Status,
  toCopyValues,
  toFormValues,
  toProductFailure,
} from './product-form-values.ts';
import { ProductImages } from './product-images.tsx';
import { STATUS_TAGS } from './product-table.tsx';
import { TagField } from './tag-field.tsx';
import { useUndoToast } from './undo.ts';
import { undoPatches } from './undo-patches.ts';
import { stockOf } from './use-patch-products.ts';

const SAVED_MESSAGES: Readonly<Record<Status, string>> = {
  active: 'Saved and on sale.',
  draft: 'Saved as a draft; shoppers do not see it.',
  archived: 'Archived; shoppers no longer see it.',
};

/** Attempts of one click: a product that a script edits has a new version each time. */
const SAVES_MAX = 4;

/** A product as read, and the form's initial values. */
interface Base {
  readonly product: Product | undefined;
  readonly values: FormValues;
}

/** A save that waits for a choice, because both sides changed the same fields. */
interface Conflict {
  readonly theirs: Product;
  readonly status: Status;
}

const toEdit = (values: FormValues, product: Product | undefined): ProductEdit => ({
  ...values,
  status: product?.status ?? 'active',
});

function conflictText(both: readonly string[]): string {
  return `Somebody else changed this product since you opened it, and you both changed: ${both.join(', ')}. Keep yours or take theirs; all other changes, yours and theirs, are saved.`;
}

function Preview({ form }: { form: FormValues }) {
  const price = parseDollars(form.price) ?? Number.NaN;
  const compareAtPrice = parseDollars(form.compareAtPrice) ?? 0;
  return (
    <aside className="card editor-preview" aria-label="Preview">
      <span className="image-frame">
        <ProductImage src={form.images[0]?.url ?? ''} alt={form.images[0]?.alt ?? ''} size="card" />
      </span>
      <div>
        <h2>{form.name || 'Name of the product'}</h2>
        {Number.isFinite(price) && price > 0 && (
          <Price
            price={price}
            {...(Number.isFinite(compareAtPrice) && compareAtPrice > price && { compareAtPrice })}
          />
        )}
        <p className="muted">{cutText(form.description, 300)}</p>
        <p>
          {form.variants
            .map(({ size }) => size)
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
    </aside>
  );
}

const HOME_ROWS = [
  ['featured', 'Featured on the home page'],
  ['bestseller', 'Bestseller on the home page'],
  ['saleHighlight', 'Sale on the home page, while it has a price before sale'],
] as const;

/**
 * The save buttons, by the product's status. The first one, which Enter presses, keeps the status.
 */
const STATUS_BUTTONS: Readonly<Record<Status, readonly (readonly [Status, string])[]>> = {
  active: [
    ['active', 'Save'],
    ['draft', 'Unpublish'],
    ['archived', 'Archive'],
  ],
  draft: [
    ['draft', 'Save as draft'],
    ['active', 'Publish'],
    ['archived', 'Archive'],
  ],
  archived: [
    ['archived', 'Save'],
    ['active', 'Publish'],
    ['draft', 'Save as draft'],
  ],
};

/** A new product starts as a draft; it cannot be archived before it exists. */
function statusButtons(product: Product | undefined) {
  if (product === undefined) return STATUS_BUTTONS.draft.filter(([status]) => status !== 'archived');
  return STATUS_BUTTONS[product.status ?? 'active'];
}

/**
 * Every field of a product with a preview. Changes since the product was read are merged on save;
 * the form asks about fields that both sides changed.
 */
export function ProductForm(props: {
  product: Product | undefined;
  /** The product to copy. */
  template?: Product | undefined;
  categories: readonly Category[];
  /** Further menu items: actions besides editing the product. */
  actions?: ReactNode;
  onSaved: (productId: string) => void;
}) {
  const dispatch = useDispatch();
  const [save] = useSaveProductMutation();
  const showUndo = useUndoToast(undoPatches);
  const [read] = useReadProductMutation();
  const [values, setValues] = useState(() =>
    props.template === undefined ? toFormValues(props.product) : toCopyValues(props.template),
  );
  const countries = useMemo(() => listCountries(), []);
  const [base, setBase] = useState<Base>({ product: props.product, values });
  const [conflict, setConflict] = useState<Conflict>();
  const { product } = base;

  const showSaved = (
    before: Product | undefined,
    status: Status,
    saved: SaveProductResponse,
    taken: readonly string[],
  ) => {
    const text = [
      SAVED_MESSAGES[status],
      ...(taken.length > 0 ? [`What somebody else changed meanwhile is kept: ${taken.join(', ')}.`] : []),
    ].join(' ');
    const oldStatus = before?.status ?? 'active';
    if (before !== undefined && status !== oldStatus)
      showUndo(text, [{ ...saved, changes: { status: oldStatus } }]);
    else dispatch(toastShown({ text }));
  };

  const form = useForm({
    schema: productFormSchema(values, product),
    // The values come from the state; the pressed button sets the status.
    toInput: ({ status }) => status,
    onSubmit: async (submitted) => {
      setConflict(undefined);
      let draft = submitted;
      let from = base;
      let edit: ProductEdit = { ...values, status: draft.status ?? 'active' };
      const taken = new Set<string>();
      for (let saves = 1; ; saves += 1) {
        const { product: before } = from;
        const result = await save({
          ...(before !== undefined && { productId: before.id }),
          ...(before?.updatedAt !== undefined && { version: before.updatedAt }),
          ...(before !== undefined && { stockBefore: stockOf(before) }),
          product: draft,
        });
        if (result.error === undefined) {
          showSaved(before, edit.status, result.data, [...taken]);
          props.onSaved(result.data.productId);
          return undefined;
        }
        const isConflict = (result.error as { code?: string }).code === 'aborted';
        if (before === undefined || !isConflict || saves === SAVES_MAX)
          return toProductFailure(toFailure(result.error));
        const { data: theirs, error } = await read(before.id);
        if (error !== undefined) return toFailure(error);
        if (theirs === null) return { message: 'Somebody else deleted this product since you opened it.' };
        const next: Base = { product: theirs, values: toFormValues(theirs) };
        const merge = mergeProductForm(toEdit(from.values, before), edit, toEdit(next.values, theirs));
        if (merge.both.length > 0) {
          setConflict({ theirs, status: edit.status });
          return { message: conflictText(merge.both) };
        }
        for (const label of merge.taken) taken.add(label);
        from = next;
        edit = merge.keepMine;
        setBase(from);
        setValues(edit);
        const parsed = productFormSchema(edit, theirs).safeParse(edit.status);
        if (!parsed.success) {
          const [issue] = parsed.error.issues;
          return { message: issue?.message ?? '', field: issue?.path.join('.') };
        }
        draft = parsed.data;
      }
    },
  });

  /** Merges with one side's value for the fields that both changed, and saves. */
  const resolve = ({ theirs, status }: Conflict, side: 'keepMine' | 'takeTheirs') => {
    const next: Base = { product: theirs, values: toFormValues(theirs) };
    const mine: ProductEdit = { ...values, status };
    const merged = mergeProductForm(toEdit(base.values, product), mine, toEdit(next.values, theirs))[side];
    // The button below submits the rendered values.
    flushSync(() => {
      setBase(next);
      setValues(merged);
      setConflict(undefined);
    });
    form.element.current
      ?.querySelector<HTMLButtonElement>(`button[name="status"][value="${merged.status}"]`)
      ?.click();
  };

  const set = (change: Partial<FormValues>) => setValues((current) => ({ ...current, ...change }));
  const text = (
    name:
      | 'name'
      | 'price'
      | 'compareAtPrice'
      | 'description'
      | 'features'
      | 'grams'
      | 'editionSize'
      | 'hsCode'
      | 'productType',
  ) => ({
    ...form.field(name),
    value: values[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  });

  const [main, ...others] = statusButtons(product);
  const toSubmit = (
    [status, label]: readonly [Status, string],
    variant: 'primary' | 'secondary' | 'danger',
  ) => (
    <SubmitButton key={status} form={form} variant={variant} name="status" value={status}>
      {label}
    </SubmitButton>
  );
  // Putting a product on sale is beside Save; taking it off is in the menu.
  const visible = others.filter(([status]) => status === 'active' || product === undefined);
  const inMenu = others.filter((button) => !visible.includes(button));
  const status = product?.status ?? 'active';

  return (
    <Form form={form} className="product-editor" aria-label="Product">
      <div className="editor-bar">
        {product !== undefined && <span className={classNames('tag', STATUS_TAGS[status])}>{status}</span>}
        <p className="muted">
          {form.isAskingBeforeLeaving
            ? 'Unsaved changes'
            : product === undefined
              ? 'Not saved yet'
              : 'All changes saved'}
        </p>
        <div className="editor-buttons">
          {main !== undefined && toSubmit(main, 'primary')}
          {visible.map((button) => toSubmit(button, 'secondary'))}
          {product !== undefined && (
            <ActionMenu label="More actions">
              {inMenu.map((button) => toSubmit(button, 'secondary'))}
              {props.actions}
            </ActionMenu>
          )}
        </div>
      </div>
      {conflict !== undefined && (
        <div className="row">
          <Button variant="secondary" onClick={() => resolve(conflict, 'keepMine')}>
            Keep mine
          </Button>
          <Button variant="secondary" onClick={() => resolve(conflict, 'takeTheirs')}>
            Take theirs
          </Button>
        </div>
      )}
      <div className="editor-columns">
        <div className="editor-column">
          <section className="card stack" aria-label="Details">
            <Field label="Name" required {...text('name')} />
            <TextAreaField label="Description" rows={5} {...text('description')} />
            <TextAreaField label="Features, one per line" rows={4} {...text('features')} />
          </section>
          <section className="card" aria-label="Pictures">
            <ProductImages
              rows={values.images}
              errors={form.errors}
              onChange={(change) => setValues((current) => ({ ...current, images: change(current.images) }))}
            />
          </section>
          <section className="card" aria-label="Sizes">
            <VariantRows
              rows={values.variants}
              errors={form.errors}
              price={values.price}
              grams={values.grams}
              onChange={(variants) => set({ variants })}
            />
          </section>
        </div>
        <div className="editor-column">
          <section className="card stack" aria-label="Selling">
            <div className="admin-pair">
              <Field label="Price in $" inputMode="decimal" required {...text('price')} />
              <Field label="Price before sale" inputMode="decimal" {...text('compareAtPrice')} />
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
              <SelectField
                label="Size guide"
                {...form.field('sizeGuide')}
                value={values.sizeGuide}
                onChange={(event) => set({ sizeGuide: event.target.value })}
              >
                <option value="">From the name</option>
                {SIZE_GUIDES.map((type) => (
                  <option key={type} value={type}>
                    {type.charAt(0).toUpperCase() + type.slice(1)}
                  </option>
                ))}
              </SelectField>
            </div>
            <div>
              {HOME_ROWS.map(([name, label]) => (
                <label key={name} className="choice">
                  <input
                    type="checkbox"
                    name={name}
                    checked={values[name]}
                    onChange={(event) => set({ [name]: event.target.checked })}
                  />
                  {label}
                </label>
              ))}
            </div>
          </section>
          <section className="card" aria-label="Specifications">
            <SpecificationRows
              rows={values.specifications}
              errors={form.errors}
              onChange={(specifications) => set({ specifications })}
            />
          </section>
          <section className="card stack" aria-label="Search">
            <Field label="Product type" hint="What it is, such as T-shirt." {...text('productType')} />
            <TagField
              label="Tags"
              hint="Colors, motifs and other words that shoppers search for. Enter adds one."
              {...form.field('tags')}
              value={values.tags.split('\n').filter(Boolean)}
              onChange={(tags) => set({ tags: tags.join('\n') })}
            />
            <Field
              label="Edition size"
              inputMode="numeric"
              hint="Made in a single run: the product page shows how many are left."
              {...text('editionSize')}
            />
          </section>
          <section className="card stack" aria-label="Shipping">
            <div className="admin-pair">
              <Field
                label="Weight in grams"
                inputMode="numeric"
                hint="If empty, the weight in the shipping settings applies."
                {...text('grams')}
              />
              <Field
                label="HS code"
                inputMode="numeric"
                hint="For customs, such as 6109.10."
                {...text('hsCode')}
              />
            </div>
            <SelectField
              label="Country of origin"
              {...form.field('origin')}
              value={values.origin}
              onChange={(event) => set({ origin: event.target.value })}
            >
              <option value="">Not given</option>
              {countries.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </SelectField>
          </section>
          <Preview form={values} />
        </div>
      </div>
    </Form>
  );
}
