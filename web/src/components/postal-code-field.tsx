import { type ComponentProps, useEffect } from 'react';
import { Field } from './field.tsx';
import { useAddressRules } from './use-address-rules.ts';

type PostalCodeFieldProps = Omit<ComponentProps<typeof Field>, 'label' | 'required'> & {
  /** ISO 3166-1 alpha-2; empty while none is chosen. */
  readonly country: string;
  /**
   * Called when the addresses of the country have no postal code: what was entered for another one
   * does not count.
   */
  readonly onUnused?: () => void;
};

/**
 * The postal code of an address under the name that its country has for it; nothing where addresses
 * have none.
 */
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
