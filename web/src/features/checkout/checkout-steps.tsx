import type { Address } from '@savepoint/model/address';
import { listCountries } from '@savepoint/model/countries';
import { deliveryZone, describeWorkingDays } from '@savepoint/model/delivery-zones';
import { ADDRESSES_MAX } from '@savepoint/model/limits';
import { formatCents } from '@savepoint/model/money';
import { DELIVERY_NAMES, shippingCents } from '@savepoint/model/totals';
import { type ReactNode, useMemo, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { AddressSummary } from '../../components/address-lines.tsx';
import { Button } from '../../components/button.tsx';
import { EmailText } from '../../components/email-text.tsx';
import { Field, SelectField, TextAreaField } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { LocalityFields } from '../../components/locality-fields.tsx';
import { loadAddressSchemas } from '../../components/use-address-rules.ts';
import { DUTIES_NOTICE } from '../../config/duties-notice.ts';
import { formatDelivery } from '../../lib/format-delivery.ts';
import {
  addressSavingChosen,
  draftChanged,
  selectDraft,
  selectSavesAddress,
  stepConfirmed,
} from './checkout-slice.ts';
import type { CheckoutDraft, FormStep } from './draft.ts';
import {
  type CheckoutStep,
  deliveryOf,
  fromAddress,
  STEP_MESSAGES,
  STEP_SCHEMAS,
} from './draft-validation.ts';

interface StepProps {
  readonly onContinue: () => void;
}

type TextField = Exclude<keyof CheckoutDraft, 'delivery'>;

/** Country by country, so loaded with the step that asks for it. */
const loadAddressSchema = async () =>
  (await loadAddressSchemas()).inItsCountry<unknown>(STEP_SCHEMAS.address);

function useStep(step: FormStep, onContinue: () => void) {
  const dispatch = useDispatch();
  const draft = useSelector(selectDraft);
  const form = useForm<unknown>({
    schema: step === 'address' ? loadAddressSchema : STEP_SCHEMAS[step],
    messages: STEP_MESSAGES,
    // The draft is stored as it is typed.
    asksBeforeLeaving: false,
    onSubmit: () => {
      dispatch(stepConfirmed(step));
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
 * Step 1: name and phone of the recipient. Typing updates the stored draft; `onContinue` runs when
 * the step is valid.
 */
export function ContactStep({ onContinue, email }: StepProps & { email: string }) {
  const step = useStep('contact', onContinue);
  return (
    <StepForm step={step} label="Contact" next="Continue to address">
      <p className="muted">
        We will send emails about this order to{' '}
        <strong>
          <EmailText>{email}</EmailText>
        </strong>
        .
      </p>
      <Field label="Full name" autoComplete="shipping name" required {...step.field('name')} />
      <Field
        label="Phone (optional)"
        type="tel"
        autoComplete="shipping tel"
        hint="Only the courier uses it."
        {...step.field('phone')}
      />
    </StepForm>
  );
}

/** The saved addresses of the account, each as a button that fills the form. */
function SavedAddresses({ step, saved }: { step: ReturnType<typeof useStep>; saved: readonly Address[] }) {
  if (saved.length === 0) return null;
  return (
    <fieldset className="stack">
      <legend className="field-label">Your saved addresses</legend>
      <div className="row">
        {saved.map((address) => (
          <Button
            key={JSON.stringify(address)}
            variant="secondary"
            onClick={() =>
              step.dispatch(
                draftChanged({ ...fromAddress(address), phone: address.phone ?? step.draft.phone }),
              )
            }
          >
            Use {address.line1}, {address.city}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

/**
 * Whether the address of the draft is saved in the account: checked for the first address of an
 * account.
 */
export function savesAddress(choice: boolean | null, saved: readonly Address[]): boolean {
  return saved.length < ADDRESSES_MAX && (choice ?? saved.length === 0);
}

/** Step 2: the delivery address, optionally filled from a saved one. */
export function AddressStep({ onContinue, saved }: StepProps & { saved: readonly Address[] }) {
  const step = useStep('address', onContinue);
  const choice = useSelector(selectSavesAddress);
  const countries = useMemo(listCountries, []);
  return (
    <StepForm step={step} label="Address" next="Continue to delivery">
      <SavedAddresses step={step} saved={saved} />
      <SelectField
        label="Country"
        autoComplete="shipping country"
        required
        {...step.field('country')}
        // Regions belong to their country.
        onChange={({ target }) => step.dispatch(draftChanged({ country: target.value, region: '' }))}
      >
        <option value="">Choose…</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <Field label="Street address" autoComplete="shipping address-line1" required {...step.field('line1')} />
      <Field
        label="Apartment, floor (optional)"
        autoComplete="shipping address-line2"
        {...step.field('line2')}
      />
      <LocalityFields
        country={step.draft.country}
        city={{ autoComplete: 'shipping address-level2', required: true, ...step.field('city') }}
        postalCode={{
          autoComplete: 'shipping postal-code',
          onUnused: () => step.dispatch(draftChanged({ postalCode: '' })),
          ...step.field('postalCode'),
        }}
        region={{ autoComplete: 'shipping address-level1', ...step.field('region') }}
      />
      {saved.length < ADDRESSES_MAX && (
        <label className="choice">
          <input
            type="checkbox"
            checked={savesAddress(choice, saved)}
            onChange={({ target }) => step.dispatch(addressSavingChosen(target.checked))}
          />
          Save this address to my account
        </label>
      )}
    </StepForm>
  );
}

/** Step 3: the delivery option and a note. `subtotal` in cents. */
export function DeliveryStep({ onContinue, subtotal }: StepProps & { subtotal: number }) {
  const step = useStep('delivery', onContinue);
  const [now] = useState(() => new Date());
  const zone = deliveryZone(step.draft);
  return (
    <StepForm step={step} label="Delivery" next="Continue to review">
      <fieldset className="stack">
        <legend className="field-label">How should we ship it?</legend>
        {zone.options.map((option) => {
          const cents = shippingCents(subtotal, option);
          return (
            <label key={option.id} className="choice checkout-option">
              <input
                type="radio"
                name="delivery"
                value={option.id}
                checked={deliveryOf(step.draft).id === option.id}
                onChange={() => step.dispatch(draftChanged({ delivery: option.id }))}
              />
              <span>
                <strong>{DELIVERY_NAMES[option.id]}</strong>
                <span className="muted"> · {describeWorkingDays(option.workingDays)}</span>
                <span className="muted checkout-arrival">Arrives {formatDelivery(option, now)}</span>
              </span>
              <strong>{cents === 0 ? 'Free' : formatCents(cents)}</strong>
            </label>
          );
        })}
      </fieldset>
      {zone.isAbroad && <p className="muted">{DUTIES_NOTICE}</p>}
      <TextAreaField label="Order note (optional)" rows={3} {...step.field('note')} />
    </StepForm>
  );
}

/** The summary of a completed step, for an order of `now`. */
export function describeStep(step: CheckoutStep, draft: CheckoutDraft, now: Date): ReactNode {
  if (step === 'contact') return [draft.name, draft.phone].filter(Boolean).join(', ');
  if (step === 'address') return <AddressSummary address={draft} />;
  if (step !== 'delivery') return '';
  const option = deliveryOf(draft);
  const note = draft.note.trim();
  return [`${DELIVERY_NAMES[option.id]}, arrives ${formatDelivery(option, now)}`, note && `Note: “${note}”`]
    .filter(Boolean)
    .join('. ');
}
