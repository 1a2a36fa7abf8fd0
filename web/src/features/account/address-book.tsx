import { type Address, AddressSchema } from '@savepoint/model/address';
import { useMemo, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useUserRecordQuery } from '../../api/user-record.ts';
import { Button } from '../../components/button.tsx';
import { Field, SelectField } from '../../components/field.tsx';
import { countryName, listCountries } from '../../lib/countries.ts';
import { type SaveDispatch, saveAddresses } from './save-addresses.ts';
import { useForm } from './use-form.ts';

const ADDRESSES_MAX = 10;

const FIELDS = ['name', 'line1', 'line2', 'city', 'region', 'postalCode', 'country', 'phone'] as const;
const REQUIRED_MESSAGES: Readonly<Record<string, string>> = {
  name: 'Enter the name of who gets the parcel.',
  line1: 'Enter street and number.',
  city: 'Enter the town or city.',
  postalCode: 'Enter the postal code.',
  country: 'Choose a country.',
};
const LENGTH_MAX: Readonly<Record<string, number>> = {
  name: 100,
  line1: 200,
  line2: 200,
  city: 100,
  region: 100,
  postalCode: 20,
  phone: 40,
};

function fieldError(field: string, value: string): string | undefined {
  if (value.trim() === '' || LENGTH_MAX[field] === undefined) return REQUIRED_MESSAGES[field];
  return `Keep it to ${LENGTH_MAX[field]} characters; this has ${value.trim().length}.`;
}

function parse(values: Readonly<Record<string, string>>) {
  const entries = FIELDS.map((field) => [field, (values[field] ?? '').trim()] as const);
  return AddressSchema.safeParse(Object.fromEntries(entries.filter(([, value]) => value !== '')));
}

function AddressForm(props: { onSave: (address: Address) => void; onClose: () => void }) {
  const countries = useMemo(listCountries, []);
  const { form, submit, field } = useForm({
    initial: {},
    validate: (values) => {
      const parsed = parse(values);
      if (parsed.success) return {};
      const invalidFields = parsed.error.issues.map((issue) => String(issue.path[0]));
      return Object.fromEntries(invalidFields.map((name) => [name, fieldError(name, values[name] ?? '')]));
    },
    onSubmit: async (values) => {
      const parsed = parse(values);
      if (parsed.success) props.onSave(parsed.data);
    },
  });
  return (
    <form ref={form} className="stack settings-form" noValidate onSubmit={submit} aria-label="New address">
      <Field label="Full name" autoComplete="name" {...field('name')} />
      <Field label="Street and number" autoComplete="address-line1" {...field('line1')} />
      <Field label="Apartment, floor (optional)" autoComplete="address-line2" {...field('line2')} />
      <div className="form-pair">
        <Field label="Postal code" autoComplete="postal-code" {...field('postalCode')} />
        <Field label="City" autoComplete="address-level2" {...field('city')} />
      </div>
      <div className="form-pair">
        <Field label="State or region (optional)" autoComplete="address-level1" {...field('region')} />
        <SelectField label="Country" autoComplete="country" {...field('country')}>
          <option value="">Choose…</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <Field label="Phone (optional)" type="tel" autoComplete="tel" {...field('phone')} />
      <div className="row">
        <Button type="submit">Save address</Button>
        <Button variant="quiet" onClick={props.onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/**
 * The saved addresses of a shopper. Changes are optimistic; a failed save is reverted and can be retried from its
 * toast.
 */
export function AddressBook({ uid }: { uid: string }) {
  const dispatch = useDispatch();
  const { data: record } = useUserRecordQuery(uid);
  const [adding, setAdding] = useState(false);
  const addresses = (record?.addresses as readonly Address[] | undefined) ?? [];
  const save = (next: readonly Address[]) => void saveAddresses(dispatch as SaveDispatch, uid, next);
  return (
    <div className="stack">
      {addresses.length === 0 && !adding && (
        <p className="muted">No addresses yet. A saved one fills the checkout.</p>
      )}
      <ul className="address-cards">
        {addresses.map((address, index) => (
          <li key={JSON.stringify(address)} className="card address-card">
            <address>
              <strong>{address.name}</strong>
              <span>{address.line1}</span>
              {address.line2 && <span>{address.line2}</span>}
              <span>
                {address.postalCode} {address.city}
              </span>
              <span>{countryName(address.country)}</span>
            </address>
            <div>
              <Button
                variant="quiet"
                aria-label={`Remove address ${address.line1}`}
                onClick={() => save(addresses.filter((_, other) => other !== index))}
              >
                Remove
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {adding && (
        <AddressForm
          onClose={() => setAdding(false)}
          onSave={(address) => {
            setAdding(false);
            save([...addresses, address]);
          }}
        />
      )}
      {!adding && addresses.length < ADDRESSES_MAX && (
        <div>
          <Button variant="secondary" onClick={() => setAdding(true)}>
            Add an address
          </Button>
        </div>
      )}
    </div>
  );
}
