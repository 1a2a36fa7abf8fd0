import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Cart } from './cart.ts';
import { mergeCarts } from './merge-carts.ts';

const IDS = ['tee', 'cap', 'mug', 'pin'];
const line = (id: string, quantity: number) => ({ id, name: id, image: '/a.webp', price: 45, quantity });
const carts = fc
  .tuple(...IDS.map(() => fc.integer({ min: 0, max: 4 })))
  .map((counts): Cart => counts.flatMap((count, at) => (count > 0 ? [line(IDS[at] ?? '', count)] : [])));
const counts = (cart: Cart) => IDS.map((id) => cart.find((held) => held.id === id)?.quantity ?? 0);

test('mergeCarts takes each line from the side that changed it, prefers this browser on a conflict, and subtracts units that the account removed from a line that grew here', () => {
  fc.assert(
    fc.property(carts, carts, carts, (agreed, here, account) => {
      const [before, mine, theirs] = [counts(agreed), counts(here), counts(account)];
      expect(counts(mergeCarts(agreed, here, account))).toEqual(
        mine.map((count, at) => {
          const [was = 0, their = 0] = [before[at], theirs[at]];
          if (count === was) return their;
          return their < was && count > was ? count - (was - their) : count;
        }),
      );
    }),
  );
});

test('mergeCarts returns the other cart when one side is unchanged', () => {
  fc.assert(
    fc.property(carts, carts, (agreed, other) => {
      expect(mergeCarts(agreed, agreed, other)).toEqual(other);
      expect(counts(mergeCarts(agreed, other, agreed))).toEqual(counts(other));
    }),
  );
});
