import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientNetwork } from './client-network.ts';

describe('clientNetwork', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['10.9.9.9, 203.0.113.7', '203.0.113.7'],
    ['made up,10.9.9.9,203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('reads X-Forwarded-For %j as %j', (header, network) => {
    expect(clientNetwork(header)).toBe(network);
  });

  it.each([undefined, '', 'unknown', '203.0.113.7, made up', '203.0.113.7:4000', '1.2.3'])(
    'is undefined for %j, whose last entry is no address',
    (header) => {
      expect(clientNetwork(header)).toBeUndefined();
    },
  );

  it('ignores addresses that the client sent itself', () => {
    fc.assert(
      fc.property(fc.string(), (sent) => {
        expect(clientNetwork(`${sent}, 198.51.100.4`)).toBe('198.51.100.4');
      }),
    );
  });

  it('is the same for every address of a /64, and differs between two /64s', () => {
    const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 4, maxLength: 4 });
    const address = (prefix: readonly number[], host: readonly number[]) =>
      [...prefix, ...host].map((group) => group.toString(16)).join(':');
    fc.assert(
      fc.property(groups, groups, groups, groups, (a, b, host1, host2) => {
        fc.pre([...a, ...b].every((group) => group > 0));
        expect(clientNetwork(address(a, host1))).toBe(clientNetwork(address(a, host2)));
        expect(clientNetwork(address(a, host1)) === clientNetwork(address(b, host1))).toBe(
          a.join() === b.join(),
        );
      }),
    );
  });
});
