import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DropIdRequestSchema,
  EnterDropRequestSchema,
  RemindOfDropRequestSchema,
  SaveDropRequestSchema,
} from '@savepoint/model/drop';
import { onSchedule } from 'firebase-functions/scheduler';
import { callable } from '../callable/callable.ts';
import { readOwnAddress } from '../callable/own-address.ts';
import { functionSettings } from '../config/function-settings.ts';
import { auth, database } from '../firestore/database.ts';
import { firestoreDocumentStore } from '../firestore/firestore-document-store.ts';
import { log } from '../logs/log.ts';
import { dropGivenEmail } from '../mail/drop-emails.ts';
import * as reminders from '../mail/drop-reminders.ts';
import { readMailShop } from '../mail/mail-shop.ts';
import { mailDocument } from '../mail/queue-email.ts';
import * as advance from './advance-drops.ts';
import { coalesce } from './coalesce.ts';
import type { DropContext } from './drop-context.ts';
import * as entries from './enter-drop.ts';
import { giveOutUnits, passOnUnits } from './pass-on-units.ts';
import * as plans from './save-drop.ts';
import type { TakenLines } from './taken-lines.ts';

const TICKET_BYTES = 16;
const takenLines: TakenLines = new Map();

async function productionContext(): Promise<DropContext> {
  const shop = await readMailShop(database());
  return {
    store: firestoreDocumentStore(database()),
    now: () => new Date(),
    takenLines,
    newTicket: () => randomBytes(TICKET_BYTES).toString('hex'),
    givenEmail: (drop, { dropId, email, numbers, of = drop.units, payBy = new Date() }) =>
      mailDocument(email, dropGivenEmail(dropId, drop, { numbers, of, payBy }, shop), new Date()),
  };
}

/**
 * Follow-up work of a shopper's call. A failure does not affect the shopper, whose call has
 * succeeded: the schedule retries it.
 */
const afterCall = (task: (context: DropContext, dropId: string) => Promise<void>) =>
  coalesce(async (dropId) => {
    try {
      await task(await productionContext(), dropId);
    } catch (error) {
      log.warn('drop-not-advanced', { dropId, reason: String(error) });
    }
  });
const giveOut = afterCall(giveOutUnits);
const passOn = afterCall(passOnUnits);

/** Enters a drop as the caller; see enter-drop.ts. */
export const enterDrop = callable({
  name: 'enterDrop',
  access: 'signed-in',
  schema: EnterDropRequestSchema,
  handle: async (request, { uid, email, isVerified, network }) => {
    const person = {
      ...{ uid, email, network },
      isVerified: isVerified || ((await readOwnAddress(auth(), uid))?.isVerified ?? false),
    };
    const { isServed } = await entries.enterDrop(await productionContext(), person, request);
    if (isServed) await giveOut(request.dropId);
    return { done: true } as const;
  },
});

/** Leaves a drop as the caller; see enter-drop.ts. */
export const leaveDrop = callable({
  name: 'leaveDrop',
  access: 'signed-in',
  schema: DropIdRequestSchema,
  handle: async ({ dropId }, { uid }) => {
    await entries.leaveDrop(await productionContext(), uid, dropId);
    await passOn(dropId);
    return { done: true } as const;
  },
});

/** Turns the caller's reminder before a drop on or off. */
export const remindOfDrop = callable({
  name: 'remindOfDrop',
  access: 'signed-in',
  schema: RemindOfDropRequestSchema,
  handle: async (request, { uid }) => {
    await reminders.remindOfDrop(database(), uid, request, new Date());
    return { done: true } as const;
  },
});

/** Announces or changes a drop; see save-drop.ts. */
export const saveDrop = callable({
  name: 'saveDrop',
  access: 'manageDrops',
  schema: SaveDropRequestSchema,
  handle: (request, admin) => plans.saveDrop(database(), admin, request, new Date()),
});

/** Stops a drop; see save-drop.ts. */
export const stopDrop = callable({
  name: 'stopDrop',
  access: 'manageDrops',
  schema: DropIdRequestSchema,
  handle: async ({ dropId }, admin) => {
    await plans.stopDrop(database(), admin, dropId, new Date());
    await passOn(dropId);
    return { done: true } as const;
  },
});

/**
 * Closes drops that are due, draws, passes on units that were not ordered in time, and sends
 * reminders.
 */
export const advanceDrops = onSchedule(
  { ...functionSettings('advanceDrops'), schedule: 'every 1 minutes' },
  async () => {
    const warn = (dropId: string, cause: unknown) => log.error('drop-not-advanced', { dropId }, cause);
    const sent = await reminders.sendDropReminders({
      db: database(),
      shop: await readMailShop(database()),
      now: new Date(),
      readAddress: (uid) => readOwnAddress(auth(), uid),
    });
    if (sent > 0) log.info('drop-reminders-sent', { sent });
    await advance.advanceDrops(await productionContext(), { warn, sleep });
  },
);
