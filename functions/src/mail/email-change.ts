// Changes the address of an account. Auth changes it when its owner follows the link in the email
// to the new address. The shop keeps copies of the address and learns of the change afterwards:
// from the account's next session, or from a schedule. emailChanges/{uid} has the address from
// before the first link that may still be followed.

import type { Order } from '@savepoint/model/order';
import { orderSearchTerms } from '@savepoint/model/order-number';
import type { Auth } from 'firebase-admin/auth';
import type { DocumentSnapshot, Firestore, Transaction } from 'firebase-admin/firestore';
import { readOwnAddress } from '../callable/own-address.ts';
import { firestoreDocumentStore } from '../firestore/firestore-document-store.ts';
import { log } from '../logs/log.ts';
import { actionUrl, addressInUseEmail, emailChangedEmail, emailChangeEmail } from './account-emails.ts';
import type { MailShop } from './email-content.ts';
import * as newsletter from './newsletter.ts';
import { queueEmail, queueLimitedEmail } from './queue-email.ts';
import { moveAlerts } from './stock-alerts.ts';

interface EmailChange {
  readonly from: string;
  /**
   * True if `from` was known to be the owner's: the newsletter of an address belongs to its owner.
   */
  readonly isVerified: boolean;
  /** For Firestore's TTL policy: links expire earlier. */
  readonly expireAt: Date;
}

/** A request for `onEmailChangeRequested`; `email` is in lower case. */
export interface EmailChangeRequest {
  readonly uid: string;
  readonly email: string;
}

const DAY_MS = 86_400_000;
const CHANGE_DAYS = 7;
/** A Firestore batch takes at most 500 writes. */
const WRITES_PER_BATCH = 400;

/** Auth's codes for an impossible address, or for a deleted account. */
const IMPOSSIBLE: readonly unknown[] = [
  'auth/user-not-found',
  'auth/email-not-found',
  'auth/invalid-email',
  'auth/invalid-new-email',
];

const changeRef = (db: Firestore, uid: string) => db.doc(`emailChanges/${uid}`);

/**
 * Emails the new address a link that changes the account, or the notice that the address already
 * has an account. `requestId` identifies the request, so that a duplicate event sends one email.
 */
export async function sendEmailChangeLink(
  db: Firestore,
  auth: Auth,
  requestId: string,
  { uid, email: to }: EmailChangeRequest,
  shop: MailShop,
  now: Date,
): Promise<void> {
  const mailId = `email-change-${uid}-${requestId}`;
  try {
    await propagateEmailChange(db, auth, uid, shop, now);
    const own = await readOwnAddress(auth, uid);
    if (own === undefined) return;
    if (await hasAccount(auth, to)) {
      await queueEmail(mailId, to, addressInUseEmail(shop));
      return;
    }
    const expireAt = new Date(now.getTime() + CHANGE_DAYS * DAY_MS);
    const change: EmailChange = { from: own.email, isVerified: own.isVerified, expireAt };
    await changeRef(db, uid).set(change);
    const link = await auth.generateVerifyAndChangeEmailLink(own.email, to);
    await queueEmail(mailId, to, emailChangeEmail(actionUrl(shop.url, link), shop));
  } catch (error) {
    if (!IMPOSSIBLE.includes((error as { code?: unknown }).code)) throw error;
  }
}

async function hasAccount(auth: Auth, email: string): Promise<boolean> {
  try {
    await auth.getUserByEmail(email);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'auth/user-not-found') return false;
    throw error;
  }
}

/** The address in the shop's copies. */
function knownAddress(change: DocumentSnapshot, record: DocumentSnapshot): string | undefined {
  return (change.get('from') ?? record.get('email')) as string | undefined;
}

/**
 * Updates the copies of an account's address from Auth, and notifies the former address. Does
 * nothing if they are up to date; safe to call at any time, even concurrently.
 */
export async function propagateEmailChange(
  db: Firestore,
  auth: Auth,
  uid: string,
  shop: MailShop,
  now: Date,
): Promise<void> {
  const own = await readOwnAddress(auth, uid);
  const readBoth = async (reader: Pick<Firestore, 'getAll'> | Transaction) =>
    (await reader.getAll(changeRef(db, uid), db.doc(`users/${uid}`))) as [DocumentSnapshot, DocumentSnapshot];
  const [change, record] = await readBoth(db);
  const from = knownAddress(change, record);
  if (own === undefined || !from || from.toLowerCase() === own.email.toLowerCase()) return;
  const to = own.email.toLowerCase();
  await moveOrders(db, uid, own.email);
  await moveAlerts(db, uid, to);
  const staff = await db.doc(`staff/${uid}`).get();
  if (staff.exists) await staff.ref.update({ email: own.email });
  if (change.get('isVerified') === true && own.isVerified)
    await moveSubscription(db, from.toLowerCase(), to, shop, now);
  // Concurrent runs use the same id. If `from` was not verified, it may be anybody's.
  const id = `email-changed-${uid}-${(change.exists ? change : record).updateTime?.toMillis()}`;
  if (change.get('isVerified') === true) await queueEmail(id, from, emailChangedEmail(shop));
  else await queueLimitedEmail(firestoreDocumentStore(db), id, from, emailChangedEmail(shop), now);
  await db.runTransaction(async (transaction) => {
    const [latestChange, latestRecord] = await readBoth(transaction);
    if (knownAddress(latestChange, latestRecord) !== from) return;
    transaction.delete(latestChange.ref);
    if (latestRecord.exists) transaction.update(latestRecord.ref, { email: own.email, updatedAt: now });
  });
}

/**
 * Propagates changes whose links were followed, for accounts that have not returned to the shop
 * since.
 */
export async function propagateEmailChanges(
  db: Firestore,
  auth: Auth,
  shop: MailShop,
  now: Date,
): Promise<void> {
  const { docs } = await db.collection('emailChanges').select().get();
  // A failed one is retried, and does not hold up the others.
  for (const { id } of docs)
    await propagateEmailChange(db, auth, id, shop, now).catch((error: unknown) =>
      log.error('email-change-not-propagated', { uid: id }, error),
    );
}

/** All of them: refunds and returns of old orders are emailed, too. */
async function moveOrders(db: Firestore, uid: string, email: string): Promise<void> {
  const { docs } = await db.collection('orders').where('userId', '==', uid).get();
  for (let start = 0; start < docs.length; start += WRITES_PER_BATCH) {
    const batch = db.batch();
    for (const order of docs.slice(start, start + WRITES_PER_BATCH)) {
      const address = order.get('address') as Order['address'];
      batch.update(order.ref, { email, searchTerms: orderSearchTerms({ id: order.id, email, address }) });
    }
    await batch.commit();
  }
}

async function moveSubscription(
  db: Firestore,
  from: string,
  to: string,
  shop: MailShop,
  now: Date,
): Promise<void> {
  if (!(await newsletter.isSubscribed(db, from))) return;
  await newsletter.subscribe(db, to, shop, now);
  await newsletter.leave(db, from);
}
