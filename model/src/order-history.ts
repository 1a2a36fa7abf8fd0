import type { AddressCorrection, Order, OrderEdit, PartialRefund, TimelineEntry } from './order.ts';

/** An entry of an order's history: a change of its status, its address or its lines, or a partial refund. */
export type HistoryEntry =
  | ({ readonly kind: 'status' } & TimelineEntry)
  | ({ readonly kind: 'address' } & AddressCorrection)
  | ({ readonly kind: 'edit' } & OrderEdit)
  | ({ readonly kind: 'refund' } & Omit<PartialRefund, 'units' | 'refunded'> & {
        /** The units that it is for, such as '1 × Tee (M)'; empty for none in particular. */
        readonly units: readonly string[];
        /** The units that went back into the stock. */
        readonly restocked: readonly string[];
      });

/** What happened to an order, in the order of time. */
export function orderHistory({
  timeline,
  partialRefunds = [],
  addressCorrections = [],
  edits = [],
  lines,
}: Pick<Order, 'timeline' | 'partialRefunds' | 'addressCorrections' | 'edits' | 'lines'>): HistoryEntry[] {
  const nameOf = (id: string, size: string | undefined) => {
    const name = lines.find((line) => line.id === id)?.name ?? id;
    return size === undefined ? name : `${name} (${size})`;
  };
  const describe = (units: PartialRefund['units'] = []) =>
    units.map(({ id, size, quantity }) => `${quantity} × ${nameOf(id, size)}`);
  const entries: HistoryEntry[] = [
    ...timeline.map((entry) => ({ kind: 'status' as const, ...entry })),
    ...addressCorrections.map((correction) => ({ kind: 'address' as const, ...correction })),
    ...edits.map((edit) => ({ kind: 'edit' as const, ...edit })),
    ...partialRefunds.map(({ units, refunded = units, ...refund }) => ({
      kind: 'refund' as const,
      ...refund,
      units: describe(refunded),
      restocked: describe(units),
    })),
  ];
  return entries.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
