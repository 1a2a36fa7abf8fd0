import type { ComponentProps } from 'react';
import { Field } from './field.tsx';
import { PostalCodeField } from './postal-code-field.tsx';
import { RegionField } from './region-field.tsx';
import { useAddressRules } from './use-address-rules.ts';

interface LocalityFieldsProps {
  /** ISO 3166-1 alpha-2; empty while none is chosen. */
  readonly country: string;
  readonly city: Omit<ComponentProps<typeof Field>, 'label'>;
  readonly postalCode: Omit<ComponentProps<typeof PostalCodeField>, 'country'>;
  readonly region: Omit<ComponentProps<typeof RegionField>, 'country'>;
}

const DEFAULT_ORDER = ['postalCode', 'city', 'region'] as const;

/** City, postal code and region of an address, in their country's order. */
export function LocalityFields({ country, city, postalCode, region }: LocalityFieldsProps) {
  const order = useAddressRules(country)?.order ?? DEFAULT_ORDER;
  const fields = {
    city: <Field key="city" label="City" {...city} />,
    postalCode: <PostalCodeField key="postalCode" country={country} {...postalCode} />,
    // A region chosen for one country is invalid for another.
    region: <RegionField key={`region ${country}`} country={country} {...region} />,
  };
  return <div className="form-pair">{order.map((name) => fields[name])}</div>;
}
