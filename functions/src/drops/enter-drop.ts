// An entry is the account's own document. Entering reads the drop and writes nothing that others
// write: only the entry, the mark of its mailbox, and attempts to guess the code of early access.
// The drop is read in the transaction, so its next state waits for entries that began earlier, and
// none is added afterwards. Nearly everybody enters once, so entry and mark are created without
// reading them: one read and two writes per person.
import {
  describeEntryRefusal,
  type EnterDropRequest,
  type EntryRefusal,
  findEntryRefusal,
} from '@savepoint/model/drop';
import { type DropEntry, leaveEntry, newEntry } from '@savepoint/model/drop-entry';
import { dropPhase, isWaitingRoomOpen, placeInLine } from '@savepoint/model/drop-phase';
import { httpsError, resourceExhausted } from '../callable/https-error.ts';
import {
  type DropDocument,
  type DropMailbox,
  dropEntryPath,
  dropMailboxPath,
  dropPath,
} from '../editions/drop-records.ts';
import { type DocumentTransaction, isExisting } from '../firestore/document-store.ts';
import type { TokenBucket } from '../firestore/token-bucket.ts';
import { attemptPaths, takeAttempt } from '../promotions/code-attempts.ts';
import type { DropContext } from './drop-context.ts';
import { isTaken } from './taken-lines.ts';

interface Person {
  readonly uid: string;
  readonly email: string | undefined;
  readonly isVerified: boolean;
  readonly network: string | undefined;
}

const NO_SUCH_DROP = 'There is no such drop.';

async function readEntry(transaction: DocumentTransaction, dropId: string, uid: string) {
  const path = dropEntryPath(dropId, uid);
  const found = await transaction.getAll<unknown>([dropPath(dropId), path]);
  const [drop, entry] = found as [DropDocument | null, DropEntry | null];
  if (drop === null) throw httpsError('not-found', NO_SUCH_DROP);
  return { path, drop, entry };
}

interface Entered {
  readonly entry: DropEntry;
  /** True if units may be given out now: the drop is a line, and nobody waits for its opening. */
  readonly isServed: boolean;
}

/**
 * Enters a drop, or returns the account's entry. By the server's clock, rejects with not-found,
 * with failed-precondition (details: the reason), also for a second account of one mailbox, and
 * with resource-exhausted after too many wrong codes; existing entries stay.
 */
export async function enterDrop(
  context: DropContext,
  person: Person,
  request: EnterDropRequest,
): Promise<Entered> {
  try {
    return await enter(context, person, request, true);
  } catch (error) {
    if (!isExisting(error)) throw error;
    return enter(context, person, request, false);
  }
}

/** With `isFirst`, rejects with an `isExisting` error if person or mailbox has entered. */
async function enter(
  context: DropContext,
  person: Person,
  { dropId, units, code }: EnterDropRequest,
  isFirst: boolean,
): Promise<Entered> {
  const { uid, email, isVerified } = person;
  const isAllTaken = await isTaken(context, dropId);
  const entered = await context.store.runTransaction(async (transaction) => {
    const path = dropEntryPath(dropId, uid);
    const drop = await transaction.get<DropDocument>(dropPath(dropId));
    if (drop === null) throw httpsError('not-found', NO_SUCH_DROP);
    const now = context.now();
    const address = email?.toLowerCase();
    const refusal = findEntryRefusal(drop, { email: address, isVerified, units, code }, isAllTaken, now);
    // An existing entry stays, even if entering is now refused.
    const before = isFirst && refusal === undefined ? null : await transaction.get<DropEntry>(path);
    const isServed = drop.kind === 'line' && !isWaitingRoomOpen(drop, now);
    if (before !== null && !isOver(before)) return { entry: before, isServed };
    // After too many attempts, a right code is treated like a wrong one.
    if (code !== undefined) {
      const buckets = await transaction.getAll<TokenBucket>(attemptPaths(person));
      const attempt = takeAttempt(person, buckets, now);
      if ('retryAfterSeconds' in attempt) throw resourceExhausted(attempt.retryAfterSeconds);
      if (refusal === 'early-code') {
        attempt.write(transaction);
        return { error: refuse(refusal, drop) };
      }
    }
    if (refusal !== undefined || address === undefined) throw refuse(refusal ?? 'unverified', drop);
    const mailbox = dropMailboxPath(dropId, address);
    const mark: DropMailbox = { dropId, userId: uid };
    const holder = isFirst ? null : await transaction.get<DropMailbox>(mailbox);
    if (holder !== null && holder.userId !== uid) {
      const other = await transaction.get<DropEntry>(dropEntryPath(dropId, holder.userId));
      if (other !== null && !isOver(other)) throw refuse('entered', drop);
    }
    const ticket = before?.ticket ?? context.newTicket();
    const entry = newEntry(before, {
      ...{ dropId, userId: uid, email: address, ticket, units },
      queuedAt: placeInLine(drop, ticket, now),
    });
    if (isFirst) {
      transaction.create(path, entry);
      transaction.create(mailbox, mark);
    } else {
      transaction.set(path, entry);
      if (holder?.userId !== uid) transaction.set(mailbox, mark);
    }
    return { entry, isServed };
  });
  if ('error' in entered) throw entered.error;
  return entered;
}

const isOver = ({ state }: DropEntry) => state === 'left' || state === 'missed';

function refuse(refusal: EntryRefusal, drop: DropDocument): Error {
  return httpsError('failed-precondition', describeEntryRefusal(refusal, drop), {
    reason: refusal,
    ...((refusal === 'early' || refusal === 'early-code') && { field: 'code' }),
  });
}

/**
 * Leaves a drop and passes on its units. Does nothing without an entry. Rejects with
 * failed-precondition during the draw, which has fixed its tickets, and for ordered units.
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
