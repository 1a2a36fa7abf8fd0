import type { AddressRules } from '@savepoint/model/address-rules';
import { useEffect, useState } from 'react';
import { loadChunk } from '../lib/load-chunk.ts';

/** The rules of addresses, loaded when somebody enters one. */
const loadRules = () => loadChunk('Address rules', () => import('@savepoint/model/address-rules'));
/** Loads the country-specific address check for a form's schema. */
export const loadAddressSchemas = () =>
  loadChunk('Address schemas', () => import('../lib/in-its-country.ts'));

/**
 * The rules of a country, an ISO 3166-1 alpha-2 code; undefined without one, and until they are
 * loaded.
 */
export function useAddressRules(country: string): AddressRules | undefined {
  const [loaded, setLoaded] = useState<{ readonly country: string; readonly rules: AddressRules }>();
  useEffect(() => {
    if (country === '') return;
    let isCurrent = true;
    loadRules().then(
      ({ addressRules }) => isCurrent && setLoaded({ country, rules: addressRules(country) }),
      // The fields stay text inputs; the form reports the failure when it cannot be submitted.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [country]);
  return loaded?.country === country ? loaded.rules : undefined;
}
