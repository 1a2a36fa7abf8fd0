import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { call, createUser, db, eventually, functionUrl, verifyAddress } from './stack.ts';

interface Preferences {
  readonly isVerified: boolean;
  readonly newsletter: boolean;
}

const mailsTo = async (email: string) =>
  (await db().collection('mail').where('to', 'array-contains', email).get()).docs.map((mail) => ({
    id: mail.id,
    subject: String(mail.get('message.subject')),
    text: String(mail.get('message.text')),
    headers: (mail.get('headers') ?? {}) as Record<string, string>,
  }));
const newAddress = () => `${randomUUID()}@example.com`;
const isListed = async (email: string) =>
  !(await db().collection('newsletter').where('email', '==', email).get()).empty;
/** The token in the email that asks an address to confirm. */
async function confirmationOf(email: string): Promise<string> {
  const mail = (await mailsTo(email)).find(({ subject }) => subject === 'Confirm your subscription');
  return /\/subscribe\?token=([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? '';
}

async function subscribe(email: string): Promise<void> {
  await call('subscribeNewsletter', { email });
  await call('confirmSubscription', { token: await confirmationOf(email) });
}

async function createVerifiedUser() {
  const user = await createUser();
  await verifyAddress(user);
  return user;
}

describe('the emails of an account', { timeout: 60_000 }, () => {
  it('are one welcome and one verification for a new user record, even if its event is redelivered', async () => {
    const ada = await createUser();
    const record = db().doc(`users/${ada.uid}`);
    await record.set({ uid: ada.uid, email: ada.email, displayName: 'Win a prize at evil.test' });
    await eventually('both have arrived', async () => (await mailsTo(ada.email)).length === 2);
    // Recreating a record triggers the creation event again.
    await record.delete();
    await record.set({ uid: ada.uid });
    await call('subscribeNewsletter', { email: ada.email });
    const bob = await createUser();
    await db().doc(`users/${bob.uid}`).set({ uid: bob.uid });
    await eventually('a later record is welcomed', async () => (await mailsTo(bob.email)).length === 2);
    const mails = await mailsTo(ada.email);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Confirm your email address',
      'Confirm your subscription',
      'Welcome to Savepoint',
    ]);
    for (const { text } of mails) expect(text).not.toContain('evil.test');
  });

  it('include no verification of an address that the sign-in has verified', async () => {
    const ada = await createVerifiedUser();
    await db().doc(`users/${ada.uid}`).set({ uid: ada.uid });
    await eventually('the welcome has arrived', async () => (await mailsTo(ada.email)).length === 1);
    expect((await call('requestEmailVerification', {}, ada.token)).result).toEqual({ done: true });
    expect((await mailsTo(ada.email)).map(({ subject }) => subject)).toEqual(['Welcome to Savepoint']);
  });

  it("link to pages of the shop with Auth's code", async () => {
    const ada = await createUser();
    await call('requestPasswordReset', { email: ada.email.toUpperCase() });
    await call('requestEmailVerification', {}, ada.token);
    await eventually('both have arrived', async () => (await mailsTo(ada.email)).length === 2);
    const texts = (await mailsTo(ada.email)).map(({ text }) => text);
    const link = (mode: string) =>
      new RegExp(`${process.env.SAVEPOINT_SHOP_URL}/auth/action\\?mode=${mode}&oobCode=\\S+`);
    for (const mode of ['resetPassword', 'verifyEmail'])
      expect(texts.filter((text) => link(mode).test(text))).toHaveLength(1);
  });

  it('are limited per account if they verify an address', async () => {
    const { token } = await createUser();
    const statuses: string[] = [];
    for (let count = 0; count < 4; count += 1)
      statuses.push((await call('requestEmailVerification', {}, token)).error?.status ?? 'OK');
    expect(statuses).toEqual(['OK', 'OK', 'OK', 'RESOURCE_EXHAUSTED']);
  });
});

