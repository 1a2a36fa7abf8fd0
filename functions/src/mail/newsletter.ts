// newsletter/{id}: one document for an address, whose id does not contain it. Staff may read it, so
// the token with which its reader leaves is in newsletterTokens/{id}, which only functions read.
import { createHash } from 'node:crypto';
import type { Firestore } from 'firebase-admin/firestore';
import { renderEmail } from './email.ts';
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

/**
 * Adds an address to the newsletter and emails it how to leave, in one transaction. Does nothing for an address that is on the list.
 * `email` is in lower case; `shopUrl` has no trailing slash.
 */
export function subscribe(db: Firestore, email: string, shopUrl: string, now: Date): Promise<void> {
  return db.runTransaction(async (transaction) => {
    const ref = db.doc(pathOf(email));
    if ((await transaction.get(ref)).exists) return;
    const token = createUnsubscribeToken();
    const request = { list: 'newsletter', token } as const;
    const message = renderEmail({
      subject: 'You are on the list',
      heading: 'You are on the list.',
      paragraphs: ['You will hear from us when there is a new drop, and only then.'],
      action: { label: 'See what is new', url: `${shopUrl}/shop` },
      closing: 'If you did not sign up, unsubscribe and we will delete your address.',
      unsubscribeUrl: unsubscribeUrl(shopUrl, request),
    });
    transaction.set(ref, { email, createdAt: now } satisfies Subscriber);
    transaction.set(db.doc(`newsletterTokens/${ref.id}`), { token });
    transaction.set(
      db.doc(`mail/newsletter-${ref.id}-${now.getTime()}`),
      mailDocument(email, message, now, unsubscribeHeaders(shopUrl, request)),
    );
  });
}

/** Whether an address is on the list. */
export async function isSubscribed(db: Firestore, email: string): Promise<boolean> {
  return (await db.doc(pathOf(email)).get()).exists;
}

/** Removes an address from the list, if it is on it. */
export async function leave(db: Firestore, email: string): Promise<void> {
  await deleteSubscriptions(db, [idOf(email)]);
}
