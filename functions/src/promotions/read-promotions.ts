// Promotions as read by staff and browsers.
import {
  type Promotion,
  type PromotionFields,
  type PromotionTerms,
  promotionTerms,
} from '@savepoint/model/promotion';
import type { ListedPromotion } from '@savepoint/model/promotion-changes';
import { timestampsToIsoStrings } from '@savepoint/model/timestamps';
import type { Firestore } from 'firebase-admin/firestore';
import { AUTOMATIC_PROMOTIONS_PATH, type AutomaticPromotions } from './promotion-records.ts';
import { type Shard, type SummedUses, shardPaths, sumShards } from './promotion-uses.ts';

const LISTED_MAX = 200;

/** The newest promotions with their uses. */
export async function readPromotions(db: Firestore): Promise<{ promotions: ListedPromotion[] }> {
  const { docs } = await db.collection('promotions').orderBy('createdAt', 'desc').limit(LISTED_MAX).get();
  const promotions = docs.map((found) => {
    const { createdAt, updatedAt, ...fields } = timestampsToIsoStrings(found.data()) as PromotionFields & {
      readonly createdAt: string;
      readonly updatedAt: string;
    };
    return { ...fields, id: found.id, version: updatedAt };
  });
  const sums = await Promise.all(promotions.map((promotion) => readUses(db, promotion)));
  return {
    promotions: promotions.map((promotion, index) => {
      const { uses = 0, cents = 0, usesLeft = 1, centsLeft = 1 } = sums[index] ?? {};
      return { ...promotion, uses, discountCents: cents, isUsedUp: usesLeft < 1 || centsLeft < 1 };
    }),
  };
}

/** The automatic promotions that are not used up, for every cart. */
export async function readAutomaticPromotions(db: Firestore): Promise<PromotionTerms[]> {
  const list = (await db.doc(AUTOMATIC_PROMOTIONS_PATH).get()).data() as AutomaticPromotions | undefined;
  const promotions = list?.promotions ?? [];
  const sums = await Promise.all(
    promotions.map((promotion) => (isLimited(promotion) ? readUses(db, promotion) : undefined)),
  );
  return promotions
    .filter((_, index) => {
      const { usesLeft = 1, centsLeft = 1 } = sums[index] ?? {};
      return usesLeft >= 1 && centsLeft >= 1;
    })
    .map(promotionTerms);
}

/** True if a promotion can be used up. */
export function isLimited({ usesMax, budgetCents }: Promotion): boolean {
  return usesMax !== undefined || budgetCents !== undefined;
}

/** The used and remaining amounts of a promotion. */
export async function readUses(db: Firestore, promotion: Promotion): Promise<SummedUses> {
  const shards = await db.getAll(...shardPaths(promotion.id).map((path) => db.doc(path)));
  return sumShards(
    promotion,
    shards.map((shard) => (shard.data() as Shard | undefined) ?? null),
  );
}
