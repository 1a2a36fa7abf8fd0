import { DeleteAccountRequestSchema } from '@savepoint/model/callables';
import type { Order } from '@savepoint/model/order';
import { orderSearchTerms } from '@savepoint/model/order-number';
import { SetRoleRequestSchema } from '@savepoint/model/staff';
import {
  type DocumentReference,
  FieldPath,
  FieldValue,
  type Firestore,
  type Query,
  type QueryDocumentSnapshot,
} from 'firebase-admin/firestore';
import { callable } from '../callable/callable.ts';
import { httpsError } from '../callable/https-error.ts';
import { readOwnAddress } from '../callable/own-address.ts';
import { forfeitCredit } from '../credit/forfeit-credit.ts';
import { auth, database } from '../firestore/database.ts';
import { firestoreDocumentStore } from '../firestore/firestore-document-store.ts';
import * as roles from './set-role.ts';
import { requireAnotherOwner } from './set-role.ts';

const OPEN_STATUSES = ['pending', 'paid', 'packed', 'shipped', 'refund-failed'];
/** A Firestore batch takes at most 500 writes. */
const WRITES_PER_BATCH = 400;

const FORMER_MEMBER = 'Former member';

/**
 * Deletes the user record, the sign-in, alerts, reminders and the emails about the account and its
 * orders, and anonymizes reviews and contact messages. Data that belongs to the address
 * (newsletter, a guest's alerts and messages, emails) is deleted only if the address is verified:
 * it may be somebody else's. Orders and the ledger are business records and stay, without the email
 * address; remaining store credit is forfeited. Rejects with failed-precondition while an order is
 * open or a refund has not been sent, and for the only owner of the shop.
 */
export const deleteAccount = callable({
  name: 'deleteAccount',
  access: 'signed-in',
  schema: DeleteAccountRequestSchema,
  handle: async (_request, { uid, role }) => {
    const db = database();
    const orders = (await db.collection('orders').where('userId', '==', uid).get()).docs;
    const open = orders.filter(isOpen);
    if (open.length > 0)
      throw httpsError(
        'failed-precondition',
        open.length === 1
          ? 'One of your orders is still open. Cancel it, or wait until it has arrived or been refunded, then delete your account.'
          : `${open.length} of your orders are still open. Cancel them, or wait until they have arrived or been refunded, then delete your account.`,
      );
    if (role === 'owner')
      await db.runTransaction((transaction) => requireAnotherOwner(db, auth(), transaction, uid));
    const address = await readOwnAddress(auth(), uid);
    const email = address?.isVerified ? address.email : undefined;
    await applyChanges(db, [
      ...orders.map((order) => ({
        ref: order.ref,
        fields: {
          email: FieldValue.delete(),
          searchTerms: orderSearchTerms({ id: order.id, address: order.get('address') as Order['address'] }),
        },
      })),
      ...(await findReviews(db, uid)).map((ref) => ({ ref, fields: { userName: FORMER_MEMBER } })),
      ...(await findContactMessages(db, uid, email)).map((ref) => ({
        ref,
        fields: { name: FORMER_MEMBER, email: FieldValue.delete(), userId: FieldValue.delete() },
      })),
      ...(await findEmails(db, uid, orders, email)).map((ref) => ({ ref })),
      ...(await findNewsletter(db, email)).map((ref) => ({ ref })),
      ...(await findStockAlerts(db, uid, email)).map((ref) => ({ ref })),
      ...(await findOwn(db, 'promotionUses', uid)).map((ref) => ({ ref })),
      // The ticket stays: without it, nobody could repeat the draw. Its unit goes to the next
      // entry.
      ...(await findOwn(db, 'dropEntries', uid)).map((ref) => ({ ref, fields: { email: '' } })),
      ...(await findOwn(db, 'dropReminders', uid)).map((ref) => ({ ref })),
      ...(await findOwn(db, 'dropMailboxes', uid)).map((ref) => ({ ref })),
    ]);
    await forfeitCredit(firestoreDocumentStore(db), uid, new Date());
    await db.doc(`users/${uid}`).delete();
    await db.doc(`staff/${uid}`).delete();
    await db.doc(`emailChanges/${uid}`).delete();
    await db.doc(`reminders/${uid}`).delete();
    await auth().deleteUser(uid);
    return { done: true } as const;
  },
});

