import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  newShard,
  type PromotionClaim,
  promotionShardOf,
  returnUses,
  type Shard,
  type ShardMap,
  shardPaths,
  sumShards,
  takeUse,
} from './promotion-uses.ts';

const ID = 'CODE';
const PATHS = shardPaths(ID);

interface Limits {
  readonly usesMax?: number;
  readonly budgetCents?: number;
}

/** A promotion as changed by orders and staff, transaction by transaction. */
class StoredUses {
  readonly #documents: ShardMap = new Map(PATHS.map((path) => [path, null]));
  readonly claims: PromotionClaim[] = [];
  limits: Limits = {};

  take(orderId: string, cents: number): boolean {
    const shard = promotionShardOf(orderId);
    const read: ShardMap = new Map([
      [PATHS[shard] as string, this.#documents.get(PATHS[shard] as string) ?? null],
    ]);
    for (;;) {
      const taken = takeUse(read, { id: ID, ...this.limits }, { shard, cents });
      if (taken === undefined) return false;
      if ('changed' in taken) {
        for (const path of taken.changed) this.#documents.set(path, read.get(path) as Shard);
        this.claims.push({ promotionId: ID, shard, cents });
        return true;
      }
      for (const path of taken.missing) read.set(path, this.#documents.get(path) ?? null);
    }
  }

  giveBack(claim: PromotionClaim): void {
    this.claims.splice(this.claims.indexOf(claim), 1);
    returnUses(this.#documents, [claim]);
  }

  /** Like savePromotion. */
  change(limits: Limits): void {
    const used = sumShards({ id: ID, ...this.limits }, [...this.#documents.values()]);
    PATHS.forEach((path, index) => {
      this.#documents.set(path, newShard(limits, index, used));
    });
    this.limits = limits;
  }
}

const limits = fc.record(
  { usesMax: fc.integer({ min: 1, max: 14 }), budgetCents: fc.integer({ min: 1, max: 3000 }) },
  { requiredKeys: [] },
);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ cents: fc.integer({ min: 1, max: 400 }), order: fc.nat(1e6) }) },
  { weight: 3, arbitrary: fc.record({ returned: fc.nat(50) }) },
  { weight: 2, arbitrary: fc.record({ limits }) },
);

/** A limit that is lowered below its current use. */
const LOWERED = [
  { limits: { usesMax: 3 } },
  ...[1, 2, 3].map((order) => ({ order, cents: 100 })),
  { limits: { usesMax: 1 } },
  { returned: 0 },
  { order: 4, cents: 100 },
];

describe('the uses of a promotion', () => {
  it('are given out while something is left of each limit, and never beyond it, despite any returns and changes', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const uses = new StoredUses();
        for (const each of steps) {
          if ('limits' in each) uses.change(each.limits);
          else if ('returned' in each) {
            const claim = uses.claims[each.returned % Math.max(1, uses.claims.length)];
            if (claim !== undefined) uses.giveBack(claim);
          } else {
            const { usesMax = 1e9, budgetCents = 1e9 } = uses.limits;
            const spent = uses.claims.reduce((sum, { cents }) => sum + cents, 0);
            const isLeft = uses.claims.length < usesMax && spent + each.cents <= budgetCents;
            expect(uses.take(`order-${each.order}`, each.cents)).toBe(isLeft);
          }
        }
      }),
      { examples: [[LOWERED]], numRuns: 300 },
    );
  });
});
