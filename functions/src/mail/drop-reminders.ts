// Reminders of drops: dropReminders/{dropId}:{uid}. Each is sent once, to the account's current
// address.
import { firstEntryTime } from '@savepoint/model/drop-phase';
import type { Firestore } from 'firebase-admin/firestore';
import { httpsError } from '../callable/https-error.ts';
import { type DropDocument, dropPath } from '../editions/drop-records.ts';
import { firestoreDocumentStore } from '../firestore/firestore-document-store.ts';
import { log } from '../logs/log.ts';
import { dropReminderEmail } from './drop-emails.ts';
import type { MailShop } from './email-content.ts';
import { mailDocument } from './queue-email.ts';
import { createUnsubscribeToken, unsubscribeHeaders } from './unsubscribe.ts';

interface DropReminder {
  readonly dropId: string;
  readonly userId: string;
  readonly state: 'waiting' | 'sent';
  readonly token: string;
  /** For Firestore's TTL policy. */
  readonly expireAt: Date;
}

interface ReminderContext {
  readonly db: Firestore;
  readonly shop: MailShop;
  readonly now: Date;
  readonly readAddress: (
    uid: string,
  ) => Promise<{ readonly email: string; readonly isVerified: boolean } | undefined>;
}

/** How long before a drop, or its early access, opens the reminder is sent. */
const REMINDED_BEFORE_MS = 3_600_000;
/** How long after the drop opens the unsubscribe link works. */
const KEPT_MS = 90 * 86_400_000;
const PAGE_SIZE = 200;

const reminderPath = (dropId: string, uid: string) => `dropReminders/${dropId}:${uid}`;

/** Turns an account's reminder of a drop on or off. */
export function remindOfDrop(
  db: Firestore,
  uid: string,
  { dropId, isOn }: { readonly dropId: string; readonly isOn: boolean },
  now: Date,
): Promise<void> {
  return firestoreDocumentStore(db).runTransaction(async (transaction) => {
    const path = reminderPath(dropId, uid);
    const found = await transaction.getAll<unknown>([dropPath(dropId), path]);
    const [drop, before] = found as [DropDocument | null, DropReminder | null];
    if (drop === null) throw httpsError('not-found', 'There is no such drop.');
    if (!isOn) {
      if (before?.state === 'waiting') transaction.delete(path);
      return;
    }
    if (before !== null) return;
    if (Date.parse(drop.opensAt) <= now.getTime())
      throw httpsError('failed-precondition', 'This drop is open already.');
    transaction.set(path, {
      ...{ dropId, userId: uid, state: 'waiting', token: createUnsubscribeToken() },
      expireAt: new Date(Date.parse(drop.opensAt) + KEPT_MS),
    } satisfies DropReminder);
  });
}

/** Sends the reminders of drops that open soon. Returns how many were sent. */
export async function sendDropReminders(context: ReminderContext): Promise<number> {
  const { db, now } = context;
  const announced = await firestoreDocumentStore(db).find<DropDocument>({
    ...{ collection: 'drops', where: { state: 'announced' }, limit: PAGE_SIZE },
  });
  let sent = 0;
  for (const { id, fields } of announced)
    if (!fields.isStopped && now.getTime() >= firstEntryTime(fields) - REMINDED_BEFORE_MS)
      sent += await remindAll(context, id, fields);
  return sent;
}

async function remindAll(context: ReminderContext, dropId: string, drop: DropDocument): Promise<number> {
  const waiting = context.db
    .collection('dropReminders')
    .where('dropId', '==', dropId)
    .where('state', '==', 'waiting');
  let sent = 0;
  for (;;) {
    const { docs } = await waiting.limit(PAGE_SIZE).get();
    let done = 0;
    for (const { id } of docs) {
      try {
        if (await remind(context, dropId, drop, id.slice(dropId.length + 1))) sent += 1;
        done += 1;
      } catch (error) {
        log.error('drop-reminder-not-sent', { dropId }, error);
      }
    }
    if (done === 0 || docs.length < PAGE_SIZE) return sent;
  }
}

/** Email and mark are written in one transaction, so that a repeated run sends none twice. */
async function remind(
  { db, shop, now, readAddress }: ReminderContext,
  dropId: string,
  drop: DropDocument,
  uid: string,
): Promise<boolean> {
  const address = await readAddress(uid);
  return firestoreDocumentStore(db).runTransaction(async (transaction) => {
    const path = reminderPath(dropId, uid);
    const reminder = await transaction.get<DropReminder>(path);
    if (reminder?.state !== 'waiting') return false;
    transaction.update(path, { state: 'sent' });
    if (!address?.isVerified) return false;
    const request = { list: 'drops', token: reminder.token } as const;
    transaction.set(
      `mail/drop-reminder-${dropId}-${uid}`,
      mailDocument(
        address.email,
        dropReminderEmail(dropId, drop, request, shop),
        now,
        unsubscribeHeaders(shop.url, request),
      ),
    );
    return true;
  });
}
