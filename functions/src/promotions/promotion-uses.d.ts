import type { Promotion } from '@savepoint/model/promotion';
/** One of the counters of a promotion. Those without a limit have nothing left to count down. */
export interface Shard {
  /** Orders and cents that are taken; below 0 where one gave back what another had taken. */
  readonly uses: number;
  readonly cents: number;
  readonly usesLeft?: number;
  readonly centsLeft?: number;
  /** Whether more was taken than a limit allows, when it was set. */
  readonly isOverdrawn?: boolean;
}
/** The sums of all shards; infinite where there is no limit. */
export type SummedUses = Required<Omit<Shard, 'isOverdrawn'>>;
/** What an order has taken of a promotion, and gives back when it is canceled or expires. */
export interface PromotionClaim {
  readonly promotionId: string;
  readonly shard: number;
  readonly cents: number;
  /** 0 where an edit has changed the cents of a use; absent for one use. */
  readonly uses?: 0;
  readonly isOncePerPerson?: boolean;
}
/** Shards by path, null for a missing document. Taking and returning replace entries. */
export type ShardMap = Map<string, Shard | null>;
type Limits = Pick<Promotion, 'id' | 'usesMax' | 'budgetCents'>;
/** The paths of all shards of a promotion. */
export declare function shardPaths(promotionId: string): string[];
/** The shard that an order takes its uses from. */
export declare function shardOf(orderId: string): number;
/** A shard of a promotion of which `used` is taken in all: the shares add up to what is left. */
export declare function newShard(
  { usesMax, budgetCents }: Omit<Limits, 'id'>,
  shard: number,
  used?: {
    uses: number;
    cents: number;
  },
): Shard;
/** What is taken of a promotion and what is left, in all of its shards. */
export declare function sumShards(promotion: Limits, shards: readonly (Shard | null)[]): SummedUses;
/**
 * Takes one use and `cents` of a promotion, and returns the paths of the shards that changed;
 * nothing when there is not enough left. Returns the paths to read first where the shard alone does
 * not decide.
 */
export declare function takeUse(
  shards: ShardMap,
  promotion: Limits,
  { shard, cents, uses }: Pick<PromotionClaim, 'shard' | 'cents' | 'uses'>,
):
  | {
      readonly changed: readonly string[];
    }
  | {
      readonly missing: readonly string[];
    }
  | undefined;
/** Puts back what orders have taken. Shards that do not exist any more are left out. */
export declare function returnUses(shards: ShardMap, claims: readonly PromotionClaim[]): void;
/** What an order takes of promotions, and gives back, when its claims change. */
export declare function claimChanges(
  before: readonly PromotionClaim[],
  after: readonly PromotionClaim[],
): {
  readonly taken: readonly PromotionClaim[];
  readonly given: readonly PromotionClaim[];
};
