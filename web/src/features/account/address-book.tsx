import { type Address, AddressSchema } from '@savepoint/model/address';
import { listCountries } from '@savepoint/model/countries';
import { ADDRESSES_MAX } from '@savepoint/model/limits';
import { useEffect, useMemo, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useUserRecordQuery } from '../../api/user-record.ts';
import { AddressLines } from '../../components/address-lines.tsx';
import { Button } from '../../components/button.tsx';
import { Field, SelectField } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { LocalityFields } from '../../components/locality-fields.tsx';
import { loadAddressSchemas } from '../../components/use-address-rules.ts';
import { guessDestination } from '../../lib/guess-destination.ts';
import { type SaveDispatch, saveAddresses } from './save-addresses.ts';

const MESSAGES = {
  name: "Enter the recipient's name.",
  line1: 'Enter the street address.',
  city: 'Enter the town or city.',
  country: 'Choose a country.',
};

const loadSchema = async () => (await loadAddressSchemas()).inItsCountry(AddressSchema);

/** An address by its content: a list that was read again has other objects. */
const keyOf = (address: Address) => JSON.stringify(address);

/**
 * The addresses with one in the place of another; at the end where that one is no longer there, or
 * never was.
 */
function withSaved(addresses: readonly Address[], address: Address, replaced?: Address): readonly Address[] {
  const index = addresses.findIndex((other) => replaced !== undefined && keyOf(other) === keyOf(replaced));
  if (index < 0) return [...addresses, address];
  return addresses.map((other, position) => (position === index ? address : other));
}

function AddressForm(props: {
  /** What the form starts with. */
  address?: Address | undefined;
  onSave: (address: Address) => void;
  onClose: () => void;
}) {
  const { address: initial } = props;
  const countries = useMemo(listCountries, []);
  const [country, setCountry] = useState(() => initial?.country ?? guessDestination() ?? '');
  const form = useForm({
    schema: loadSchema,
    messages: MESSAGES,
    onSubmit: (address) => {
      props.onSave(address);
      return undefined;
    },
  });
  const { element } = form;
  // The button that opened the form is gone.
  useEffect(() => element.current?.querySelector('input')?.focus(), [element]);
  const field = (name: keyof Address) => ({ ...form.field(name), defaultValue: initial?.[name] });
  return (
    <Form
      form={form}
      className="stack settings-form"
      aria-label={initial === undefined ? 'New address' : 'Edit address'}
    >
      <Field label="Full name" autoComplete="name" {...field('name')} />
      <SelectField
        label="Country"
        autoComplete="country"
        value={country}
        {...form.field('country')}
        onChange={({ target }) => setCountry(target.value)}
      >
        <option value="">Choose…</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <Field label="Street address" autoComplete="address-line1" {...field('line1')} />
      <Field label="Apartment, floor (optional)" autoComplete="address-line2" {...field('line2')} />
      <LocalityFields
        country={country}
        city={{ autoComplete: 'address-level2', ...field('city') }}
        postalCode={{ autoComplete: 'postal-code', ...field('postalCode') }}
        region={{
          autoComplete: 'address-level1',
          ...(country === initial?.country ? field('region') : form.field('region')),
        }}
      />
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
 * The saved addresses of a shopper. Changes are optimistic; a failed save is reverted and can be
 * retried from its toast.
 */
export function AddressBook({ uid }: { uid: string }) {
  const dispatch = useDispatch();
  const { data: record } = useUserRecordQuery(uid);
  /** The open form, and the address that it is to change, if any. */
  const [open, setOpen] = useState<{ address?: Address }>();
  const addresses = (record?.addresses as readonly Address[] | undefined) ?? [];
  const save = (next: readonly Address[]) => void saveAddresses(dispatch as SaveDispatch, uid, next);
  return (
    <div className="stack">
      {addresses.length === 0 && open === undefined && (
        <p className="muted">No saved addresses yet. Save one to have it filled in at checkout.</p>
      )}
      <ul className="address-cards">
        {addresses.map((address, index) => (
          <li key={keyOf(address)} className="card address-card">
            <address>
              <strong>{address.name}</strong>
              <AddressLines address={address} />
            </address>
            <div className="row">
              {open === undefined && (
                <Button
                  variant="quiet"
                  aria-label={`Edit address ${address.line1}`}
                  onClick={() => setOpen({ address })}
                >
                  Edit
                </Button>
              )}
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
      {open !== undefined && (
        <AddressForm
          address={open.address}
          onClose={() => setOpen(undefined)}
          onSave={(address) => {
            setOpen(undefined);
            save(withSaved(addresses, address, open.address));
          }}
        />
      )}
      {open === undefined && addresses.length < ADDRESSES_MAX && (
        <div>
          <Button variant="secondary" onClick={() => setOpen({})}>
            Add an address
          </Button>
        </div>
      )}
    </div>
  );
}
