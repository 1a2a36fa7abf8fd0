// Writes of an edit: what it reserves, and what it changes once it is made.
import type { DocumentTransaction } from '../firestore/document-store.ts';
import type { Shard } from '../promotions/promotion-uses.ts';
import type { EditPlan } from './plan-edit.ts';
import { type EditRecord, orderPath, reservationPath, type StoredOrder } from './records.ts';
import { moveOf, type OrderAggregate, returnUnits, writeReturnedUses } from './transition-order.ts';

/** Takes the units and promotions that an edit adds, which its plan has reserved. */
export function writeTaken(transaction: DocumentTransaction, { aggregate, takenShards }: EditPlan): void {
  aggregate.stock.write();
  for (const path of takenShards) transaction.set(path, aggregate.shards.get(path) as Shard);
}

/**
 * Makes an edit whose units and promotions are taken: gives back what it removes, and changes the
 * order, which is returned. `payment` is what a card has paid for it.
 */
export function writeMade(
  transaction: DocumentTransaction,
  { id, order, reservation, stock, shards }: OrderAggregate,
  made: Pick<EditRecord, 'changed' | 'reserved' | 'claims' | 'given'>,
  edit: NonNullable<StoredOrder['edits']>[number],
  more: Partial<StoredOrder>,
  email?: string,
): StoredOrder {
  const { at } = edit;
  returnUnits(stock, id, made.given.units, moveOf(id, 'edited', { at, actor: 'admin', email }));
  writeReturnedUses(transaction, shards, made.given.claims, order.userId);
  if (reservation !== null) {
    const { claims: _, ...kept } = reservation;
    transaction.set(reservationPath(id), {
      ...kept,
      lines: made.reserved,
      ...(made.claims.length > 0 && { claims: made.claims }),
    });
  }
  // Those that the edit may end.
  const { discountCents: _, promotions: __, packingNote: ___, pendingEdit: ____, ...kept } = order;
  const after: StoredOrder = {
    ...kept,
    ...made.changed,
    ...more,
    edits: [...(order.edits ?? []), edit],
    updatedAt: at,
  };
  transaction.set(orderPath(id), after);
  return after;
}
