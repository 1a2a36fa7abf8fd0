import { SaveDropRequestSchema } from '@savepoint/model/drop';
import type { Product } from '@savepoint/model/product';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { CodeField, Field, SelectField, TextAreaField } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { toastShown } from '../../lib/toast-slice.ts';
import { toFailure } from './admin-endpoints.ts';
import { type PlannedDrop, useSaveDropMutation } from './drop-endpoints.ts';
import { toDropInput } from './drop-form-values.ts';
import { toLocalTime } from './local-time.ts';

const TIME = 'Enter a date and a time.';
const MESSAGES = {
  title: 'Enter a title of up to 100 characters.',
  productId: 'Choose a product.',
  units: 'Enter a whole number from 1 to 10,000.',
  limitPerPerson: 'Enter a whole number from 1 to 10.',
  opensAt: TIME,
  closesAt: TIME,
  payMinutes: 'Enter a whole number of minutes from 5 to 10,080, which is a week.',
  hours: 'Enter a whole number of hours from 1 to 168.',
  emails: 'Enter up to 500 email addresses, one a line.',
  code: 'Use 3 to 30 letters, digits, hyphens and underscores.',
};

/** Announces a drop, or changes one. */
export function DropForm(props: {
  drop: PlannedDrop | undefined;
  products: readonly Product[];
  onClose: () => void;
}) {
  const { drop, products, onClose } = props;
  const dispatch = useDispatch();
  const [save] = useSaveDropMutation();
  const [productId, setProductId] = useState(drop?.productId ?? '');
  const product = products.find(({ id }) => id === productId);
  const sizes = (product?.variants ?? []).flatMap(({ size, stock }) =>
    size === undefined ? [] : [{ size, stock }],
  );
  const form = useForm({
    schema: SaveDropRequestSchema,
    toInput: (values) => ({
      ...(drop !== undefined && { dropId: drop.id, version: drop.updatedAt }),
      drop: toDropInput({
        ...values,
        // Immutable, so the form has no control for them.
        ...(drop !== undefined && { productId: drop.productId, size: drop.size ?? '', kind: drop.kind }),
      }),
    }),
    messages: MESSAGES,
    onSubmit: async (request) => {
      const { error } = await save(request);
      if (error !== undefined) return toFailure(error);
      dispatch(toastShown({ text: `${request.drop.title}: ${drop ? 'saved' : 'announced'}.` }));
      onClose();
      return undefined;
    },
  });
  const whole = { inputMode: 'numeric' } as const;
  return (
    <Form form={form} className="card stack" aria-label={drop?.title ?? 'New drop'}>
      <div className="admin-pair">
        <Field label="Title" defaultValue={drop?.title} {...form.field('title')} />
        {drop === undefined && (
          <SelectField label="Kind" {...form.field('kind')}>
            <option value="draw">Draw: everybody who enters has the same chance</option>
            <option value="line">Line: drawn places for those who wait, then first come, first served</option>
          </SelectField>
        )}
      </div>
      {drop === undefined && (
        <div className="admin-pair">
          <SelectField
            label="Product"
            hint="While the drop runs, it is sold in the drop only."
            value={productId}
            onChange={(event) => setProductId(event.target.value)}
            {...form.field('productId')}
          >
            <option value="">Choose a product</option>
            {products.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField key={productId} label="Size" {...form.field('size')}>
            <option value="">All sizes</option>
            {sizes.map(({ size, stock }) => (
              <option key={size} value={size}>
                {size}: {stock} in stock
              </option>
            ))}
          </SelectField>
        </div>
      )}
      <div className="admin-pair">
        <Field
          label="Numbered units"
          hint="No more than are in stock."
          defaultValue={drop?.units}
          {...whole}
          {...form.field('units')}
        />
        <Field
          label="Units per person"
          defaultValue={drop?.limitPerPerson ?? 1}
          {...whole}
          {...form.field('limitPerPerson')}
        />
        <Field
          label="Opens"
          type="datetime-local"
          defaultValue={toLocalTime(drop?.opensAt)}
          {...form.field('opensAt')}
        />
        <Field
          label="Closes"
          type="datetime-local"
          hint="A draw is made within a minute of it."
          defaultValue={toLocalTime(drop?.closesAt)}
          {...form.field('closesAt')}
        />
        <Field
          label="Minutes to order"
          hint="After that, a unit goes to the next."
          defaultValue={drop?.payMinutes ?? 60}
          {...whole}
          {...form.field('payMinutes')}
        />
      </div>
      <fieldset className="stack">
        <legend className="field-label">Early access (optional)</legend>
        <div className="admin-pair">
          <Field
            label="Hours before it opens"
            defaultValue={drop?.earlyAccess?.hours}
            {...whole}
            {...form.field('hours')}
          />
          <CodeField label="Code" defaultValue={drop?.earlyAccess?.code} {...form.field('code')} />
        </div>
        <TextAreaField
          label="Accounts by email address"
          rows={3}
          defaultValue={drop?.earlyAccess?.emails.join('\n')}
          {...form.field('emails')}
        />
      </fieldset>
      <div className="row">
        <SubmitButton form={form}>{drop === undefined ? 'Announce' : 'Save'}</SubmitButton>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
