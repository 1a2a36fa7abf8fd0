import type {
  AddressCorrection,
  Order,
  OrderEdit,
  OrderReturn,
  OrderUnits,
  PartialRefund,
  ReturnEvent,
  TimelineEntry,
} from './order.ts';

/**
 * An entry of an order's history: a change of its status, address, lines or returns, or a refund.
 */
export type HistoryEntry =
  | ({ readonly kind: 'status' } & TimelineEntry)
  | ({ readonly kind: 'address' } & AddressCorrection)
  | ({ readonly kind: 'edit' } & OrderEdit)
  | ({ readonly kind: 'return'; readonly of: OrderReturn } & ReturnEvent)
  | ({ readonly kind: 'refund' } & Omit<PartialRefund, 'units' | 'refunded'> & {
        /** The units concerned, such as '1 × Tee (M)'; empty for none in particular. */
        readonly units: readonly string[];
        /** Units that were restocked. */
        readonly restocked: readonly string[];
      });

/** The history of an order, in chronological order. */
export function orderHistory({
  timeline,
  partialRefunds = [],
  addressCorrections = [],
  edits = [],
  returns = [],
  lines,
}: Pick<
  Order,
  'timeline' | 'partialRefunds' | 'addressCorrections' | 'edits' | 'returns' | 'lines'
>): HistoryEntry[] {
  const nameOf = (id: string, size: string | undefined) => {
    const name = lines.find((line) => line.id === id)?.name ?? id;
    return size === undefined ? name : `${name} (${size})`;
  };
  const describe = (units: readonly OrderUnits[] = []) =>
    units.map(({ id, size, quantity }) => `${quantity} × ${nameOf(id, size)}`);
  const entries: HistoryEntry[] = [
    ...timeline.map((entry) => ({ kind: 'status' as const, ...entry })),
    ...addressCorrections.map((correction) => ({ kind: 'address' as const, ...correction })),
    ...edits.map((edit) => ({ kind: 'edit' as const, ...edit })),
    ...returns.flatMap((of) => of.events.map((event) => ({ kind: 'return' as const, ...event, of }))),
    // Refunds of a return are shown in the return's history.
    ...partialRefunds
      .filter(({ returnNumber }) => returnNumber === undefined)
      .map(({ units, refunded = units, ...refund }) => ({
        kind: 'refund' as const,
        ...refund,
        units: describe(refunded),
        restocked: describe(units),
      })),
  ];
  return entries.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
