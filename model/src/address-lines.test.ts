import { describe, expect, it } from 'vitest';
import { addressLines, localityOrder } from './address-lines.ts';
import { listCountries } from './countries.ts';

const ADDRESS = { line1: '1 Way', city: 'Town' };

describe('addressLines', () => {
  it.each([
    [{ region: 'NY', postalCode: '10001', country: 'US' }, ['1 Way', 'Town, NY 10001', 'United States']],
    [{ region: 'ON', postalCode: 'K1A 0B1', country: 'CA' }, ['1 Way', 'Town ON K1A 0B1', 'Canada']],
    [{ postalCode: '10117', country: 'DE' }, ['1 Way', '10117 Town', 'Germany']],
    [{ postalCode: 'SW1A 1AA', country: 'GB' }, ['1 Way', 'Town', 'SW1A 1AA', 'United Kingdom']],
    [{ region: 'Dublin', country: 'IE' }, ['1 Way', 'Town', 'Dublin', 'Ireland']],
    [
      { region: '東京都', postalCode: '100-0001', country: 'JP' },
      ['1 Way', 'Town, 東京都', '100-0001', 'Japan'],
    ],
    [{ country: 'TD' }, ['1 Way', 'Town', 'Chad']],
    [{ region: 'NY', country: 'US' }, ['1 Way', 'Town, NY', 'United States']],
    [{ postalCode: '10001', country: 'US' }, ['1 Way', 'Town 10001', 'United States']],
    [{ line2: 'Em. 4', postalCode: '1011', country: 'HU' }, ['Town', '1 Way', 'Em. 4', '1011', 'Hungary']],
    [{ line2: 'Apt 4', region: 'NY', country: 'US' }, ['1 Way', 'Apt 4', 'Town, NY', 'United States']],
  ])('writes %j as its country does', (fields, lines) => {
    expect(addressLines({ ...ADDRESS, ...fields })).toEqual(lines);
  });

  it('omits no entered field, in any country', () => {
    for (const { code, name } of listCountries()) {
      const fields = {
        line1: '<street>',
        line2: '<flat>',
        city: '<city>',
        region: '<region>',
        postalCode: '<code>',
      };
      const text = addressLines({ ...fields, country: code }).join('\n');
      for (const field of [...Object.values(fields), name])
        expect([code, text]).toEqual([code, expect.stringContaining(field)]);
    }
  });
});

describe('localityOrder', () => {
  it('has each field once, in the order in which the country writes them', () => {
    expect(localityOrder('US')).toEqual(['city', 'region', 'postalCode']);
    expect(localityOrder('DE')).toEqual(['postalCode', 'city', 'region']);
    for (const { code } of listCountries())
      expect([code, ...localityOrder(code)].sort()).toEqual([code, 'city', 'postalCode', 'region'].sort());
  });
});
