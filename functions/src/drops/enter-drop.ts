// An entry is a document of its own account, and whoever enters reads the drop and writes nothing
// else: no document is written by many. The drop is read in the transaction, so that its next state
// waits for entries that began before it, and none is added after.
import { describeEntryRefusal, type EnterDropRequest, findEntryRefusal } from '@savepoint/model/drop';
import { type DropEntry, leaveEntry, newEntry } from '@savepoint/model/drop-entry';
import { dropPhase } from '@savepoint/model/drop-phase';
import { httpsError } from '../callable/https-error.ts';
import { type DropDocument, dropEntryPath, dropPath } from '../editions/drop-records.ts';
import type { DocumentTransaction } from '../firestore/document-store.ts';
import type { DropContext } from './drop-context.ts';

interface Person {
  readonly uid: string;
  readonly email: string | undefined;
  readonly isVerified: boolean;
}

async function readEntry(transaction: DocumentTransaction, dropId: string, uid: string) {
  const path = dropEntryPath(dropId, uid);
  const found = await transaction.getAll<unknown>([dropPath(dropId), path]);
  const [drop, entry] = found as [DropDocument | null, DropEntry | null];
  if (drop === null) throw httpsError('not-found', 'There is no such drop.');
  return { path, drop, entry };
}

/**
 * Enters a drop, or returns the entry that the account has. Rejects with not-found, and with
 * failed-precondition (details: the reason) by the server's clock; what somebody already has stays.
 */
export function enterDrop(
  context: DropContext,
  { uid, email, isVerified }: Person,
  { dropId, units, code }: EnterDropRequest,
): Promise<DropEntry> {
  return context.store.runTransaction(async (transaction) => {
    const { path, drop, entry: before } = await readEntry(transaction, dropId, uid);
    if (before !== null && before.state !== 'left' && before.state !== 'missed') return before;
    const now = context.now();
    const address = email?.toLowerCase();
    const refusal = findEntryRefusal(drop, { email: address, isVerified, units, code }, now);
    if (refusal !== undefined || address === undefined)
      throw httpsError('failed-precondition', describeEntryRefusal(refusal ?? 'unverified', drop), {
        reason: refusal,
        ...((refusal === 'early' || refusal === 'early-code') && { field: 'code' }),
      });
    const entry = newEntry(before, {
      ...{ dropId, userId: uid, email: address, units, enteredAt: now },
      ticket: context.newTicket(),
    });
    transaction.set(path, entry);
    return entry;
  });
}

/**
 * Leaves a drop, which passes on what the account was given. Does nothing for who is not in it.
 * Rejects with failed-precondition while the draw is made, whose tickets are fixed, and for units
 * that are ordered.
 */
export function leaveDrop(context: DropContext, uid: string, dropId: string): Promise<void> {
  return context.store.runTransaction(async (transaction) => {
    const { path, drop, entry } = await readEntry(transaction, dropId, uid);
    if (entry === null || entry.state === 'left' || entry.state === 'missed') return;
    if (dropPhase(drop, context.now()) === 'drawing')
      throw httpsError('failed-precondition', 'The draw is being made. You can leave when it is done.', {
        reason: 'drawing',
      });
    const left = leaveEntry(entry);
    if (left === undefined)
      throw httpsError(
        'failed-precondition',
        entry.state === 'bought'
          ? 'You have bought it. You can cancel the order on its page.'
          : 'You have an order of it. Cancel the order first.',
        { reason: entry.state },
      );
    transaction.set(path, left);
  });
}
