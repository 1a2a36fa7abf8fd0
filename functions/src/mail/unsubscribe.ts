// Unsubscribing from lists. Each subscription has a random token. Every email of the list has it
// twice: in a link to a page with a button, because email scanners open links, and in the headers
// of RFC 8058, for the mail program's own button.
import { randomBytes } from 'node:crypto';
import type { UnsubscribeRequest } from '@savepoint/model/callables';
import type { Firestore, Query } from 'firebase-admin/firestore';

const TOKEN_BYTES = 32;

/** An unguessable token: 43 characters that need no escaping in a URL. */
export function createUnsubscribeToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** The page to unsubscribe from a list. `shopUrl` has no trailing slash. */
export function unsubscribeUrl(shopUrl: string, request: UnsubscribeRequest): string {
  return `${shopUrl}/unsubscribe?${new URLSearchParams({ ...request })}`;
}

/** The header fields for a mail program's unsubscribe button (RFC 2369, RFC 8058). */
export function unsubscribeHeaders(shopUrl: string, request: UnsubscribeRequest): Record<string, string> {
  return {
    'List-Unsubscribe': `<${shopUrl}/unsubscribe/one-click?${new URLSearchParams({ ...request })}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/**
 * Ends the subscription of a token: the newsletter, the reminders, the account's drop reminders, or
 * the waiting stock alerts of the address. Does nothing for an unknown token: the subscription has
 * ended already.
 */
export async function unsubscribe(db: Firestore, { list, token }: UnsubscribeRequest): Promise<void> {
  if (list === 'newsletter') {
    // Older subscriptions have the token beside the address.
    const found = await Promise.all(
      ['newsletterTokens', 'newsletter'].map((name) =>
        db.collection(name).where('token', '==', token).select().get(),
      ),
    );
    await deleteSubscriptions(
      db,
      found.flatMap(({ docs }) => docs.map(({ id }) => id)),
    );
    return;
  }
  if (list === 'reminders') {
    const { docs } = await db.collection('reminders').where('token', '==', token).select().get();
    await Promise.all(docs.map(({ ref }) => ref.update({ choice: 'off' })));
    return;
  }
  if (list === 'drops') {
    const reminders = db.collection('dropReminders');
    const [reminder] = (await reminders.where('token', '==', token).limit(1).get()).docs;
    const userId: unknown = reminder?.get('userId');
    if (userId !== undefined)
      await deleteAll(reminders.where('userId', '==', userId).where('state', '==', 'waiting'));
    return;
  }
  const alerts = db.collection('stockAlerts');
  const [alert] = (await alerts.where('token', '==', token).limit(1).get()).docs;
  if (alert === undefined) return;
  await deleteAll(alerts.where('email', '==', alert.get('email')).where('state', '==', 'waiting'));
}

/** Deletes newsletter subscriptions with their tokens, and the links that would renew them. */
export async function deleteSubscriptions(db: Firestore, ids: readonly string[]): Promise<void> {
  const paths = ids.flatMap((id) => [
    `newsletter/${id}`,
    `newsletterTokens/${id}`,
    `newsletterRequests/${id}`,
  ]);
  await Promise.all(paths.map((path) => db.doc(path).delete()));
}

async function deleteAll(query: Query): Promise<void> {
  const { docs } = await query.select().get();
  await Promise.all(docs.map(({ ref }) => ref.delete()));
}
