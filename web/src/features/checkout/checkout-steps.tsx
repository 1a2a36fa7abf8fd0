import type { Address } from '@savepoint/model/address';
import { formatCents } from '@savepoint/model/money';
import { DELIVERY_OPTIONS, shippingCents } from '@savepoint/model/totals';
import { type ReactNode, useMemo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { Field, SelectField, TextAreaField } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { countryName, listCountries } from '../../lib/countries.ts';
import { draftChanged, selectDraft } from './checkout-slice.ts';
import type { CheckoutDraft } from './draft.ts';
import { type CheckoutStep, type FormStep, STEP_MESSAGES, STEP_SCHEMAS } from './draft-validation.ts';

interface StepProps {
  readonly onContinue: () => void;
}

type TextField = Exclude<keyof CheckoutDraft, 'delivery'>;

function useStep(step: FormStep, onContinue: () => void) {
  const dispatch = useDispatch();
  const draft = useSelector(selectDraft);
  const form = useForm<unknown>({
    schema: STEP_SCHEMAS[step],
    messages: STEP_MESSAGES,
    // The draft is stored as it is typed.
    asksBeforeLeaving: false,
    onSubmit: () => {
      onContinue();
      return undefined;
    },
  });
  const field = (name: TextField) => ({
    ...form.field(name),
    value: draft[name],
    onChange: (event: { target: { value: string } }) => {
      dispatch(draftChanged({ [name]: event.target.value }));
    },
  });
  return { form, field, draft, dispatch };
}

function StepForm(props: {
  step: ReturnType<typeof useStep>;
  label: string;
  children: ReactNode;
  next: string;
}) {
  const { form } = props.step;
  return (
    <Form form={form} className="stack checkout-form" aria-label={props.label}>
      {props.children}
      <div>
        <SubmitButton form={form}>{props.next}</SubmitButton>
      </div>
    </Form>
  );
}

/**
 * Step 1: name and phone of the recipient. Typing updates the stored draft; `onContinue` runs when the step is
 * valid.
 */
export function ContactStep({ onContinue, email }: StepProps & { email: string }) {
  const step = useStep('contact', onContinue);
  return (
    <StepForm step={step} label="Contact" next="Continue to address">
      <p className="muted">
        Mail about this order goes to <strong>{email}</strong>.
      </p>
      <Field label="Full name" autoComplete="shipping name" required {...step.field('name')} />
      <Field
        label="Phone (optional)"
        type="tel"
        autoComplete="shipping tel"
        hint="Only for the courier."
        {...step.field('phone')}
      />
    </StepForm>
  );
}

/** Step 2: the delivery address, optionally filled from a saved one. */
export function AddressStep({ onContinue, saved }: StepProps & { saved: readonly Address[] }) {
  const step = useStep('address', onContinue);
  const countries = useMemo(listCountries, []);
  return (
    <StepForm step={step} label="Address" next="Continue to delivery">
      {saved.length > 0 && (
        <fieldset className="stack">
          <legend className="field-label">Your saved addresses</legend>
          <div className="row">
            {saved.map((address) => (
              <Button
                key={JSON.stringify(address)}
                variant="secondary"
                onClick={() =>
                  step.dispatch(
                    draftChanged({
                      ...address,
                      line2: address.line2 ?? '',
                      region: address.region ?? '',
                      phone: address.phone ?? step.draft.phone,
                    }),
                  )
                }
              >
                Use {address.line1}, {address.city}
              </Button>
            ))}
          </div>
        </fieldset>
      )}
      <Field
        label="Street and number"
        autoComplete="shipping address-line1"
        required
        {...step.field('line1')}
      />
      <Field
        label="Apartment, floor (optional)"
        autoComplete="shipping address-line2"
        {...step.field('line2')}
      />
      <div className="checkout-pair">
        <Field
          label="Postal code"
          autoComplete="shipping postal-code"
          required
          {...step.field('postalCode')}
        />
        <Field label="City" autoComplete="shipping address-level2" required {...step.field('city')} />
      </div>
      <div className="checkout-pair">
        <Field
          label="State or region (optional)"
          autoComplete="shipping address-level1"
          {...step.field('region')}
        />
        <SelectField label="Country" autoComplete="shipping country" required {...step.field('country')}>
          <option value="">Choose…</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
    </StepForm>
  );
}

/** Step 3: the delivery option and a note. `subtotal` in cents. */
export function DeliveryStep({ onContinue, subtotal }: StepProps & { subtotal: number }) {
  const step = useStep('delivery', onContinue);
  return (
    <StepForm step={step} label="Delivery" next="Continue to review">
      <fieldset className="stack">
        <legend className="field-label">How should it travel?</legend>
        {DELIVERY_OPTIONS.map((option) => {
          const cents = shippingCents(subtotal, option.id);
          return (
            <label key={option.id} className="choice checkout-option">
              <input
                type="radio"
                name="delivery"
                value={option.id}
                checked={step.draft.delivery === option.id}
                onChange={() => step.dispatch(draftChanged({ delivery: option.id }))}
              />
              <span>
                <strong>{option.name}</strong>
                <span className="muted"> · {option.description}</span>
              </span>
              <strong>{cents === 0 ? 'Free' : formatCents(cents)}</strong>
            </label>
          );
        })}
      </fieldset>
      <TextAreaField label="Note for us (optional)" rows={3} {...step.field('note')} />
    </StepForm>
  );
}

/** The summary of a completed step. */
export function describeStep(step: CheckoutStep, draft: CheckoutDraft): string {
  if (step === 'contact') return [draft.name, draft.phone].filter(Boolean).join(', ');
  if (step === 'address') {
    return [
      draft.line1,
      draft.line2,
      `${draft.postalCode} ${draft.city}`,
      draft.region,
      countryName(draft.country),
    ]
      .filter((part) => part.trim() !== '')
      .join(', ');
  }
  if (step === 'delivery') return DELIVERY_OPTIONS.find(({ id }) => id === draft.delivery)?.name ?? '';
  return '';
}
