import { type Address, AddressSchema } from '@savepoint/model/address';
import { listCountries } from '@savepoint/model/countries';
import { useMemo, useState } from 'react';
import { guessDestination } from '../lib/guess-destination.ts';
import { Field, SelectField } from './field.tsx';
import type { FormState } from './form.tsx';
import { LocalityFields } from './locality-fields.tsx';
import { loadAddressSchemas } from './use-address-rules.ts';

/** Messages for the fields of an address; those that depend on its country have their own. */
export const ADDRESS_MESSAGES = {
  name: "Enter the recipient's name.",
  line1: 'Enter the street address.',
  city: 'Enter the town or city.',
  country: 'Choose a country.',
};

/** The schema of an address, including the rules of its country. */
export const loadAddressSchema = async () => (await loadAddressSchemas()).inItsCountry(AddressSchema);

/** The fields of an address in its country's format, with `initial` values. */
export function AddressFields({ form, initial }: { form: FormState; initial?: Address | undefined }) {
  const countries = useMemo(() => listCountries(), []);
  const [country, setCountry] = useState(() => initial?.country ?? guessDestination() ?? '');
  const field = (name: keyof Address) => ({ ...form.field(name), defaultValue: initial?.[name] });
  return (
    <>
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
    </>
  );
}