/** Assigns or removes an account's role; see set-role.ts. */
export const setRole = callable({
  name: 'setRole',
  access: 'manageRoles',
  schema: SetRoleRequestSchema,
  handle: (request, owner) => roles.setRole(database(), auth(), owner, request, new Date()),
});

/** True while goods or money of an order are still under way. */
function isOpen(order: QueryDocumentSnapshot): boolean {
  const { status, openReturn, refund, extraRefunds } = order.data() as Order;
  if (OPEN_STATUSES.includes(status) || openReturn) return true;
  return [refund, ...Object.values(extraRefunds ?? {})].some(
    (each) => each !== undefined && each.state !== 'sent',
  );
}

/** An update of a document, or its deletion. */
interface Change {
  readonly ref: DocumentReference;
  readonly fields?: Readonly<Record<string, string | readonly string[] | FieldValue>>;
}

async function applyChanges(db: Firestore, changes: readonly Change[]): Promise<void> {
  for (let start = 0; start < changes.length; start += WRITES_PER_BATCH) {
    const batch = db.batch();
    for (const { ref, fields } of changes.slice(start, start + WRITES_PER_BATCH)) {
      if (fields === undefined) batch.delete(ref);
      else batch.update(ref, fields);
    }
    await batch.commit();
  }
}

/** The distinct documents found by any of the queries. */
async function findDocuments(queries: readonly Query[]): Promise<DocumentReference[]> {
  const found = await Promise.all(queries.map((query) => query.select().get()));
  const refs = found.flatMap(({ docs }) => docs.map(({ ref }) => ref));
  return [...new Map(refs.map((ref) => [ref.path, ref])).values()];
}

/** An address as typed and as forms store it; none for undefined. */
const spellings = (email: string | undefined) =>
  email === undefined ? [] : [...new Set([email, email.toLowerCase()])];

const findReviews = (db: Firestore, uid: string) =>
  findDocuments(['reviews', 'hiddenReviews'].map((name) => db.collection(name).where('userId', '==', uid)));

const findOwn = (db: Firestore, collection: string, uid: string) =>
  findDocuments([db.collection(collection).where('userId', '==', uid)]);

const findContactMessages = (db: Firestore, uid: string, email: string | undefined) => {
  const messages = db.collection('contactMessages');
  return findDocuments([
    messages.where('userId', '==', uid),
    ...spellings(email).map((address) => messages.where('email', '==', address)),
  ]);
};

/** The subscriptions of an address, their tokens, and the links emailed to it. */
async function findNewsletter(db: Firestore, email: string | undefined): Promise<DocumentReference[]> {
  const found = await findDocuments(
    spellings(email).flatMap((address) =>
      ['newsletter', 'newsletterRequests'].map((name) => db.collection(name).where('email', '==', address)),
    ),
  );
  return found.flatMap((ref) => [ref, db.doc(`newsletterTokens/${ref.id}`)]);
}

const findStockAlerts = (db: Firestore, uid: string, email: string | undefined) => {
  const alerts = db.collection('stockAlerts');
  return findDocuments([
    alerts.where('userId', '==', uid),
    ...spellings(email).map((address) => alerts.where('email', '==', address)),
  ]);
};

/**
 * Emails to an address, and those about the account and its orders at any address: their ids begin
 * with the cause.
 */
function findEmails(
  db: Firestore,
  uid: string,
  orders: readonly QueryDocumentSnapshot[],
  email: string | undefined,
): Promise<DocumentReference[]> {
  const mail = db.collection('mail');
  const ofAccount = ['welcome', 'verify', 'reset', 'email-change', 'email-changed'];
  const causes = [...ofAccount.map((cause) => `${cause}-${uid}`), ...orders.map(({ id }) => `${id}-`)];
  return findDocuments([
    ...causes.map((cause) => mail.orderBy(FieldPath.documentId()).startAt(cause).endAt(`${cause}\uf8ff`)),
    ...spellings(email).map((address) => mail.where('to', 'array-contains', address)),
  ]);
}
