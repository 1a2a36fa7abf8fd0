// The sessions of accounts: when they began (auth_time), and what ends them (validSince).
import { deleteApp as deleteClientApp, initializeApp as initializeClientApp } from 'firebase/app';
import {
  type Auth,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  initializeAuth,
  inMemoryPersistence,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  type User,
  updatePassword,
} from 'firebase/auth';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Auth as AdminAuth, getAuth } from 'firebase-admin/auth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AuthEmulator, startAuthEmulator } from './auth-emulator.ts';

const PROJECT = 'demo-sessions';
const EMAIL = 'ada@example.com';
const PASSWORD = 'correct horse';

let emulator: AuthEmulator;
let admin: AdminAuth;
let devices: Auth[];

beforeAll(async () => {
  emulator = await startAuthEmulator(PROJECT);
  process.env.FIREBASE_AUTH_EMULATOR_HOST = new URL(emulator.url).host;
  admin = getAuth(initializeApp({ projectId: PROJECT }, 'sessions'));
});
afterAll(async () => {
  delete process.env.FIREBASE_AUTH_EMULATOR_HOST;
  await deleteApp(admin.app);
  await emulator?.stop();
});

/** The emulator, the SDKs and the test share a clock, which stands still unless a test moves it. */
let now: number;
const pass = (seconds: number) => {
  now += seconds * 1000;
  vi.setSystemTime(now);
};

beforeEach(async () => {
  now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now });
  const accounts = `${emulator.url}/emulator/v1/projects/${PROJECT}/accounts`;
  await fetch(accounts, { method: 'DELETE', headers: { authorization: 'Bearer owner' } });
  devices = ['phone', 'laptop'].map((name) => {
    const app = initializeClientApp({ projectId: PROJECT, apiKey: 'key' }, name);
    const auth = initializeAuth(app, { persistence: inMemoryPersistence });
    connectAuthEmulator(auth, emulator.url, { disableWarnings: true });
    return auth;
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(devices.map((auth) => deleteClientApp(auth.app)));
});

const [phone, laptop] = [0, 1].map((index) => () => devices[index] as Auth) as [() => Auth, () => Auth];
const signUp = async () => (await createUserWithEmailAndPassword(phone(), EMAIL, PASSWORD)).user;
const signIn = async (auth: Auth) => (await signInWithEmailAndPassword(auth, EMAIL, PASSWORD)).user;
const codeOf = (operation: Promise<unknown>): Promise<unknown> =>
  operation.then(
    () => 'valid',
    (error: { code: unknown }) => error.code,
  );
const refresh = (user: User) => codeOf(user.getIdToken(true));
const verify = async (user: User) => codeOf(admin.verifyIdToken(await user.getIdToken(), true));
const authTimeOf = async (user: User) => {
  const { claims } = await user.getIdTokenResult();
  return Number(claims.auth_time) - Math.floor(now / 1000);
};
const call = async (method: string, body: object, headers: Record<string, string> = {}) => {
  const url = `${emulator.url}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=key`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Record<string, string>;
};
const signInWithGoogle = (identity: object) =>
  call('signInWithIdp', {
    requestUri: 'http://localhost',
    postBody: new URLSearchParams({
      providerId: 'google.com',
      id_token: JSON.stringify(identity),
    }).toString(),
    returnSecureToken: true,
  });
/** The code of an email that the emulator has sent. */
const sendCode = async (body: object) => {
  const owner = { authorization: 'Bearer owner' };
  return (await call('sendOobCode', { ...body, returnOobLink: true, targetProjectId: PROJECT }, owner))
    .oobCode;
};

describe('A session', () => {
  it.each([
    ['another password', (uid: string) => admin.updateUser(uid, { password: 'another horse' })],
    ['another email', (uid: string) => admin.updateUser(uid, { email: 'new@example.com' })],
    ['a revocation', (uid: string) => admin.revokeRefreshTokens(uid)],
    [
      'a reset of the password',
      async () => {
        const oobCode = await sendCode({ requestType: 'PASSWORD_RESET', email: EMAIL });
        return call('resetPassword', { oobCode, newPassword: 'another horse' });
      },
    ],
    [
      'a change of the email by a link',
      async () => {
        const newEmail = 'new@example.com';
        const oobCode = await sendCode({ requestType: 'VERIFY_AND_CHANGE_EMAIL', email: EMAIL, newEmail });
        return call('update', { oobCode });
      },
    ],
    [
      "a sign-in of the email's owner with Google, where nobody had verified it",
      () => signInWithGoogle({ sub: '1', email: EMAIL, email_verified: true }),
    ],
  ])('it ends with %s, at once and later', async (_, change) => {
    const user = await signUp();
    expect(await refresh(user)).toBe('valid');
    await change(user.uid);
    expect(await refresh(user)).toBe('auth/user-token-expired');
    pass(10);
    expect(await refresh(user)).toBe('auth/user-token-expired');
  });

  it('a change of the password on one device ends it on the others', async () => {
    const user = await signUp();
    const other = await signIn(laptop());
    pass(2);
    await updatePassword(user, 'another horse');
    expect([await refresh(other), await refresh(user), await verify(user)]).toEqual([
      'auth/user-token-expired',
      'valid',
      'valid',
    ]);
  });

  it('a change of another account does not affect it', async () => {
    const user = await signUp();
    const { uid } = await admin.createUser({ email: 'bob@example.com' });
    await admin.updateUser(uid, { password: 'another horse' });
    await admin.updateUser(user.uid, { displayName: 'Ada', emailVerified: true, disabled: false });
    expect(await refresh(user)).toBe('valid');
  });

  it('it ends when the account is disabled', async () => {
    const user = await signUp();
    await admin.updateUser(user.uid, { disabled: true, password: 'another horse' });
    expect(await refresh(user)).toBe('auth/user-disabled');
  });

  it('a new sign-in after its end begins another session', async () => {
    const user = await signUp();
    await admin.revokeRefreshTokens(user.uid);
    expect(await verify(await signIn(laptop()))).toBe('valid');
    expect([await refresh(await signIn(phone())), await refresh(user)]).toEqual([
      'valid',
      'auth/user-token-expired',
    ]);
  });
});

