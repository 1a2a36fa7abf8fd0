import { type ComponentProps, useEffect } from 'react';
import { Field } from './field.tsx';
import { useAddressRules } from './use-address-rules.ts';

type PostalCodeFieldProps = Omit<ComponentProps<typeof Field>, 'label' | 'required'> & {
  /** ISO 3166-1 alpha-2; empty while none is chosen. */
  readonly country: string;
  /** Called if the country has no postal codes: input for another country no longer counts. */
  readonly onUnused?: () => void;
};

/** The postal code of an address, with its local name; nothing in countries without one. */
export function PostalCodeField({ country, onUnused, ...control }: PostalCodeFieldProps) {
  const rules = useAddressRules(country);
  const isUnused = rules?.postalCode === 'unused';
  const isStale = isUnused && control.value !== undefined && control.value !== '';
  useEffect(() => {
    if (isStale) onUnused?.();
  }, [isStale, onUnused]);
  if (isUnused) return null;
  const name = rules?.postalCodeName ?? 'Postal code';
  const isOptional = rules?.postalCode === 'optional';
  return <Field label={isOptional ? `${name} (optional)` : name} required={!isOptional} {...control} />;
}
