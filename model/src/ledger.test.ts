import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LedgerAccount, transfer } from './ledger.ts';

const account = fc.constantFrom<LedgerAccount>('shop', 'credit:ann', 'credit:bob', 'card:x', 'order:1');
const move = fc.record({ from: account, to: account, cents: fc.integer({ min: -5, max: 500 }) });

describe('transfer', () => {
  it('keeps the sum at 0 and every account except the shop non-negative, over 10,000 random transfers', () => {
    fc.assert(
      fc.property(fc.array(move, { minLength: 1000, maxLength: 1000 }), (moves) => {
        let balances = new Map<LedgerAccount, number>();
        let moved = 0;
        for (const each of moves) {
          const has = each.from === 'shop' ? Number.POSITIVE_INFINITY : (balances.get(each.from) ?? 0);
          if (each.cents > 0 && each.from !== each.to && has >= each.cents) {
            balances = transfer(balances, each);
            moved += 1;
          } else if (each.cents > has) expect(() => transfer(balances, each)).toThrow(RangeError);
        }
        expect(moved).toBeGreaterThan(50);
        expect([...balances.values()].reduce((sum, cents) => sum + cents, 0)).toBe(0);
        for (const [name, cents] of balances) if (name !== 'shop') expect(cents).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 10 },
    );
  });

  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY])('rejects %d cents', (cents) => {
    expect(() => transfer(new Map(), { from: 'shop', to: 'credit:ann', cents })).toThrow(RangeError);
  });
});
