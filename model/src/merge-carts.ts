import { CART_LINES_MAX, type Cart, type CartLine, lineKey } from './cart.ts';

/**
 * Three-way merge of this browser's cart and the account's, line by line. A line that only one side
 * changed is taken from that side; where both changed it, this browser wins. Removing a line is a
 * change. Of a line that the account has fewer units of, because they were paid for instance, the
 * units stay that this browser has added since.
 *
 *   base [tee 1, cap 1]   local [tee 2, cap 1]   remote [tee 1, sleeve 1]   ->   [tee 2, sleeve 1]
 *   base [tee 3]          local [tee 4]          remote [tee 1]             ->   [tee 2]
 *
 * @param base the last cart that both sides had
 */
export function mergeCarts(base: Cart, local: Cart, remote: Cart): Cart {
  const [baseByKey, localByKey, remoteByKey] = [byKey(base), byKey(local), byKey(remote)];
  const keys = new Set([...remoteByKey.keys(), ...localByKey.keys()]);
  const merged = [...keys].flatMap((key) => {
    const [was, local, remote] = [baseByKey.get(key), localByKey.get(key), remoteByKey.get(key)];
    if (local?.quantity === was?.quantity) return remote ?? [];
    if (local === undefined || was === undefined) return local ?? [];
    const taken = was.quantity - (remote?.quantity ?? 0);
    return taken > 0 && local.quantity > was.quantity
      ? { ...local, quantity: local.quantity - taken }
      : local;
  });
  return merged.slice(0, CART_LINES_MAX);
}

function byKey(cart: Cart): ReadonlyMap<string, CartLine> {
  return new Map(cart.map((line) => [lineKey(line), line]));
}
