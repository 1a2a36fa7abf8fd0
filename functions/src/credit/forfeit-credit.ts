import type { DocumentStore } from '../firestore/document-store.ts';
import { balanceOf, creditAccount, creditPath, postEntry } from './ledger.ts';

/** Takes back the remaining store credit of a deleted account. */
export function forfeitCredit(store: DocumentStore, uid: string, at: Date): Promise<void> {
  return store.runTransaction(async (transaction) => {
    const cents = balanceOf(await transaction.get(creditPath(uid)));
    const account = creditAccount(uid);
    if (cents > 0)
      postEntry(transaction, new Map([[account, cents]]), `forfeited-${uid}-${at.getTime()}`, {
        from: account,
        to: 'shop',
        cents,
        at,
        kind: 'forfeited',
        userId: uid,
      });
    transaction.delete(creditPath(uid));
  });
}
