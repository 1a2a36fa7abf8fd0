// Writes of an edit: its reservations, and its changes once it is applied.
import type { DocumentTransaction } from '../firestore/document-store.ts';
import type { Shard } from '../promotions/promotion-uses.ts';
import type { EditPlan } from './plan-edit.ts';
import { type EditRecord, orderPath, reservationPath, type StoredOrder } from './records.ts';
import { moveOf, type OrderAggregate, returnUnits, writeReturnedUses } from './transition-order.ts';

/** Takes the units and promotions that an edit adds, as reserved by its plan. */
export function writeTaken(transaction: DocumentTransaction, { aggregate, takenShards }: EditPlan): void {
  aggregate.stock.write();
  for (const path of takenShards) transaction.set(path, aggregate.shards.get(path) as Shard);
}

/**
 * Applies an edit whose units and promotions are taken: returns what it removes, and changes the
 * order, which is returned. `payment` is the card payment for it.
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
  // Fields that the edit may remove.
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
