// How many units one account, and one network, hold in unpaid orders. Their orders are listed in rateLimits/unpaidOrders:{account} and
// rateLimits/unpaidOrdersNetwork:{network}; an order that is not pending any more leaves the list with the holder's next order. Every
// order of a holder writes its list, so two of them at once cannot both pass the limit.
import { type OrderLine, unpaidUnitsMax } from '@savepoint/model/order';
import type { DocumentTransaction } from '../firestore/document-store.ts';
import { orderPath, type StoredOrder } from './records.ts';
import type { StockMap } from './stock.ts';

/** An account or a network. */
export interface UnpaidHolder {
  readonly kind: 'account' | 'network';
  readonly id: string;
}

/** The document of a holder's unpaid orders. */
export interface UnpaidOrderList {
  readonly orderIds: readonly string[];
  /** For Firestore's time-to-live policy. */
  readonly expireAt: Date;
}

interface UnpaidOrder {
  readonly id: string;
  readonly lines: readonly OrderLine[];
}

/** The first product of an order of which a holder would hold too many units. */
export interface UnpaidExcess {
  readonly productId: string;
  readonly holder: UnpaidHolder['kind'];
  readonly held: number;
  readonly max: number;
}

/** Long after an order expires; the list is written again with each order. */
const LIST_LIFETIME_MS = 24 * 3_600_000;
const COLLECTIONS = { account: 'unpaidOrders', network: 'unpaidOrdersNetwork' } as const;

/** The holders of an order's units until it is paid. */
export function unpaidHolders(shopper: {
  readonly uid: string;
  readonly network: string | undefined;
}): UnpaidHolder[] {
  return [
    { kind: 'account', id: shopper.uid },
    ...(shopper.network === undefined ? [] : [{ kind: 'network', id: shopper.network } as const]),
  ];
}

/** Path of a holder's list. */
export function unpaidOrdersPath({ kind, id }: UnpaidHolder): string {
  return `rateLimits/${COLLECTIONS[kind]}:${encodeURIComponent(id)}`;
}

/** The orders of each list that are still unpaid. */
export async function readUnpaidOrders(
  transaction: DocumentTransaction,
  lists: readonly (UnpaidOrderList | null)[],
): Promise<UnpaidOrder[][]> {
  const ids = [...new Set(lists.flatMap((list) => list?.orderIds ?? []))];
  const orders = await transaction.getAll<StoredOrder>(ids.map(orderPath));
  const unpaid = new Map<string, UnpaidOrder>();
  orders.forEach((order, index) => {
    const id = ids[index] as string;
    if (order?.status === 'pending') unpaid.set(id, { id, lines: order.lines });
  });
  return lists.map((list) => (list?.orderIds ?? []).flatMap((id) => unpaid.get(id) ?? []));
}

/** The list of a holder who has one unpaid order more. */
export function withUnpaidOrder(unpaid: readonly UnpaidOrder[], orderId: string, now: Date): UnpaidOrderList {
  return {
    orderIds: [...unpaid.map(({ id }) => id), orderId],
    expireAt: new Date(now.getTime() + LIST_LIFETIME_MS),
  };
}

/** Whether a holder would hold too many units of a product with these lines, which `stock` does not contain any more. */
export function findUnpaidExcess(
  stock: StockMap,
  lines: readonly OrderLine[],
  holder: UnpaidHolder,
  unpaid: readonly UnpaidOrder[],
): UnpaidExcess | undefined {
  for (const productId of new Set(lines.map(({ id }) => id))) {
    const held = countUnits(
      unpaid.flatMap((order) => order.lines),
      productId,
    );
    const wanted = held + countUnits(lines, productId);
    const inStock = (stock.get(productId)?.variants ?? []).reduce((sum, variant) => sum + variant.stock, 0);
    const max = unpaidUnitsMax(inStock + wanted, holder.kind);
    if (wanted > max) return { productId, holder: holder.kind, held, max };
  }
  return undefined;
}

function countUnits(lines: readonly OrderLine[], productId: string): number {
  return lines.filter(({ id }) => id === productId).reduce((sum, { quantity }) => sum + quantity, 0);
}
