import { describe, expect, it } from 'vitest';
import { addressRules, checkAddress } from './address-rules.ts';
import { listCountries } from './countries.ts';

describe('checkAddress', () => {
  it.each([
    ['US', 'CA', '90210'],
    ['US', 'NY', '10001-1234'],
    ['CA', 'ON', 'K1A 0B1'],
    ['CA', 'ON', 'k1a 0b1'],
    ['GB', undefined, 'SW1A 1AA'],
    ['DE', undefined, '10115'],
    ['NL', undefined, '1012 AB'],
    ['JP', '東京都', '100-0001'],
    ['AE', 'دبي', '00000'],
    ['AE', 'دبي', undefined],
    ['HK', '九龍', ''],
    ['QA', undefined, undefined],
    ['CL', undefined, undefined],
    ['IE', undefined, 'D02 X285'],
    ['JP', '東京都', '１５０－０００１'],
    ['EG', 'القاهرة', '١١٥١١'],
    ['GB', undefined, 'SW1A\u00a01AA'],
    ['US', 'CA', '９０２１０'],
  ])('accepts an address in %s, %s, %s', (country, region, postalCode) => {
    expect(checkAddress({ country, region, postalCode })).toEqual({});
  });

  it.each([
    ['US', 'CA', '9021', 'postalCode', 'Enter a valid ZIP code (United States).'],
    ['US', 'CA', '10001', 'postalCode', 'This ZIP code does not belong to California. Check both.'],
    ['US', undefined, '90210', 'region', 'Choose the state (United States).'],
    ['US', 'Bavaria', '90210', 'region', 'Choose the state (United States).'],
    ['DE', undefined, '1011', 'postalCode', 'Enter a valid postal code (Germany).'],
    ['GB', undefined, '90210', 'postalCode', 'Enter a valid postal code (United Kingdom).'],
    ['GB', undefined, undefined, 'postalCode', 'Enter the postal code.'],
    ['IN', 'GA', undefined, 'postalCode', 'Enter the PIN code.'],
    ['CL', undefined, '12', 'postalCode', 'Enter a valid postal code (Chile).'],
    ['KP', undefined, undefined, 'country', 'We do not deliver to North Korea.'],
    ['XX', undefined, '1', 'country', 'We do not deliver to XX.'],
  ] as const)(
    'says what is wrong with an address in %s, %s, %s',
    (country, region, postalCode, field, message) => {
      expect(checkAddress({ country, region, postalCode })).toEqual({ [field]: message });
    },
  );

  it('reports a missing region and a wrong postal code together', () => {
    expect(Object.keys(checkAddress({ country: 'US', region: undefined, postalCode: 'x' }))).toEqual([
      'region',
      'postalCode',
    ]);
  });
});

describe('addressRules', () => {
  it('lists the states of a country that requires one, and none for a country without them', () => {
    const { region, regions } = addressRules('US');
    expect(region).toBe('required');
    expect(regions).toContainEqual({ value: 'CA', name: 'California' });
    expect(addressRules('DE')).toMatchObject({ region: 'unused', regions: [] });
  });

  it('tells whether a country has postal codes, whether they are optional, and their local name', () => {
    const codesOf = (country: string) => {
      const { postalCode, postalCodeName } = addressRules(country);
      return [postalCode, postalCodeName];
    };
    expect(codesOf('HK')[0]).toBe('unused');
    expect(codesOf('CL')).toEqual(['optional', 'Postal code']);
    expect(codesOf('IE')).toEqual(['optional', 'Eircode']);
    expect(codesOf('US')).toEqual(['required', 'ZIP code']);
    expect(codesOf('DE')).toEqual(['required', 'Postal code']);
  });

  it('has distinct regions for every country with delivery', () => {
    for (const { code } of listCountries()) {
      const values = addressRules(code).regions.map(({ value }) => value);
      expect([code, new Set(values).size]).toEqual([code, values.length]);
      for (const value of values) expect(value).toMatch(/^\S.{0,99}$/);
    }
  });
});
