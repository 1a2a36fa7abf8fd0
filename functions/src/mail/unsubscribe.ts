// How readers leave a list. Each subscription has a random token, and every email of the list
// carries it twice: in a link to a page with a button, because programs that check emails open
// links, and in the headers of RFC 8058, for the button of the mail program itself.
import { randomBytes } from 'node:crypto';
import type { UnsubscribeRequest } from '@savepoint/model/callables';
import type { Firestore, Query } from 'firebase-admin/firestore';

const TOKEN_BYTES = 32;

/** A token that cannot be guessed; 43 characters that need no escaping in a URL. */
export function createUnsubscribeToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** The page on which a reader leaves a list. `shopUrl` has no trailing slash. */
export function unsubscribeUrl(shopUrl: string, request: UnsubscribeRequest): string {
  return `${shopUrl}/unsubscribe?${new URLSearchParams({ ...request })}`;
}

/** The header fields with which a mail program offers to leave a list (RFC 2369, RFC 8058). */
export function unsubscribeHeaders(shopUrl: string, request: UnsubscribeRequest): Record<string, string> {
  return {
    'List-Unsubscribe': `<${shopUrl}/unsubscribe/one-click?${new URLSearchParams({ ...request })}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/**
 * Ends the newsletter of a token, the reminders of one, all reminders of drops of its account, or
 * all stock alerts that wait for the address of one. Does nothing for an unknown token: the
 * subscription has ended already.
 */
export async function unsubscribe(db: Firestore, { list, token }: UnsubscribeRequest): Promise<void> {
  if (list === 'newsletter') {
    // Subscriptions of before have the token beside the address.
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

/**
 * Deletes subscriptions to the newsletter with their tokens, and the links that would renew them.
 */
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
