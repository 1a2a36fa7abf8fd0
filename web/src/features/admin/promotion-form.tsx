import type { Category } from '@savepoint/model/category';
import type { PromotionEffect } from '@savepoint/model/promotion';
import { type ListedPromotion, SavePromotionRequestSchema } from '@savepoint/model/promotion-changes';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { CodeField, Field, SelectField } from '../../components/field.tsx';
import { Form, type FormState, SubmitButton, useForm } from '../../components/form.tsx';
import { toastShown } from '../../lib/toast-slice.ts';
import { toFailure } from './admin-endpoints.ts';
import { toLocalTime } from './local-time.ts';
import { useSavePromotionMutation } from './promotion-endpoints.ts';
import { CATEGORY_PREFIX, toPromotionInput } from './promotion-form-values.ts';
import { toDollarText } from './typed-numbers.ts';

const KINDS: Readonly<Record<PromotionEffect['kind'], string>> = {
  percent: 'Percentage off items',
  amount: 'Amount off items',
  'free-shipping': 'Free standard shipping',
  'buy-get': 'Buy some, get some for less',
};
const AMOUNT = 'Enter an amount such as 5 or 7.50.';
const PERCENT = 'Enter a whole number from 1 to 100.';
const GROUP = 'Enter a whole number from 1 to 20.';
const MESSAGES = {
  name: 'Enter a name of up to 60 characters.',
  code: 'Use 3 to 30 letters, digits, hyphens and underscores.',
  percent: PERCENT,
  cents: AMOUNT,
  upToCents: AMOUNT,
  buy: GROUP,
  get: GROUP,
  minimumCents: AMOUNT,
  usesMax: 'Enter a whole number from 1 to 1,000,000.',
  budgetCents: AMOUNT,
  startsAt: 'Enter a date and a time.',
  endsAt: 'Enter a date and a time.',
};

type Effect = Partial<Record<'percent' | 'cents' | 'upToCents' | 'buy' | 'get', number | undefined>>;

/** The controls for the discount of one kind of promotion. */
function EffectFields({ kind, effect, form }: { kind: string; effect: Effect; form: FormState }) {
  const whole = { inputMode: 'numeric' } as const;
  const dollars = { inputMode: 'decimal' } as const;
  switch (kind) {
    case 'amount':
      return (
        <Field
          label="Amount off in $"
          hint="Once per order."
          defaultValue={toDollarText(effect.cents)}
          {...dollars}
          {...form.field('cents')}
        />
      );
    case 'free-shipping':
      return (
        <Field
          label="At most in $ (optional)"
          hint="Shipping abroad can cost a lot more than at home."
          defaultValue={toDollarText(effect.upToCents)}
          {...dollars}
          {...form.field('upToCents')}
        />
      );
    case 'buy-get':
      return (
        <>
          <Field label="Buy" defaultValue={effect.buy} {...whole} {...form.field('buy')} />
          <Field label="Get" defaultValue={effect.get} {...whole} {...form.field('get')} />
          <Field
            label="Percent off those"
            hint="100 makes them free. They cost no more than what was bought."
            defaultValue={effect.percent}
            {...whole}
            {...form.field('percent')}
          />
        </>
      );
    default:
      return (
        <Field label="Percent off" defaultValue={effect.percent} {...whole} {...form.field('percent')} />
      );
  }
}

function Check(props: { name: string; label: string; checked: boolean | undefined }) {
  return (
    <label className="choice">
      <input type="checkbox" name={props.name} defaultChecked={props.checked ?? false} /> {props.label}
    </label>
  );
}

/** Creates a promotion, or changes one. */
export function PromotionForm(props: {
  promotion: ListedPromotion | undefined;
  categories: readonly Category[];
  onClose: () => void;
}) {
  const { promotion, categories, onClose } = props;
  const dispatch = useDispatch();
  const [save] = useSavePromotionMutation();
  const [kind, setKind] = useState<string>(promotion?.effect.kind ?? 'percent');
  const form = useForm({
    schema: SavePromotionRequestSchema,
    toInput: (values) => ({
      ...(promotion !== undefined && { promotionId: promotion.id, version: promotion.version }),
      promotion: toPromotionInput(values, promotion ?? {}),
    }),
    messages: MESSAGES,
    onSubmit: async (request) => {
      const { error } = await save(request);
      if (error !== undefined) return toFailure(error);
      dispatch(toastShown({ text: `${request.promotion.name}: saved.` }));
      onClose();
      return undefined;
    },
  });
  return (
    <Form form={form} className="card stack" aria-label={promotion?.name ?? 'New promotion'}>
      <div className="admin-pair">
        <Field
          label="Name"
          hint="Shoppers see it in the cart."
          defaultValue={promotion?.name}
          {...form.field('name')}
        />
        {promotion === undefined ? (
          <CodeField
            label="Code (optional)"
            hint="Leave it empty for a discount that needs no code."
            {...form.field('code')}
          />
        ) : (
          <p className="muted">
            {promotion.code === undefined ? 'Applies without a code.' : `Code ${promotion.code}`}
          </p>
        )}
      </div>
      <div className="admin-pair">
        <SelectField
          label="Discount"
          value={kind}
          onChange={(event) => setKind(event.target.value)}
          {...form.field('kind')}
        >
          {Object.entries(KINDS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <EffectFields key={kind} kind={kind} effect={promotion?.effect ?? {}} form={form} />
      </div>
      <fieldset className="stack">
        <legend className="field-label">Who and what it is for</legend>
        <div className="row">
          {categories.map(({ id, name }) => (
            <Check
              key={id}
              name={`${CATEGORY_PREFIX}${id}`}
              label={name}
              checked={promotion?.categories?.includes(id)}
            />
          ))}
        </div>
        <p className="field-hint">Without a category it is for all items.</p>
        <div className="row">
          <Check name="isFirstOrderOnly" label="First orders only" checked={promotion?.isFirstOrderOnly} />
          {(promotion === undefined || promotion.code !== undefined) && (
            <Check
              name="isOncePerPerson"
              label="Once per person (codes only)"
              checked={promotion?.isOncePerPerson}
            />
          )}
        </div>
        <Field
          label="Items for at least $ (optional)"
          inputMode="decimal"
          defaultValue={toDollarText(promotion?.minimumCents)}
          {...form.field('minimumCents')}
        />
      </fieldset>
      <div className="admin-pair">
        <Field
          label="Starts (optional)"
          type="datetime-local"
          defaultValue={toLocalTime(promotion?.startsAt)}
          {...form.field('startsAt')}
        />
        <Field
          label="Ends (optional)"
          type="datetime-local"
          defaultValue={toLocalTime(promotion?.endsAt)}
          {...form.field('endsAt')}
        />
        <Field
          label="Uses in all (optional)"
          inputMode="numeric"
          defaultValue={promotion?.usesMax}
          {...form.field('usesMax')}
        />
        <Field
          label="Budget in $ (optional)"
          hint="It ends before discounts exceed this."
          inputMode="decimal"
          defaultValue={toDollarText(promotion?.budgetCents)}
          {...form.field('budgetCents')}
        />
      </div>
      <div className="row">
        <SubmitButton form={form}>Save</SubmitButton>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
