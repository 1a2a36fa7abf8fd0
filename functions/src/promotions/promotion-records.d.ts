import type { Promotion } from '@savepoint/model/promotion';
export declare const promotionPath: (id: string) => string;
export declare const shardPath: (id: string, shard: number) => string;
export declare const promotionUsePath: (id: string, uid: string) => string;
export declare const AUTOMATIC_PROMOTIONS_PATH = 'promotionLists/automatic';
/** promotionUses/{id}:{uid}. */
export interface PromotionUse {
  readonly orderId: string;
  readonly userId: string;
}
/** promotionLists/automatic. */
export interface AutomaticPromotions {
  readonly promotions: readonly Promotion[];
}
