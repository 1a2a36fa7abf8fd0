// Owns the cart's place in local storage, which anyone can edit: what is whole is read, the rest is dropped. The key
// `cart` holds the lines (specification, section 3); two more hold what the specification does not know.
import { type CartLine, parseCartLines } from '@savepoint/model/cart';
import { readStoredJson, removeStored, writeStored } from '../../lib/safe-storage.ts';

export const CART_KEY = 'cart';
export const SAVED_FOR_LATER_KEY = 'savedForLater';
/** Whose cart `cart` mirrors, the guest's lines that still wait for an answer, and what the account last confirmed. */
export const OWNER_KEY = 'cartOwner';

export interface StoredCart {
  readonly lines: readonly CartLine[];
  readonly saved: readonly CartLine[];
  readonly pendingMerge: readonly CartLine[];
  /** The account the lines belong to; null for a guest's. */
  readonly owner: string | null;
  /** The account's cart as it last agreed with this browser; what differs from it the account has yet to hear. */
  readonly confirmed: { readonly lines: readonly CartLine[]; readonly saved: readonly CartLine[] } | null;
}

interface Ownership {
  readonly uid?: unknown;
  readonly offered?: unknown;
  readonly confirmed?: { readonly lines?: unknown; readonly saved?: unknown } | null;
}

/** What is stored, as far as it is well formed. */
export function readCart(): StoredCart {
  const ownership = readStoredJson(OWNER_KEY) as Ownership | null | undefined;
  const uid = ownership?.uid;
  const confirmed = ownership?.confirmed;
  return {
    lines: parseCartLines(readStoredJson(CART_KEY)),
    saved: parseCartLines(readStoredJson(SAVED_FOR_LATER_KEY)),
    pendingMerge: parseCartLines(ownership?.offered),
    owner: typeof uid === 'string' && uid !== '' ? uid : null,
    confirmed: confirmed
      ? { lines: parseCartLines(confirmed.lines), saved: parseCartLines(confirmed.saved) }
      : null,
  };
}

/** Stores all of it; empty parts leave no key behind. */
export function writeCart(cart: StoredCart): void {
  store(CART_KEY, cart.lines.length > 0 ? cart.lines : undefined);
  store(SAVED_FOR_LATER_KEY, cart.saved.length > 0 ? cart.saved : undefined);
  const { owner: uid, pendingMerge: offered, confirmed } = cart;
  store(OWNER_KEY, uid === null ? undefined : { uid, offered, confirmed });
}

function store(key: string, value: unknown): void {
  if (value === undefined) removeStored(key);
  else writeStored(key, JSON.stringify(value));
}
