// Documents of promotions; clients can read none of them, because codes are secrets.
//   promotions/{id}             a promotion; the id of one with a code is the code
//   promotions/{id}/shards/{n}  what orders have used of it; see promotion-uses.ts
//   promotionUses/{id}:{uid}    the order for which an account uses a code that is once per person
//   promotionLists/automatic    the automatic promotions that are not stopped: one read finds all
import type { Promotion } from '@savepoint/model/promotion';

export const promotionPath = (id: string) => `promotions/${id}`;
export const shardPath = (id: string, shard: number) => `${promotionPath(id)}/shards/${shard}`;
export const promotionUsePath = (id: string, uid: string) => `promotionUses/${id}:${uid}`;
export const AUTOMATIC_PROMOTIONS_PATH = 'promotionLists/automatic';

/** promotionUses/{id}:{uid}. */
export interface PromotionUse {
  readonly orderId: string;
  readonly userId: string;
}

/** promotionLists/automatic. */
export interface AutomaticPromotions {
  readonly promotions: readonly Promotion[];
}
