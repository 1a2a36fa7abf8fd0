import { type Address, AddressSchema } from '@savepoint/model/address';
import { ADDRESSES_MAX } from '@savepoint/model/limits';
import { useMemo, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useUserRecordQuery } from '../../api/user-record.ts';
import { Button } from '../../components/button.tsx';
import { Field, SelectField } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { countryName, listCountries } from '../../lib/countries.ts';
import { type SaveDispatch, saveAddresses } from './save-addresses.ts';

const MESSAGES = {
  name: 'Enter the name of who gets the parcel.',
  line1: 'Enter street and number.',
  city: 'Enter the town or city.',
  postalCode: 'Enter the postal code.',
  country: 'Choose a country.',
};

function AddressForm(props: { onSave: (address: Address) => void; onClose: () => void }) {
  const countries = useMemo(listCountries, []);
  const form = useForm({
    schema: AddressSchema,
    messages: MESSAGES,
    onSubmit: (address) => {
      props.onSave(address);
      return undefined;
    },
  });
  const { field } = form;
  return (
    <Form form={form} className="stack settings-form" aria-label="New address">
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
        <SubmitButton form={form}>Save address</SubmitButton>
        <Button variant="quiet" onClick={props.onClose}>
          Cancel
        </Button>
      </div>
    </Form>
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
