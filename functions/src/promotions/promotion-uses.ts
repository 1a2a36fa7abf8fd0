// How much of a promotion's limits is used. Many orders at once take of it, so the counts are
// shards: an order takes its use from one of ten documents, which the order's id selects, and reads
// the other nine only when that one has not enough left. A transaction that has read all of them
// knows that nothing is left, so the last use is given out and none beyond it:
//
//   usesMax 12    shards { usesLeft: 1 } x 8, { usesLeft: 2 } x 2    before the first order
//   order a       selects shard 3, which has 1 left                  writes shard 3
//   order b       selects shard 3, which has none                    reads all, writes shard 0
//   order m       the thirteenth                                     reads all, is refused
//
// A shard without a document has its share of the limits. A limit that is lowered below what is
// taken leaves the shards less than nothing in all: what an order gives back then is not for
// others. Such shards are marked, and an order reads all of them.
import type { Promotion } from '@savepoint/model/promotion';
import { shardOf } from '../firestore/shard-of.ts';
import { shardPath } from './promotion-records.ts';

const SHARDS = 10;

/** One of the counters of a promotion. Without a limit, there is nothing to count down. */
export interface Shard {
  /** Used orders and cents; negative if an order returned what another had taken. */
  readonly uses: number;
  readonly cents: number;
  readonly usesLeft?: number;
  readonly centsLeft?: number;
  /** True if more was used than a limit allows, when it was set. */
  readonly isOverdrawn?: boolean;
}

/** The sums of all shards; infinite without a limit. */
export type SummedUses = Required<Omit<Shard, 'isOverdrawn'>>;

/** An order's claim on a promotion, returned if the order is canceled or expires. */
export interface PromotionClaim {
  readonly promotionId: string;
  readonly shard: number;
  readonly cents: number;
  /** 0 for a claim that only changes the cents of a use, after an edit; absent for one use. */
  readonly uses?: 0;
  readonly isOncePerPerson?: boolean;
}

/** Shards by path, null for a missing document. Taking and returning replace entries. */
export type ShardMap = Map<string, Shard | null>;

type Limits = Pick<Promotion, 'id' | 'usesMax' | 'budgetCents'>;

/** The paths of all shards of a promotion. */
export function shardPaths(promotionId: string): string[] {
  return Array.from({ length: SHARDS }, (_, shard) => shardPath(promotionId, shard));
}

/** The shard that an order takes its uses from. */
export const promotionShardOf = (orderId: string) => shardOf(orderId, SHARDS);

/** A shard of a promotion with `used` in all: the shards add up to what is left. */
export function newShard(
  { usesMax, budgetCents }: Omit<Limits, 'id'>,
  shard: number,
  used = { uses: 0, cents: 0 },
): Shard {
  const share = (limit: number, taken: number) => Math.floor((limit - taken + shard) / SHARDS);
  const isFirst = shard === 0;
  const isOverdrawn = used.uses > (usesMax ?? used.uses) || used.cents > (budgetCents ?? used.cents);
  return {
    uses: isFirst ? used.uses : 0,
    cents: isFirst ? used.cents : 0,
    ...(usesMax !== undefined && { usesLeft: share(usesMax, used.uses) }),
    ...(budgetCents !== undefined && { centsLeft: share(budgetCents, used.cents) }),
    ...(isOverdrawn && { isOverdrawn }),
  };
}

/** The used and remaining amounts of a promotion, over all its shards. */
export function sumShards(promotion: Limits, shards: readonly (Shard | null)[]): SummedUses {
  const sum = { uses: 0, cents: 0, usesLeft: 0, centsLeft: 0 };
  for (const [index, stored] of shards.entries()) {
    const shard = stored ?? newShard(promotion, index);
    sum.uses += shard.uses;
    sum.cents += shard.cents;
    sum.usesLeft += shard.usesLeft ?? Number.POSITIVE_INFINITY;
    sum.centsLeft += shard.centsLeft ?? Number.POSITIVE_INFINITY;
  }
  return sum;
}

/**
 * Takes one use and `cents` of a promotion, and returns the paths of the changed shards; none if
 * not enough is left. Returns the paths to read first if the shard alone does not decide.
 */
export function takeUse(
  shards: ShardMap,
  promotion: Limits,
  { shard, cents, uses }: Pick<PromotionClaim, 'shard' | 'cents' | 'uses'>,
): { readonly changed: readonly string[] } | { readonly missing: readonly string[] } | undefined {
  const wanted: number = uses ?? 1;
  const path = shardPath(promotion.id, shard);
  const all = shardPaths(promotion.id);
  const at = (each: string) => shards.get(each) ?? newShard(promotion, all.indexOf(each));
  const isEnough = ({ usesLeft = wanted, centsLeft = cents }: Shard) =>
    usesLeft >= wanted && centsLeft >= cents;
  const isAlone = shards.has(path) && !at(path).isOverdrawn && isEnough(at(path));
  const needed = isAlone ? [path] : all;
  const missing = needed.filter((each) => !shards.has(each));
  if (missing.length > 0) return { missing };
  if (!isEnough(sumShards(promotion, needed.length === 1 ? [at(path)] : all.map(at)))) return undefined;
  let [usesToTake, centsToTake] = [wanted, cents];
  const changed = new Set([path]);
  for (const each of [path, ...needed.filter((other) => other !== path)]) {
    const { usesLeft, centsLeft, ...counts } = at(each);
    const used = Math.min(usesToTake, Math.max(0, usesLeft ?? usesToTake));
    const taken = Math.min(centsToTake, Math.max(0, centsLeft ?? centsToTake));
    usesToTake -= used;
    centsToTake -= taken;
    if (used > 0 || taken > 0) changed.add(each);
    shards.set(each, {
      ...counts,
      ...(usesLeft !== undefined && { usesLeft: usesLeft - used }),
      ...(centsLeft !== undefined && { centsLeft: centsLeft - taken }),
    });
  }
  const own = at(path);
  shards.set(path, { ...own, uses: own.uses + wanted, cents: own.cents + cents });
  return { changed: [...changed] };
}

/** Returns what orders have taken. Missing shards are skipped. */
export function returnUses(shards: ShardMap, claims: readonly PromotionClaim[]): void {
  for (const { promotionId, shard, cents, uses = 1 } of claims) {
    const path = shardPath(promotionId, shard);
    const before = shards.get(path);
    if (!before) continue;
    shards.set(path, {
      ...before,
      uses: before.uses - uses,
      cents: before.cents - cents,
      ...(before.usesLeft !== undefined && { usesLeft: before.usesLeft + uses }),
      ...(before.centsLeft !== undefined && { centsLeft: before.centsLeft + cents }),
    });
  }
}

/** What an order additionally takes from promotions, and returns, when its claims change. */
export function claimChanges(
  before: readonly PromotionClaim[],
  after: readonly PromotionClaim[],
): { readonly taken: readonly PromotionClaim[]; readonly given: readonly PromotionClaim[] } {
  const isNew = ({ promotionId }: PromotionClaim) =>
    !before.some((claim) => claim.promotionId === promotionId);
  const taken = after.filter(isNew);
  const given: PromotionClaim[] = [];
  for (const old of before) {
    const next = after.find(({ promotionId }) => promotionId === old.promotionId);
    if (next === undefined) given.push(old);
    else if (next.cents !== old.cents) {
      const { promotionId, shard } = old;
      const cents = Math.abs(next.cents - old.cents);
      (next.cents > old.cents ? taken : given).push({ promotionId, shard, cents, uses: 0 });
    }
  }
  return { taken, given };
}
