// The books of store credit and gift cards. An entry moves cents from one account to another, so
// the sum of all accounts is always 0: what shoppers, cards and orders have, the shop owes.
//
//   grant 20 to ann     shop -20   credit:ann 20
//   ann orders for 15   shop -20   credit:ann  5   order:x 15
//   5 are refunded      shop -20   credit:ann 10   order:x 10

/**
 * The owner of the cents; the balance of an order is what was paid for it. Only `shop` can be
 * negative.
 */
export type LedgerAccount = 'shop' | `credit:${string}` | `card:${string}` | `order:${string}`;

/** The reason for a transfer. */
export type LedgerEntryKind =
  | 'granted'
  | 'issued'
  | 'redeemed'
  | 'spent'
  | 'returned'
  | 'refunded'
  | 'exchanged'
  | 'forfeited';

export interface Transfer {
  readonly from: LedgerAccount;
  readonly to: LedgerAccount;
  readonly cents: number;
}

/** ledger/{id} as clients read it; a shopper reads the entries with their own `userId`. */
export interface LedgerEntry extends Transfer {
  readonly id: string;
  /** ISO time; a Firestore timestamp in the document. */
  readonly at: string;
  readonly kind: LedgerEntryKind;
  readonly userId?: string;
  readonly orderId?: string;
  readonly reason?: string;
}

/** storeCredit/{uid}: the balance of `credit:{uid}`. */
export interface StoreCredit {
  readonly userId: string;
  readonly cents: number;
}

export type Balances = ReadonlyMap<LedgerAccount, number>;

/**
 * The balances after a transfer; a missing account has 0. Throws a RangeError for invalid amounts
 * and overdrafts: callers have to check first.
 */
export function transfer(balances: Balances, { from, to, cents }: Transfer): Map<LedgerAccount, number> {
  const balance = balances.get(from) ?? 0;
  if (!Number.isSafeInteger(cents) || cents <= 0 || from === to)
    throw new RangeError(`${cents} cents cannot move from ${from} to ${to}.`);
  if (from !== 'shop' && cents > balance)
    throw new RangeError(`${from} has ${balance} cents, and ${cents} are to move.`);
  return new Map(balances).set(from, balance - cents).set(to, (balances.get(to) ?? 0) + cents);
}
