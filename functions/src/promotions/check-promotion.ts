import type { Order } from '@savepoint/model/order';
import { type Promotion, promotionPhase, promotionTerms } from '@savepoint/model/promotion';
import type { CheckPromotionResponse } from '@savepoint/model/promotion-changes';
import { describeRefusal, type PromotionRefusal } from '@savepoint/model/promotion-refusal';
import type { Firestore } from 'firebase-admin/firestore';
import type { Caller } from '../callable/callable.ts';
import { httpsError, resourceExhausted } from '../callable/https-error.ts';
import { firestoreDocumentStore } from '../firestore/firestore-document-store.ts';
import type { TokenBucket } from '../firestore/token-bucket.ts';
import { attemptPaths, takeAttempt } from './code-attempts.ts';
import { type PromotionUse, promotionPath, promotionUsePath } from './promotion-records.ts';
import { isLimited, readUses } from './read-promotions.ts';

/**
 * The terms of a code's promotion. Rejects with not-found for an unknown code, with
 * resource-exhausted after too many guesses, and with failed-precondition for one that is over,
 * used up or was used by the caller (details: code, refusal). The caller's unpaid order does not
 * count, because the next order replaces it. The caller evaluates conditions that depend on a cart.
 */
export async function checkPromotion(
  db: Firestore,
  caller: Pick<Caller, 'uid' | 'network'>,
  { code }: { readonly code: string },
  now: Date,
): Promise<CheckPromotionResponse> {
  const { promotion, use, isHeld } = await firestoreDocumentStore(db).runTransaction(async (transaction) => {
    const [found, use, ...buckets] = await transaction.getAll<unknown>([
      promotionPath(code),
      promotionUsePath(code, caller.uid ?? ''),
      ...attemptPaths(caller),
    ]);
    const attempt = takeAttempt(caller, buckets as (TokenBucket | null)[], now);
    if ('retryAfterSeconds' in attempt) throw resourceExhausted(attempt.retryAfterSeconds);
    const usedBy = use as PromotionUse | null;
    const order = usedBy && (await transaction.get<Pick<Order, 'status'>>(`orders/${usedBy.orderId}`));
    if (found === null) attempt.write(transaction);
    return {
      promotion: found as Omit<Promotion, 'id'> | null,
      use: usedBy,
      isHeld: order?.status === 'pending',
    };
  });
  if (promotion === null) throw refuse(code, 'unknown');
  const phase = promotionPhase(promotion, now);
  if (phase !== 'active') throw refuse(code, phase === 'scheduled' ? 'not-yet' : 'expired');
  if (promotion.isOncePerPerson && use !== null && !isHeld) throw refuse(code, 'used-by-you');
  const checked = { ...promotion, id: code };
  if (isLimited(checked) && !isHeld) {
    const { usesLeft, centsLeft } = await readUses(db, checked);
    if (usesLeft < 1 || centsLeft < 1) throw refuse(code, 'used-up');
  }
  return { promotion: promotionTerms(checked) };
}

function refuse(code: string, refusal: PromotionRefusal): Error {
  return httpsError(
    refusal === 'unknown' ? 'not-found' : 'failed-precondition',
    describeRefusal(code, refusal),
    { field: 'code', code, refusal },
  );
}
