import { EmptyRequestSchema } from '@savepoint/model/callables';
import { CheckPromotionRequestSchema, SavePromotionRequestSchema } from '@savepoint/model/promotion-changes';
import { callable } from '../callable/callable.ts';
import { database } from '../firestore/database.ts';
import * as promotionCheck from './check-promotion.ts';
import * as promotionReads from './read-promotions.ts';
import * as promotionChanges from './save-promotion.ts';

/** The terms of a code's promotion, for guests as well; see check-promotion.ts. */
export const checkPromotion = callable({
  name: 'checkPromotion',
  access: 'public',
  schema: CheckPromotionRequestSchema,
  handle: (request, caller) => promotionCheck.checkPromotion(database(), caller, request, new Date()),
});

/** All promotions with their uses; see read-promotions.ts. */
export const readPromotions = callable({
  name: 'readPromotions',
  access: 'managePromotions',
  schema: EmptyRequestSchema,
  handle: () => promotionReads.readPromotions(database()),
});

/** Creates or changes a promotion; see save-promotion.ts. */
export const savePromotion = callable({
  name: 'savePromotion',
  access: 'managePromotions',
  schema: SavePromotionRequestSchema,
  handle: (request, admin) => promotionChanges.savePromotion(database(), admin, request, new Date()),
});
