import { createHash } from 'node:crypto';
import type {
  CreditResponse,
  IssueGiftCardRequest,
  RedeemGiftCardRequest,
} from '@savepoint/model/credit-changes';
import { giftCardCode, normalizeGiftCardCode } from '@savepoint/model/gift-card-code';
import { formatCents } from '@savepoint/model/money';
import { httpsError, resourceExhausted } from '../callable/https-error.ts';
import type { DocumentStore, DocumentTransaction } from '../firestore/document-store.ts';
import type { TokenBucket } from '../firestore/token-bucket.ts';
import { attemptPaths, takeAttempt } from '../promotions/code-attempts.ts';
import type { Giver } from './give-credit.ts';
import {
  balanceOf,
  cardAccount,
  creditAccount,
  creditPath,
  type GiftCard,
  giftCardPath,
  postEntry,
  requireSameAmount,
} from './ledger.ts';

/** 80 random bits need no salt. */
const hashOf = (code: string) => createHash('sha256').update(normalizeGiftCardCode(code)).digest('hex');

/**
 * The code is derived from the random request id, so that a repeated request returns the same one.
 */
const codeOf = (giver: Giver, requestId: string) =>
  giftCardCode(createHash('sha256').update(`${giver.uid}:${requestId}`).digest());

/**
 * Issues a gift card once per request id, writes the audit log, and returns its code. `writeMore`
 * adds writes to the transaction. Rejects with failed-precondition for a repeated request with
 * another amount.
 */
export function issueGiftCard(
  store: DocumentStore,
  giver: Giver,
  { cents, reason, requestId }: Pick<IssueGiftCardRequest, 'cents' | 'reason' | 'requestId'>,
  at: Date,
  writeMore: (transaction: DocumentTransaction, code: string) => void = () => undefined,
): Promise<string> {
  const code = codeOf(giver, requestId);
  const hash = hashOf(code);
  return store.runTransaction(async (transaction) => {
    const issued = await transaction.get<GiftCard>(giftCardPath(hash));
    if (issued !== null) {
      requireSameAmount(issued, cents);
      return code;
    }
    const card: GiftCard = { cents, issuedAt: at, issuedBy: giver.uid };
    transaction.set(giftCardPath(hash), card);
    postEntry(transaction, new Map(), `issued-${hash}`, {
      from: 'shop',
      to: cardAccount(hash),
      cents,
      at,
      kind: 'issued',
      reason,
    });
    transaction.set(`audit/issued-${hash}`, {
      at: at.toISOString(),
      uid: giver.uid,
      ...(giver.email === undefined ? {} : { email: giver.email }),
      action: 'issueGiftCard',
      target: giftCardPath(hash),
      summary: `Issued a gift card of ${formatCents(cents)}: ${reason}`,
    });
    writeMore(transaction, code);
    return code;
  });
}

/**
 * Turns a gift card into the caller's store credit. Rejects with not-found for an unknown code,
 * which counts as a guess; with resource-exhausted after too many guesses; and with
 * failed-precondition for a redeemed card.
 */
export async function redeemGiftCard(
  store: DocumentStore,
  caller: { readonly uid: string; readonly network: string | undefined },
  { code }: RedeemGiftCardRequest,
  at: Date,
): Promise<CreditResponse> {
  const hash = hashOf(code);
  const redeemed = await store.runTransaction(async (transaction) => {
    const [found, credit, ...buckets] = await transaction.getAll<unknown>([
      giftCardPath(hash),
      creditPath(caller.uid),
      ...attemptPaths(caller),
    ]);
    const attempt = takeAttempt(caller, buckets as (TokenBucket | null)[], at);
    if ('retryAfterSeconds' in attempt) throw resourceExhausted(attempt.retryAfterSeconds);
    if (found === null) {
      attempt.write(transaction);
      return undefined;
    }
    const { cents, redeemedAt } = found as GiftCard;
    if (redeemedAt !== undefined)
      throw httpsError('failed-precondition', 'This gift card has been redeemed already.', { field: 'code' });
    const [card, account] = [cardAccount(hash), creditAccount(caller.uid)];
    const balances = new Map([
      [card, cents],
      [account, balanceOf(credit)],
    ]);
    transaction.update(giftCardPath(hash), { redeemedAt: at });
    postEntry(transaction, balances, `redeemed-${hash}`, {
      from: card,
      to: account,
      cents,
      at,
      kind: 'redeemed',
      userId: caller.uid,
    });
    return { cents, balanceCents: balances.get(account) ?? 0 };
  });
  if (redeemed === undefined)
    throw httpsError('not-found', 'There is no gift card with this code.', { field: 'code' });
  return redeemed;
}
