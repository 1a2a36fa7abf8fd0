import type { CreditResponse, GiveCreditRequest } from '@savepoint/model/credit-changes';
import { formatCents } from '@savepoint/model/money';
import { httpsError } from '../callable/https-error.ts';
import type { DocumentStore } from '../firestore/document-store.ts';
import {
  balanceOf,
  creditAccount,
  creditPath,
  type LedgerPosting,
  ledgerPath,
  postEntry,
  requireSameAmount,
} from './ledger.ts';

/** The member of staff who changes somebody's credit. */
export interface Giver {
  readonly uid: string;
  readonly email: string | undefined;
}

/**
 * Gives an account store credit once per request id, and writes the audit log. Rejects with
 * not-found for an unknown account, and with failed-precondition for a repeated request with
 * another amount.
 */
export function giveCredit(
  store: DocumentStore,
  giver: Giver,
  { userId, cents, reason, requestId }: GiveCreditRequest,
  at: Date,
): Promise<CreditResponse> {
  const id = `granted-${userId}-${requestId}`;
  return store.runTransaction(async (transaction) => {
    const [given, user, credit] = await transaction.getAll<unknown>([
      ledgerPath(id),
      `users/${userId}`,
      creditPath(userId),
    ]);
    if (given !== null) {
      requireSameAmount(given as LedgerPosting, cents);
      return { cents, balanceCents: balanceOf(credit) };
    }
    if (user === null) throw httpsError('not-found', 'There is no such customer.');
    const account = creditAccount(userId);
    const balances = new Map([[account, balanceOf(credit)]]);
    postEntry(transaction, balances, id, {
      from: 'shop',
      to: account,
      cents,
      at,
      kind: 'granted',
      userId,
      reason,
    });
    transaction.set(`audit/${id}`, {
      at: at.toISOString(),
      uid: giver.uid,
      ...(giver.email === undefined ? {} : { email: giver.email }),
      action: 'giveCredit',
      target: creditPath(userId),
      summary: `Gave ${formatCents(cents)} of store credit: ${reason}`,
    });
    return { cents, balanceCents: balances.get(account) ?? 0 };
  });
}
