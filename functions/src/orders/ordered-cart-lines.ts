import type { OrderLine } from '@savepoint/model/order';

/**
 * A stored cart without what was ordered. Units that were added since stay, as do lines that cannot
 * be read: the shopper wrote the list. Returns undefined when nothing changes.
 *
 *   [tee 3, cap 1] without [tee 2]   ->   [tee 1, cap 1]
 */
export function withoutOrdered(cart: unknown, ordered: readonly OrderLine[]): unknown[] | undefined {
  if (!Array.isArray(cart)) return undefined;
  let isChanged = false;
  const left = cart.flatMap((line: unknown) => {
    if (!isCartLine(line)) return [line];
    const units = ordered
      .filter(({ id, size }) => id === line.id && size === line.size)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    if (units === 0) return [line];
    isChanged = true;
    return line.quantity > units ? [{ ...line, quantity: line.quantity - units }] : [];
  });
  return isChanged ? left : undefined;
}

function isCartLine(line: unknown): line is Pick<OrderLine, 'id' | 'size' | 'quantity'> {
  return (
    typeof line === 'object' && line !== null && 'quantity' in line && Number.isSafeInteger(line.quantity)
  );
}
