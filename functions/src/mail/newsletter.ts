// newsletter/{id}: one document per address, with an id that does not contain it. Staff may read
// it, so the unsubscribe token is in newsletterTokens/{id}, which only functions read. Anybody may
// enter any address, so it stays in newsletterRequests/{id} until its owner follows the link in an
// email (double opt-in).
import { createHash } from 'node:crypto';
import type { Firestore, Timestamp, Transaction } from 'firebase-admin/firestore';
import { httpsError } from '../callable/https-error.ts';
import { type Email, renderEmail } from './email.ts';
import type { MailShop } from './email-content.ts';
import { mailDocument } from './queue-email.ts';
import {
  createUnsubscribeToken,
  deleteSubscriptions,
  unsubscribeHeaders,
  unsubscribeUrl,
} from './unsubscribe.ts';

interface Subscriber {
  readonly email: string;
  readonly createdAt: Date;
}

const idOf = (email: string) => createHash('sha256').update(JSON.stringify(email)).digest('hex').slice(0, 40);
const pathOf = (email: string) => `newsletter/${idOf(email)}`;

interface SubscriptionRequest {
  readonly email: string;
  readonly token: string;
  readonly requestedAt: Date;
  /** For Firestore's TTL policy. */
  readonly expireAt: Date;
}

const HOUR_MS = 3_600_000;
/** Validity of the email's link. */
const REQUEST_HOURS = 7 * 24;
/** An address that is entered again within this time gets no second email. */
const REPEAT_MS = HOUR_MS / 6;

/** The email with the link to confirm a subscription. */
export function confirmationEmail(token: string, shop: MailShop): Email {
  return renderEmail(
    {
      subject: 'Confirm your subscription',
      heading: 'Is this your address?',
      paragraphs: [
        'Somebody signed this address up for news of Savepoint. Confirm it, and we will write to you.',
      ],
      action: {
        label: 'Confirm the subscription',
        url: `${shop.url}/subscribe?${new URLSearchParams({ token })}`,
      },
      closing:
        'If you did not sign up, ignore this email: you will not hear from us, and we delete the address in a week.',
      because: 'this address was entered in our newsletter form',
    },
    shop,
  );
}

/** The email that explains how to unsubscribe. */
export function subscribedEmail(token: string, shop: MailShop): Email {
  return renderEmail(
    {
      subject: 'You are on the list',
      heading: 'You are on the list.',
      paragraphs: ['You will hear from us when there is a new drop, and only then.'],
      action: { label: 'See what is new', url: `${shop.url}/shop` },
      because: 'you have subscribed to our newsletter',
      unsubscribeUrl: unsubscribeUrl(shop.url, { list: 'newsletter', token }),
    },
    shop,
  );
}

/**
 * Emails an address the link that subscribes it, in one transaction with the request. Does nothing
 * for an address that is subscribed or was just emailed. `email` is in lower case.
 */
export function requestSubscription(db: Firestore, email: string, shop: MailShop, now: Date): Promise<void> {
  return db.runTransaction(async (transaction) => {
    const id = idOf(email);
    const ref = db.doc(`newsletterRequests/${id}`);
    const [subscriber, earlier] = await transaction.getAll(db.doc(pathOf(email)), ref);
    if (subscriber?.exists) return;
    const requestedAt = earlier?.get('requestedAt') as Timestamp | undefined;
    if (requestedAt && now.getTime() - requestedAt.toMillis() < REPEAT_MS) return;
    const token = createUnsubscribeToken();
    const expireAt = new Date(now.getTime() + REQUEST_HOURS * HOUR_MS);
    transaction.set(ref, { email, token, requestedAt: now, expireAt } satisfies SubscriptionRequest);
    const message = confirmationEmail(token, shop);
    transaction.set(
      db.doc(`mail/newsletter-request-${id}-${now.getTime()}`),
      mailDocument(email, message, now),
    );
  });
}

/**
 * Subscribes the address of the email with this token. Rejects with not-found for an expired token.
 */
export function confirmSubscription(db: Firestore, token: string, shop: MailShop, now: Date): Promise<void> {
  return db.runTransaction(async (transaction) => {
    const requests = db.collection('newsletterRequests').where('token', '==', token).limit(1);
    const [request] = (await transaction.get(requests)).docs;
    const { email, expireAt } = (request?.data() ?? {}) as { email?: string; expireAt?: Timestamp };
    if (email === undefined || (expireAt?.toMillis() ?? 0) < now.getTime())
      throw httpsError('not-found', 'This link has expired. Sign up again at the end of any page.');
    await addSubscriber(db, transaction, email, shop, now);
  });
}

/**
 * Subscribes an address that its owner has confirmed, and emails it how to unsubscribe, in one
 * transaction. Does nothing for a subscribed address. `email` is in lower case.
 */
export function subscribe(db: Firestore, email: string, shop: MailShop, now: Date): Promise<void> {
  return db.runTransaction((transaction) => addSubscriber(db, transaction, email, shop, now));
}

async function addSubscriber(
  db: Firestore,
  transaction: Transaction,
  email: string,
  shop: MailShop,
  now: Date,
): Promise<void> {
  const ref = db.doc(pathOf(email));
  if ((await transaction.get(ref)).exists) return;
  const token = createUnsubscribeToken();
  const request = { list: 'newsletter', token } as const;
  const message = subscribedEmail(token, shop);
  transaction.set(ref, { email, createdAt: now } satisfies Subscriber);
  transaction.set(db.doc(`newsletterTokens/${ref.id}`), { token });
  transaction.set(
    db.doc(`mail/newsletter-${ref.id}-${now.getTime()}`),
    mailDocument(email, message, now, unsubscribeHeaders(shop.url, request)),
  );
}

/** True if an address is on the list. */
export async function isSubscribed(db: Firestore, email: string): Promise<boolean> {
  return (await db.doc(pathOf(email)).get()).exists;
}

/** Removes an address from the list, if it is on it. */
export async function leave(db: Firestore, email: string): Promise<void> {
  await deleteSubscriptions(db, [idOf(email)]);
}
