// The books as documents. No client writes them, and no other file does:
//   ledger/{id}        an entry; the ids of what may be sent twice come from its cause
//   storeCredit/{uid}  the balance of an account, readable by its shopper
//   giftCards/{hash}   a card; its code is only in the email that brings it, the id is its hash
// What an order has is on the order: `creditCents` less `creditReturnedCents`.
import {
  type LedgerAccount,
  type LedgerEntryKind,
  type StoreCredit,
  type Transfer,
  transfer,
} from '@savepoint/model/ledger';
import { formatCents } from '@savepoint/model/money';
import { httpsError } from '../callable/https-error.ts';
import type { DocumentTransaction } from '../firestore/document-store.ts';

export const creditPath = (uid: string) => `storeCredit/${uid}`;
export const giftCardPath = (hash: string) => `giftCards/${hash}`;
export const ledgerPath = (id: string) => `ledger/${id}`;

export const creditAccount = (uid: string): LedgerAccount => `credit:${uid}`;
export const orderAccount = (orderId: string): LedgerAccount => `order:${orderId}`;
export const cardAccount = (hash: string): LedgerAccount => `card:${hash}`;

/** giftCards/{hash}. */
export interface GiftCard {
  readonly cents: number;
  readonly issuedAt: Date;
  readonly issuedBy: string;
  readonly redeemedAt?: Date;
}

/** The balances that a transaction has read; postings update them. */
export type ReadBalances = Map<LedgerAccount, number>;

/** An entry without its id. */
export interface LedgerPosting extends Transfer {
  readonly at: Date;
  readonly kind: LedgerEntryKind;
  /** The shopper with the changed credit. */
  readonly userId?: string;
  readonly orderId?: string;
  readonly reason?: string;
}

/** The balance in a document of storeCredit. */
export const balanceOf = (credit: unknown): number => (credit as StoreCredit | null)?.cents ?? 0;

/**
 * Writes an entry and the store credit that it changes. Callers write the documents of cards and
 * orders. Throws a RangeError for overdrafts and for credit that was not read.
 */
export function postEntry(
  transaction: DocumentTransaction,
  balances: ReadBalances,
  id: string,
  posting: LedgerPosting,
): void {
  for (const account of [posting.from, posting.to])
    if (account.startsWith('credit:') && !balances.has(account))
      throw new RangeError(`${account} was not read.`);
  for (const [account, cents] of transfer(balances, posting)) balances.set(account, cents);
  transaction.set(ledgerPath(id), posting);
  for (const account of [posting.from, posting.to]) {
    if (!account.startsWith('credit:')) continue;
    const userId = account.slice('credit:'.length);
    const credit: StoreCredit = { userId, cents: balances.get(account) ?? 0 };
    transaction.set(creditPath(userId), credit);
  }
}

/** Throws for a repeated request with another amount. */
export function requireSameAmount(before: { readonly cents: number }, cents: number): void {
  if (before.cents !== cents)
    throw httpsError(
      'failed-precondition',
      `This form has given ${formatCents(before.cents)} already. Close it and open it again to give more.`,
      { field: 'cents' },
    );
}
