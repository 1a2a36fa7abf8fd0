// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { shopApi } from '../../api/shop-api.ts';
import { toastSlice } from '../../lib/toast-slice.ts';
import { sessionSlice } from '../../session/session-slice.ts';
import { authMessage } from './auth-messages.ts';
import { authSlice, selectAuthError } from './auth-slice.ts';
import { refreshSession, requestEmailChange, signIn, signOut, signUp, updateProfile } from './identity.ts';
import { claimsOf, toSessionUser } from './persisted-user.ts';

/** The SDK is followed once, by the first test that signs in. */
const observers = vi.hoisted(() => [] as ((user: null) => void)[]);
const sdk = vi.hoisted(() => ({
  createUserWithEmailAndPassword: vi.fn(),
  signInWithEmailAndPassword: vi.fn(),
  updateProfile: vi.fn(),
  signOut: vi.fn(),
  onIdTokenChanged: (_auth: unknown, observer: (user: null) => void) => void observers.push(observer),
  reauthenticateWithCredential: vi.fn(),
  EmailAuthProvider: { credential: (email: string, password: string) => ({ email, password }) },
}));
const auth = vi.hoisted(() => ({ currentUser: null as object | null, authStateReady: async () => {} }));
vi.mock('../../firebase/sdk-client.ts', () => ({ subscribeToDocument: async () => () => {} }));
vi.mock('../../firebase/sdk.ts', () => ({ loadAuth: async () => ({ auth, sdk }) }));
interface SentRequest {
  readonly op: string;
  readonly name?: string;
  readonly data?: Record<string, unknown>;
}
const backend = vi.hoisted(() => ({ requests: [] as SentRequest[], record: null as object | null }));
vi.mock('../../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async (request: SentRequest) => {
    backend.requests.push(request);
    return { data: request.op === 'get' ? backend.record : null };
  },
}));

const user = {
  uid: 'u1',
  email: 'a@example.com',
  displayName: 'Ada',
  photoURL: null,
  getIdTokenResult: async () => ({ claims: { admin: true } }),
};

function createTestStore() {
  const store = configureStore({
    reducer: {
      shopApi: shopApi.reducer,
      auth: authSlice.reducer,
      session: sessionSlice.reducer,
      toasts: toastSlice.reducer,
    },
    middleware: (defaults) => defaults().concat(shopApi.middleware),
  });
  return { store, dispatch: store.dispatch };
}

beforeEach(() => {
  vi.clearAllMocks();
  backend.requests.length = 0;
  backend.record = null;
  auth.currentUser = null;
});

