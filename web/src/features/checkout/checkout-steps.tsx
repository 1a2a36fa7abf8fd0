import type { Address } from '@savepoint/model/address';
import { countryName, listCountries } from '@savepoint/model/countries';
import { ADDRESSES_MAX } from '@savepoint/model/limits';
import {
  deliveredCountries,
  describeWorkingDays,
  type ShippingSettings,
  shippingZone,
} from '@savepoint/model/shipping';
import { DELIVERY_NAMES } from '@savepoint/model/totals';
import { type ReactNode, useMemo, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useShopSettings } from '../../api/settings-endpoints.ts';
import { AddressSummary } from '../../components/address-lines.tsx';
import { Button } from '../../components/button.tsx';
import { EmailText } from '../../components/email-text.tsx';
import { Field, SelectField, TextAreaField } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { LocalityFields } from '../../components/locality-fields.tsx';
import { loadAddressSchemas } from '../../components/use-address-rules.ts';
import { formatArrival } from '../../lib/format-delivery.ts';
import {
  addressSavingChosen,
  draftChanged,
  selectDraft,
  selectSavesAddress,
  stepConfirmed,
} from './checkout-slice.ts';
import { DeliveryPrice, type OfferedDelivery } from './delivery-price.tsx';
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

const notDelivered = ({ country, region }: Pick<CheckoutDraft, 'country' | 'region'>) =>
  `We do not deliver to ${[region, countryName(country)].filter(Boolean).join(', ')}.`;

/**
 * The schema of an address with delivery. The rules depend on its country, so they load with the
 * step.
 */
const loadAddressSchema = (shipping: ShippingSettings) => async () => {
  const schema = (await loadAddressSchemas()).inItsCountry<unknown>(STEP_SCHEMAS.address);
  return {
    safeParse: (input: unknown) => {
      const parsed = schema.safeParse(input);
      const { country = '', region = '' } = input as { country?: string; region?: string };
      if (!parsed.success || shippingZone(shipping, { country, region }) !== undefined) return parsed;
      const message = notDelivered({ country, region });
      return { success: false as const, error: { issues: [{ code: 'custom', path: ['country'], message }] } };
    },
  };
};

function useStep(step: FormStep, onContinue: () => void) {
  const dispatch = useDispatch();
  const { shipping } = useShopSettings().settings;
  const draft = useSelector(selectDraft);
  const form = useForm<unknown>({
    schema: step === 'address' ? loadAddressSchema(shipping) : STEP_SCHEMAS[step],
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
  return { form, field, draft, dispatch, shipping };
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

/** The saved addresses of the account; each button fills the form. */
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

/** Whether to save the draft's address in the account: by default for the first address. */
export function savesAddress(choice: boolean | null, saved: readonly Address[]): boolean {
  return saved.length < ADDRESSES_MAX && (choice ?? saved.length === 0);
}

/**
 * Step 1: the recipient and the address, optionally filled from a saved one. Typing updates the
 * stored draft; `onContinue` runs when the step is valid.
 */
export function AddressStep({
  onContinue,
  email,
  saved,
}: StepProps & { email: string; saved: readonly Address[] }) {
  const step = useStep('address', onContinue);
  const choice = useSelector(selectSavesAddress);
  const countries = useMemo(() => listCountries(deliveredCountries(step.shipping)), [step.shipping]);
  return (
    <StepForm step={step} label="Contact and address" next="Continue to delivery">
      <p className="muted">
        We will send emails about this order to{' '}
        <strong>
          <EmailText>{email}</EmailText>
        </strong>
        .
      </p>
      <SavedAddresses step={step} saved={saved} />
      <Field label="Full name" autoComplete="shipping name" required {...step.field('name')} />
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
      <Field
        label="Phone (optional)"
        type="tel"
        autoComplete="shipping tel"
        hint="Only the carrier uses it."
        {...step.field('phone')}
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

/** Step 2: the delivery method, by arrival date, and a note. */
export function DeliveryStep({
  onContinue,
  options,
  dutiesNotice,
}: StepProps & { options: readonly OfferedDelivery[]; dutiesNotice?: string | undefined }) {
  const step = useStep('delivery', onContinue);
  const [now] = useState(() => new Date());
  return (
    <StepForm step={step} label="Delivery" next="Continue to review">
      <fieldset className="stack">
        <legend className="field-label">How should we ship it?</legend>
        {options.map((option) => (
          <label key={option.id} className="choice checkout-option">
            <input
              type="radio"
              name="delivery"
              value={option.id}
              checked={deliveryOf(step.draft, options)?.id === option.id}
              onChange={() => step.dispatch(draftChanged({ delivery: option.id }))}
            />
            <span>
              <strong>Get it by {formatArrival(option, now)}</strong>
              <span className="muted checkout-arrival">
                {DELIVERY_NAMES[option.id]} · {describeWorkingDays(option.workingDays)}
              </span>
            </span>
            <strong>
              <DeliveryPrice {...option} />
            </strong>
          </label>
        ))}
      </fieldset>
      {options.length === 0 && <p className="notice notice-error">{notDelivered(step.draft)}</p>}
      {dutiesNotice !== undefined && <p className="muted">{dutiesNotice}</p>}
      <TextAreaField label="Order note (optional)" rows={3} {...step.field('note')} />
    </StepForm>
  );
}

/** The summary of a completed step, for an order of `now`. */
export function describeStep(
  step: CheckoutStep,
  draft: CheckoutDraft,
  delivery: OfferedDelivery | undefined,
  now: Date,
): ReactNode {
  if (step === 'address') {
    return (
      <>
        {[draft.name, draft.phone].filter(Boolean).join(', ')}
        <br />
        <AddressSummary address={draft} />
      </>
    );
  }
  if (step !== 'delivery') return '';
  if (delivery === undefined) return notDelivered(draft);
  const note = draft.note.trim();
  return (
    <>
      Get it by {formatArrival(delivery, now)} · {DELIVERY_NAMES[delivery.id]},{' '}
      <DeliveryPrice {...delivery} />
      {note && `. Note: “${note}”`}
    </>
  );
}