describe('the newsletter', { timeout: 60_000 }, () => {
  it('does not list an entered address, and emails it one request, however often it is entered', async () => {
    const email = newAddress();
    const calls = Array.from({ length: 4 }, () =>
      call('subscribeNewsletter', { email: email.toUpperCase() }),
    );
    for (const { result } of await Promise.all(calls)) expect(result).toEqual({ done: true });
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(['Confirm your subscription']);
    expect(await isListed(email)).toBe(false);
  });

  it('lists an address once its link is confirmed, without the unsubscribe token, and emails it once how to unsubscribe', async () => {
    const email = newAddress();
    await call('subscribeNewsletter', { email });
    const token = await confirmationOf(email);
    for (let count = 0; count < 2; count += 1)
      expect((await call('confirmSubscription', { token })).result).toEqual({ done: true });
    await call('subscribeNewsletter', { email });
    expect((await mailsTo(email)).map(({ subject }) => subject).sort()).toEqual([
      'Confirm your subscription',
      'You are on the list',
    ]);
    const { docs } = await db().collection('newsletter').where('email', '==', email).get();
    expect(docs.map((subscriber) => Object.keys(subscriber.data()).sort())).toEqual([['createdAt', 'email']]);
  });

  it('rejects a link that is unknown or older than a week', async () => {
    const email = newAddress();
    await call('subscribeNewsletter', { email });
    const token = await confirmationOf(email);
    const { docs } = await db().collection('newsletterRequests').where('email', '==', email).get();
    await docs[0]?.ref.update({ expireAt: new Date(Date.now() - 1) });
    for (const old of [token, 'x'.repeat(43)])
      expect((await call('confirmSubscription', { token: old })).error.status).toBe('NOT_FOUND');
    expect(await isListed(email)).toBe(false);
  });

  it('ends with the token of its email, by callable or by POST, but not by GET, HEAD or another token', async () => {
    for (const way of ['callable', 'POST'] as const) {
      const email = newAddress();
      await subscribe(email);
      const mail = (await mailsTo(email)).find(({ subject }) => subject === 'You are on the list');
      const header = /^<(.+)>$/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? '';
      expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
      const { search, searchParams } = new URL(header);
      const url = `${functionUrl('unsubscribeOneClick')}${search}`;
      for (const method of ['GET', 'HEAD']) {
        const response = await fetch(url, { method, redirect: 'manual' });
        expect([response.status, response.headers.get('location')]).toEqual([
          303,
          `${process.env.SAVEPOINT_SHOP_URL}/unsubscribe${search}`,
        ]);
      }
      const unknown = { list: 'newsletter', token: 'x'.repeat(43) };
      expect((await call('unsubscribe', unknown)).result).toEqual({ done: true });
      expect(await isListed(email)).toBe(true);
      if (way === 'POST') {
        const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
        expect((await fetch(url, { method: 'POST', body })).status).toBe(200);
      } else {
        const request = { list: searchParams.get('list'), token: searchParams.get('token') };
        expect((await call('unsubscribe', request)).result).toEqual({ done: true });
      }
      expect(await isListed(email)).toBe(false);
    }
  });

  it.each(['', '?list=newsletter', '?list=newsletter&token=short', `?list=all&token=${'x'.repeat(43)}`])(
    'responds with 400 to a one-click URL with the query %j',
    async (query) => {
      const response = await fetch(functionUrl('unsubscribeOneClick') + query, { method: 'POST' });
      expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('whole link')]);
    },
  );
});

describe('the email preferences', { timeout: 60_000 }, () => {
  it('reveal nothing about an unverified address, and do not change it', async () => {
    const ada = await createUser();
    await subscribe(ada.email);
    const read = await call<Preferences>('readMailPreferences', {}, ada.token);
    expect(read.result).toMatchObject({ isVerified: false, newsletter: false });
    const { error } = await call('saveMailPreferences', { newsletter: false }, ada.token);
    expect([error.status, error.message]).toEqual([
      'FAILED_PRECONDITION',
      expect.stringContaining('confirm'),
    ]);
    expect(await isListed(ada.email)).toBe(true);
  });

  it('subscribe a verified address to the newsletter and unsubscribe it again', async () => {
    const ada = await createVerifiedUser();
    for (const newsletter of [true, true, false, false]) {
      expect((await call('saveMailPreferences', { newsletter }, ada.token)).result).toEqual({ done: true });
      const read = await call<Preferences>('readMailPreferences', {}, ada.token);
      expect(read.result).toMatchObject({ isVerified: true, newsletter });
    }
    expect(await mailsTo(ada.email)).toHaveLength(1);
  });
});
