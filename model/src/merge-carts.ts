// Owns bringing together two copies of one cart that changed apart: this browser's and the account's. Pure.
import { CART_LINES_MAX, type Cart, type CartLine, lineKey } from './cart.ts';

/**
 * Merges line by line: what only one side changed since both agreed is taken from that side, and where both changed a line
 * this browser has the last word. A line that is gone counts as changed to nothing.
 *
 *   agreed [tee 1, cap 1]   here [tee 2, cap 1]   account [tee 1, sleeve 1]   ->   [tee 2, sleeve 1]
 *
 * @param base the cart as both last knew it
 */
export function mergeCarts(base: Cart, local: Cart, remote: Cart): Cart {
  const [baseByKey, localByKey, remoteByKey] = [byKey(base), byKey(local), byKey(remote)];
  const keys = new Set([...remoteByKey.keys(), ...localByKey.keys()]);
  const merged = [...keys].flatMap((key) => {
    const isUnchangedLocally = localByKey.get(key)?.quantity === baseByKey.get(key)?.quantity;
    return (isUnchangedLocally ? remoteByKey : localByKey).get(key) ?? [];
  });
  return merged.slice(0, CART_LINES_MAX);
}

function byKey(cart: Cart): ReadonlyMap<string, CartLine> {
  return new Map(cart.map((line) => [lineKey(line), line]));
}
