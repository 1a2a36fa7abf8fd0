import { describe, expect, it } from 'vitest';
import { welcomeEmail } from '../../functions/src/mail/account-emails.ts';
import { ADDRESS_LIMIT, queueLimitedEmail } from '../../functions/src/mail/queue-email.ts';
import { InMemoryDocumentStore } from './orders/in-memory-document-store.ts';

const SHOP = { url: 'https://shop.test', name: 'Savepoint', postalAddress: [], supportEmail: undefined };
const AT = new Date('2026-11-01T12:00:00Z');

describe('queueLimitedEmail', () => {
  const queue = (store: InMemoryDocumentStore, id: string, to: string, at = AT) =>
    queueLimitedEmail(store, id, to, welcomeEmail(SHOP), at);
  const mails = (store: InMemoryDocumentStore) =>
    [...store.documents.keys()].filter((path) => path.startsWith('mail/'));

  it('sends one address no more than the limit, in any spelling and from any accounts', async () => {
    const store = new InMemoryDocumentStore();
    for (let account = 0; account < ADDRESS_LIMIT.burst * 2; account += 1)
      await queue(store, `welcome-${account}`, account % 2 ? 'victim@example.com' : 'Victim@example.com');
    expect(mails(store)).toHaveLength(ADDRESS_LIMIT.burst);
    await queue(store, 'welcome-other', 'other@example.com');
    expect(mails(store)).toContain('mail/welcome-other');
    await queue(store, 'welcome-later', 'victim@example.com', new Date(AT.getTime() + 3_600_000));
    expect(mails(store)).toContain('mail/welcome-later');
  });

  it('counts an email with a redelivered event once', async () => {
    const store = new InMemoryDocumentStore();
    for (let delivery = 0; delivery < ADDRESS_LIMIT.burst; delivery += 1)
      await queue(store, 'welcome-ada', 'ada@example.com');
    await queue(store, 'verify-ada', 'ada@example.com');
    expect(mails(store)).toEqual(['mail/welcome-ada', 'mail/verify-ada']);
  });
});
