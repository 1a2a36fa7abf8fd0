// A changed address of an account: the link that changes it, and the shop's data that follows.
import { randomUUID } from 'node:crypto';
import { getAuth } from 'firebase-admin/auth';
import { describe, expect, it } from 'vitest';
import { ADDRESS_LIMIT } from '../../functions/src/mail/queue-email.ts';
import { listScheduledFunctions } from '../../packages/stack/src/emulators/scheduler.ts';
import {
  call,
  createProduct,
  createUser,
  db,
  eventually,
  orderRequest,
  PROJECT,
  signInAgain,
  type TestUser,
  verifyAddress,
} from './stack.ts';

const LINK = 'Confirm your new email address';
const TAKEN = 'This address already has an account';
const NOTICE = 'Your email address has changed';

const newAddress = () => `${randomUUID()}@example.com`;
const mailsTo = async (email: string) =>
  (await db().collection('mail').where('to', 'array-contains', email).get()).docs.map((mail) => ({
    subject: String(mail.get('message.subject')),
    text: String(mail.get('message.text')),
  }));
const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject).sort();
const request = (email: string, { token }: Pick<TestUser, 'token'>) =>
  call('requestEmailChange', { email }, token);

/** The REST API of Auth, as the SDK of a browser calls it. */
async function callAuth(method: string, body: object, more: object = {}): Promise<Record<string, unknown>> {
  const url = `http://${process.env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=any`;
  const headers = { 'content-type': 'application/json', ...more };
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

/** Follows the link emailed to the address. */
async function followLink(email: string): Promise<void> {
  await eventually(`${email} has the link`, async () => (await subjectsTo(email)).includes(LINK));
  const text = (await mailsTo(email)).find(({ subject }) => subject === LINK)?.text ?? '';
  const url = new RegExp(
    `${process.env.SAVEPOINT_SHOP_URL}/auth/action\\?mode=verifyAndChangeEmail&oobCode=(\\S+)`,
  );
  const oobCode = url.exec(text)?.[1];
  expect((await callAuth('update', { oobCode })).email).toBe(email);
}

/** The user with their new address, after a new sign-in. */
async function changeAddress(user: TestUser, email: string): Promise<TestUser> {
  expect((await request(email, user)).error).toBeUndefined();
  await followLink(email);
  return signInAgain({ ...user, email });
}

/** An ID token of a session that began earlier. The emulator's tokens have no signature. */
async function aged({ uid, token }: TestUser, seconds: number): Promise<string> {
  // Auth rejects sessions from before the account was created.
  await callAuth('update', { localId: uid, validSince: '1' }, { authorization: 'Bearer owner' });
  const [header, payload = '', signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const older = { ...claims, auth_time: claims.auth_time - seconds };
  return [header, Buffer.from(JSON.stringify(older)).toString('base64url'), signature].join('.');
}

describe('requestEmailChange', { timeout: 60_000 }, () => {
  it('emails the new address a link, and changes nothing before it is followed', async () => {
    const [ada, email] = [await createUser(), newAddress()];
    expect((await request(email.toUpperCase(), ada)).result).toEqual({ done: true });
    await eventually('the link has arrived', async () => (await subjectsTo(email)).length === 1);
    expect((await getAuth().getUser(ada.uid)).email).toBe(ada.email);
    await call('propagateEmailChange', {}, ada.token);
    expect(await subjectsTo(ada.email)).toEqual([]);
  });

  it('responds the same for an address with an account, and notifies that address by email', async () => {
    const [ada, bob] = [await createUser(), await createUser()];
    expect((await request(bob.email, ada)).result).toEqual({ done: true });
    await eventually('the email has arrived', async () => (await subjectsTo(bob.email)).length === 1);
    expect(await subjectsTo(bob.email)).toEqual([TAKEN]);
    expect((await mailsTo(bob.email))[0]?.text).not.toContain('/auth/action');
  });

  it('rejects a sign-in older than five minutes with the field password, and a guest', async () => {
    const ada = await createUser();
    const { error } = await request(newAddress(), { token: await aged(ada, 301) });
    expect([error.status, error.details]).toEqual(['FAILED_PRECONDITION', { field: 'current' }]);
    expect((await request(newAddress(), { token: await aged(ada, 200) })).error).toBeUndefined();
    const guest = await call('requestEmailChange', { email: newAddress() });
    expect(guest.error.status).toBe('UNAUTHENTICATED');
  });

  it.each(['nobody', 'a@b', `${'x'.repeat(250)}@example.com`, 'a b@example.com', 5])(
    'refuses %j by the name of the field',
    async (email) => {
      const { error } = await call('requestEmailChange', { email }, (await createUser()).token);
      expect([error.status, error.details?.field]).toEqual(['INVALID_ARGUMENT', 'email']);
    },
  );

  it("rejects the account's own address, in any case", async () => {
    const ada = await createUser();
    const { error } = await request(ada.email.toUpperCase(), ada);
    expect([error.status, error.details]).toEqual(['INVALID_ARGUMENT', { field: 'email' }]);
  });

  it("rejects an account with its provider's address", async () => {
    const identity = { sub: randomUUID(), email: newAddress(), email_verified: true };
    const { idToken } = await callAuth('signInWithIdp', {
      requestUri: 'http://localhost',
      postBody: new URLSearchParams({
        providerId: 'google.com',
        id_token: JSON.stringify(identity),
      }).toString(),
      returnSecureToken: true,
    });
    const { error } = await request(newAddress(), { token: String(idToken) });
    expect([error.status, error.message]).toEqual([
      'FAILED_PRECONDITION',
      expect.stringContaining('Change it there'),
    ]);
  });

  it('is limited per account, and per address for all accounts together', async () => {
    const ada = await createUser();
    const statuses: string[] = [];
    for (let count = 0; count < 4; count += 1)
      statuses.push((await request(newAddress(), ada)).error?.status ?? 'OK');
    expect(statuses).toEqual(['OK', 'OK', 'OK', 'RESOURCE_EXHAUSTED']);
    const victim = newAddress();
    const calls: string[] = [];
    for (let count = 0; count <= ADDRESS_LIMIT.burst; count += 1)
      calls.push((await request(victim, await createUser())).error?.status ?? 'OK');
    expect(calls).toEqual([...Array(ADDRESS_LIMIT.burst).fill('OK'), 'RESOURCE_EXHAUSTED']);
  });
});

describe('an account with another address', { timeout: 60_000 }, () => {
  it('keeps its orders, alerts, newsletter, role and record, and its former address is notified once', async () => {
    const [ada, email, productId, soldOut] = [
      await createUser(),
      newAddress(),
      await createProduct(5),
      await createProduct(0),
    ];
    await verifyAddress(ada);
    await db().doc(`users/${ada.uid}`).set({ uid: ada.uid, email: ada.email, wishlist: [] });
    await db().doc(`staff/${ada.uid}`).set({ email: ada.email, role: null, changedAt: '' });
    const placed = await call<{ orderId: string }>('createOrder', orderRequest(productId), ada.token);
    await call('requestStockAlert', { productId: soldOut, size: 'M' }, ada.token);
    await call('saveMailPreferences', { newsletter: true }, ada.token);

    const changed = await changeAddress(ada, email);
    const calls = [1, 2].map(() => call('propagateEmailChange', {}, changed.token));
    for (const { result } of await Promise.all(calls)) expect(result).toEqual({ done: true });

    const order = await db().doc(`orders/${placed.result.orderId}`).get();
    expect([order.get('email'), order.get('userId')]).toEqual([email, ada.uid]);
    expect(order.get('searchTerms')).toContain(email.slice(0, 20));
    expect(order.get('searchTerms')).not.toContain(ada.email.slice(0, 20));
    for (const path of [`users/${ada.uid}`, `staff/${ada.uid}`])
      expect((await db().doc(path).get()).get('email')).toBe(email);
    const preferences = await call('readMailPreferences', {}, changed.token);
    expect(preferences.result).toMatchObject({
      isVerified: true,
      newsletter: true,
      stockAlerts: [{ productId: soldOut }],
    });
    for (const name of ['newsletter', 'stockAlerts', 'orders', 'users', 'staff'])
      expect([name, (await db().collection(name).where('email', '==', ada.email).get()).size]).toEqual([
        name,
        0,
      ]);
    expect((await db().doc(`emailChanges/${ada.uid}`).get()).exists).toBe(false);
    const notices = (await mailsTo(ada.email)).filter(({ subject }) => subject === NOTICE);
    expect(notices).toHaveLength(1);
    expect(notices[0]?.text).not.toContain(email.slice(0, 30));
    expect(notices[0]?.text).toContain('/contact');
    // Its alert has moved to the new address: asking again adds none.
    await call('requestStockAlert', { productId: soldOut, size: 'M' }, changed.token);
    expect((await db().collection('stockAlerts').where('userId', '==', ada.uid).get()).size).toBe(1);
  });

  it('does not affect the newsletter of a former address that was never verified', async () => {
    const [stranger, email] = [await createUser(), newAddress()];
    await call('subscribeNewsletter', { email: stranger.email });
    const confirmation = (await mailsTo(stranger.email))[0]?.text ?? '';
    await call('confirmSubscription', { token: /token=([\w-]{43})/.exec(confirmation)?.[1] });
    const changed = await changeAddress(stranger, email);
    await call('propagateEmailChange', {}, changed.token);
    const listed = (address: string) => db().collection('newsletter').where('email', '==', address).get();
    expect([(await listed(stranger.email)).size, (await listed(email)).size]).toEqual([1, 0]);
    expect(await subjectsTo(stranger.email)).toContain(NOTICE);
  });

  it('has its former address again, also in the record, when the change is reverted', async () => {
    const [ada, email] = [await createUser(), newAddress()];
    await db().doc(`users/${ada.uid}`).set({ uid: ada.uid, email: ada.email });
    // Auth emails the former address a code when a client changes the address itself.
    await callAuth('update', { idToken: ada.token, email });
    const changed = await signInAgain({ ...ada, email });
    await call('propagateEmailChange', {}, changed.token);
    const record = async () => (await db().doc(`users/${ada.uid}`).get()).get('email');
    expect(await record()).toBe(email);
    const emulator = `http://${process.env.FIREBASE_AUTH_EMULATOR_HOST}/emulator/v1/projects/${PROJECT}/oobCodes`;
    const { oobCodes } = await (await fetch(emulator)).json();
    const { oobCode } = oobCodes.findLast((code: { email: string }) => code.email === ada.email);
    // The page of the link reads the code, then applies it.
    expect(await callAuth('resetPassword', { oobCode })).toMatchObject({ email: ada.email });
    await callAuth('update', { oobCode });
    await call('propagateEmailChange', {}, (await signInAgain(ada)).token);
    expect(await record()).toBe(ada.email);
  });

  it('notifies its former address even if nobody opens the shop with it again, and cannot block another change', async () => {
    const [ada, email] = [await createUser(), newAddress()];
    // The first by its id, with an order that has no address.
    const uid = `0-${randomUUID()}`;
    await getAuth().createUser({ uid, email: newAddress() });
    await db().doc(`emailChanges/${uid}`).set({ from: newAddress(), isVerified: false });
    await db().doc(`orders/${uid}`).set({ userId: uid });
    await request(email, ada);
    await followLink(email);
    const { port } = new URL(process.env.SAVEPOINT_FUNCTIONS_URL ?? '');
    const schedules = await listScheduledFunctions({ port: Number(port), projectId: PROJECT });
    await schedules.find(({ name }) => name === 'propagateEmailChanges')?.run(new Date());
    await eventually('it is told', async () => (await subjectsTo(ada.email)).includes(NOTICE));
  });

  it('notifies its former address even if it requests the next change at once', async () => {
    const [ada, second, third] = [await createUser(), newAddress(), newAddress()];
    const changed = await changeAddress(ada, second);
    await request(third, changed);
    await eventually('the former address is told', async () =>
      (await subjectsTo(ada.email)).includes(NOTICE),
    );
  });
});