describe('the auth operations', () => {
  test('signUp sets the display name, creates the user record and starts the session, in this order', async () => {
    const { store, dispatch } = createTestStore();
    sdk.createUserWithEmailAndPassword.mockResolvedValue({ user });
    await signUp(dispatch, { email: 'a@example.com', password: 'secret', displayName: 'Ada' });
    expect(sdk.updateProfile).toHaveBeenCalledWith(user, { displayName: 'Ada' });
    expect(backend.requests.map(({ op }) => op)).toEqual(['get', 'set']);
    expect(backend.requests[1]?.data).toMatchObject({
      uid: 'u1',
      email: 'a@example.com',
      displayName: 'Ada',
      cart: [],
      orders: [],
      wishlist: [],
    });
    expect(store.getState().session).toMatchObject({
      status: 'signed-in',
      user: { uid: 'u1', role: 'owner' },
    });
  });

  test('signIn stores the message of an Auth error and rethrows the error', async () => {
    const { store, dispatch } = createTestStore();
    const authError = Object.assign(new Error('raw'), { code: 'auth/invalid-credential' });
    sdk.signInWithEmailAndPassword.mockRejectedValue(authError);
    await expect(signIn(dispatch, { email: 'a', password: 'b' })).rejects.toBe(authError);
    expect(selectAuthError(store.getState())).toBe(authMessage(authError));
    expect(selectAuthError(store.getState())).toContain('email or password is wrong');
  });

  test('signIn reports the changed address of an account to the shop', async () => {
    sdk.signInWithEmailAndPassword.mockResolvedValue({ user });
    for (const email of ['A@example.com', 'former@example.com']) {
      backend.record = { uid: 'u1', email };
      await signIn(createTestStore().dispatch, { email: user.email, password: 'secret' });
    }
    expect(backend.requests.flatMap(({ name }) => name ?? [])).toEqual(['propagateEmailChange']);
  });

  test.each(['the account of this session', 'another account'])(
    'refreshSession ends a session without a message, if the link has changed %s',
    async (changed) => {
      const { store, dispatch } = createTestStore();
      sdk.signInWithEmailAndPassword.mockResolvedValue({ user });
      await signIn(dispatch, { email: user.email, password: 'secret' });
      await vi.waitFor(() => expect(observers).toHaveLength(1));
      const expire = async () => {
        auth.currentUser = null;
        // Like the SDK: observers are called before the promise rejects.
        observers[0]?.(null);
        throw new Error('auth/user-token-expired');
      };
      const isOwn = changed === 'the account of this session';
      auth.currentUser = { ...user, getIdToken: isOwn ? expire : async () => 'token' };
      await refreshSession(dispatch);
      expect(store.getState().session.status).toBe(isOwn ? 'signed-out' : 'signed-in');
      expect(store.getState().toasts).toEqual(toastSlice.getInitialState());
    },
  );

  test('requestEmailChange calls the shop only after the current password was right', async () => {
    auth.currentUser = user;
    const { dispatch } = createTestStore();
    const request = { email: 'new@example.com', current: 'secret' };
    const wrong = Object.assign(new Error('raw'), { code: 'auth/wrong-password' });
    sdk.reauthenticateWithCredential.mockRejectedValueOnce(wrong);
    await expect(requestEmailChange(dispatch, request)).rejects.toBe(wrong);
    expect(backend.requests).toEqual([]);
    await requestEmailChange(dispatch, request);
    const credential = { email: user.email, password: 'secret' };
    expect(sdk.reauthenticateWithCredential).toHaveBeenLastCalledWith(user, credential);
    expect(backend.requests).toEqual([
      { op: 'call', name: 'requestEmailChange', data: { email: 'new@example.com' } },
    ]);
  });

  test("updateProfile fails with 'No user logged in' while signed out", async () => {
    const { store, dispatch } = createTestStore();
    await expect(updateProfile(dispatch, { displayName: 'Ada' })).rejects.toThrow('No user logged in');
    expect(selectAuthError(store.getState())).toBe('No user logged in');
  });

  test('signOut only logs a failure', async () => {
    const { store, dispatch } = createTestStore();
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    sdk.signOut.mockRejectedValue(new Error('offline'));
    await signOut(dispatch);
    expect(logged).toHaveBeenCalled();
    expect(selectAuthError(store.getState())).toBeNull();
  });
});

describe('the persisted user of the Auth SDK', () => {
  const token = (claims: object) => `h.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.s`;

  test('becomes a session user with the claims of its token', () => {
    const stsTokenManager = { accessToken: token({ admin: true }) };
    expect(toSessionUser({ uid: 'u1', email: 'a@b.c', displayName: 'Ada', stsTokenManager })).toEqual({
      uid: 'u1',
      email: 'a@b.c',
      displayName: 'Ada',
      role: 'owner',
    });
  });

  test.each([
    [[{ providerId: 'google.com' }], 'google.com'],
    [[{ providerId: 'google.com' }, { providerId: 'password' }], undefined],
    [[], undefined],
    ['nonsense', undefined],
    [[null], undefined],
  ])('has its address with the providers %j from %s', (providerData, emailProvider) => {
    const record = { uid: 'u1', providerData, stsTokenManager: { accessToken: token({}) } };
    expect(toSessionUser(record)?.emailProvider).toBe(emailProvider);
  });

  test.each([[undefined], [{}], [{ uid: 7 }]])('is ignored when it is %j', (persisted) => {
    expect(toSessionUser(persisted)).toBeUndefined();
  });

  test.each([['nonsense'], [undefined], ['a.%%%.c']])('has no claims when its token is %j', (broken) => {
    expect(claimsOf(broken)).toEqual({});
  });
});