it('A session ends when the change of the email is reverted by a link', async () => {
  const { idToken } = await call('signUp', { email: EMAIL, password: PASSWORD, returnSecureToken: true });
  await call('update', { idToken, email: 'new@example.com', returnSecureToken: true });
  await signInWithEmailAndPassword(phone(), 'new@example.com', PASSWORD);
  const { oobCodes } = (await (
    await fetch(`${emulator.url}/emulator/v1/projects/${PROJECT}/oobCodes`)
  ).json()) as {
    oobCodes: { requestType: string; oobCode: string }[];
  };
  await call('update', {
    oobCode: oobCodes.findLast(({ requestType }) => requestType === 'RECOVER_EMAIL')?.oobCode,
  });
  expect(await refresh(phone().currentUser as User)).toBe('auth/user-token-expired');
});

describe('The tokens of an account that has just changed its own', () => {
  it.each([{ email: 'new@example.com' }, { password: 'another horse' }])('%j are valid', async (change) => {
    const { idToken } = await call('signUp', { email: EMAIL, password: PASSWORD, returnSecureToken: true });
    pass(2);
    const changed = await call('update', { idToken, ...change, returnSecureToken: true });
    expect(await codeOf(admin.verifyIdToken(changed.idToken as string, true))).toBe('valid');
    expect(await codeOf(admin.verifyIdToken(idToken as string, true))).toBe('auth/id-token-revoked');
  });

  it('those of an anonymous account that is upgraded with an email and a password are valid', async () => {
    const { idToken } = await call('signUp', { returnSecureToken: true });
    pass(2);
    const linked = await call('signUp', {
      idToken,
      email: EMAIL,
      password: PASSWORD,
      returnSecureToken: true,
    });
    expect(await codeOf(admin.verifyIdToken(linked.idToken as string, true))).toBe('valid');
  });
});

describe('auth_time is that of the sign-in', () => {
  const withLink = async (auth: Auth) => {
    const oobCode = await sendCode({ requestType: 'EMAIL_SIGNIN', email: EMAIL });
    const link = `http://localhost/?mode=signIn&oobCode=${oobCode}&apiKey=key`;
    return (await signInWithEmailLink(auth, EMAIL, link)).user;
  };
  const withCustomToken = async (auth: Auth, uid: string) =>
    (await signInWithCustomToken(auth, await admin.createCustomToken(uid))).user;

  it.each([
    ['with a password', signIn],
    ['with a link', withLink],
    ['with a custom token', withCustomToken],
  ])('%s, also after refreshes and after a sign-in elsewhere', async (_, signInAgain) => {
    const { uid } = await signUp();
    pass(100);
    const user = await signInAgain(phone(), uid);
    expect(await authTimeOf(user)).toBe(0);
    pass(50);
    const other = await signInAgain(laptop(), uid);
    await user.getIdToken(true);
    pass(5);
    await user.getIdToken(true);
    expect([await authTimeOf(user), await authTimeOf(other)]).toEqual([-55, -5]);
  });

  it('an operation other than a sign-in, such as adding a second factor, keeps it', async () => {
    const url = `${emulator.url}/identitytoolkit.googleapis.com/v2`;
    const owner = { authorization: 'Bearer owner', 'content-type': 'application/json' };
    const mfa = { state: 'ENABLED', enabledProviders: ['PHONE_SMS'] };
    await fetch(`${url}/projects/${PROJECT}/config?updateMask=mfa`, {
      method: 'PATCH',
      headers: owner,
      body: JSON.stringify({ mfa }),
    });
    const enroll = async (step: string, body: object) =>
      (await (
        await fetch(`${url}/accounts/mfaEnrollment:${step}?key=key`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).json()) as Record<string, never>;
    const { uid } = await signUp();
    await admin.updateUser(uid, { emailVerified: true });
    pass(60);
    const user = await signIn(phone());
    pass(30);
    await signIn(laptop());
    pass(30);
    const idToken = await user.getIdToken();
    const phoneNumber = '+15555550100';
    const { phoneSessionInfo } = await enroll('start', { idToken, phoneEnrollmentInfo: { phoneNumber } });
    const { sessionInfo } = phoneSessionInfo as unknown as { sessionInfo: string };
    const codes = (await (
      await fetch(`${emulator.url}/emulator/v1/projects/${PROJECT}/verificationCodes`)
    ).json()) as { verificationCodes: { sessionInfo: string; code: string }[] };
    const { code } = codes.verificationCodes.find((each) => each.sessionInfo === sessionInfo) ?? {};
    const enrolled = await enroll('finalize', { idToken, phoneVerificationInfo: { sessionInfo, code } });
    const { auth_time: authTime } = await admin.verifyIdToken(enrolled.idToken as unknown as string);
    expect(authTime - Math.floor(now / 1000)).toBe(-60);
  });
});
