// The cart in local storage, which users and extensions can edit: well-formed lines are read,
// others are dropped. The key `cart` holds the lines (specification, section 3); further keys hold
// state that the specification does not name.
import { type CartLine, parseCartLines } from '@savepoint/model/cart';
import { readStoredJson, removeStored, writeStored } from '../../lib/safe-storage.ts';

export const CART_KEY = 'cart';
export const SAVED_FOR_LATER_KEY = 'savedForLater';
/**
 * The owner of `cart`, the guest lines of a pending merge, and the last cart that the account
 * confirmed.
 */
export const OWNER_KEY = 'cartOwner';

export interface StoredCart {
  readonly lines: readonly CartLine[];
  readonly saved: readonly CartLine[];
  /**
   * Lines added as a guest that the account's cart lacks, until the shopper accepts or dismisses
   * them.
   */
  readonly pendingMerge: readonly CartLine[];
  /** The uid that the lines belong to; null for a guest. */
  readonly owner: string | null;
  /**
   * True for lines added as a guest until the account's cart is known: an account with an empty
   * cart adopts them, in any tab.
   */
  readonly fromGuest: boolean;
  /**
   * The account's cart as last synced with this browser. Differences from it are unsaved changes.
   */
  readonly confirmed: ConfirmedCart | null;
}

export interface ConfirmedCart {
  readonly lines: readonly CartLine[];
  readonly saved: readonly CartLine[];
  /** The account's `cartVersion`: the number of its paid orders. */
  readonly version: number;
  /**
   * Orders of this browser since then: the next version lacks their lines, even if the account
   * never received them.
   */
  readonly ordered?: readonly CartLine[];
  /** The carts sent since then, oldest first: the account may have stored any of them. */
  readonly sent?: readonly SentCart[];
}

export interface SentCart {
  readonly lines: readonly CartLine[];
  readonly saved: readonly CartLine[];
}

interface Ownership {
  readonly uid?: unknown;
  readonly pendingMerge?: unknown;
  readonly fromGuest?: unknown;
  readonly confirmed?: {
    readonly lines?: unknown;
    readonly saved?: unknown;
    readonly version?: unknown;
    readonly ordered?: unknown;
    readonly sent?: unknown;
  } | null;
}

/** Reads the stored cart; malformed parts count as empty. */
export function readCart(): StoredCart {
  const ownership = readStoredJson(OWNER_KEY) as Ownership | null | undefined;
  const uid = ownership?.uid;
  const confirmed = ownership?.confirmed;
  return {
    lines: parseCartLines(readStoredJson(CART_KEY)),
    saved: parseCartLines(readStoredJson(SAVED_FOR_LATER_KEY)),
    pendingMerge: parseCartLines(ownership?.pendingMerge),
    fromGuest: ownership?.fromGuest === true,
    owner: typeof uid === 'string' && uid !== '' ? uid : null,
    confirmed: confirmed
      ? {
          lines: parseCartLines(confirmed.lines),
          saved: parseCartLines(confirmed.saved),
          version: parseCartVersion(confirmed.version),
          ordered: parseCartLines(confirmed.ordered),
          sent: parseSentCarts(confirmed.sent),
        }
      : null,
  };
}

function parseSentCarts(stored: unknown): readonly SentCart[] {
  return Array.isArray(stored)
    ? stored.map((cart) => ({ lines: parseCartLines(cart?.lines), saved: parseCartLines(cart?.saved) }))
    : [];
}

/** A stored version of the account's cart; 0 if invalid. */
export function parseCartVersion(stored: unknown): number {
  return typeof stored === 'number' && Number.isSafeInteger(stored) && stored > 0 ? stored : 0;
}

/** Stores the cart; empty parts remove their key. */
export function writeCart(cart: StoredCart): void {
  store(CART_KEY, cart.lines.length > 0 ? cart.lines : undefined);
  store(SAVED_FOR_LATER_KEY, cart.saved.length > 0 ? cart.saved : undefined);
  const { owner: uid, pendingMerge, fromGuest, confirmed } = cart;
  store(OWNER_KEY, uid === null ? undefined : { uid, pendingMerge, fromGuest, confirmed });
}

function store(key: string, value: unknown): void {
  if (value === undefined) removeStored(key);
  else writeStored(key, JSON.stringify(value));
}
