import type { ComponentProps } from 'react';
import { Field, SelectField } from './field.tsx';
import { useAddressRules } from './use-address-rules.ts';

type RegionFieldProps = Omit<
  ComponentProps<typeof SelectField> & ComponentProps<typeof Field>,
  'label' | 'ref' | 'children'
> & {
  /** ISO 3166-1 alpha-2; empty while none is chosen. */
  readonly country: string;
};

/**
 * The state or region of an address: a choice if the country has a list, nothing in countries
 * without regions.
 */
export function RegionField({ country, ...control }: RegionFieldProps) {
  const rules = useAddressRules(country);
  if (rules?.region === 'unused') return null;
  const name = rules?.regionName ?? 'State or region';
  if (rules === undefined || rules.regions.length === 0)
    return <Field label={`${name} (optional)`} {...control} />;
  const isRequired = rules.region === 'required';
  return (
    <SelectField label={isRequired ? name : `${name} (optional)`} required={isRequired} {...control}>
      <option value="">Choose…</option>
      {rules.regions.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
