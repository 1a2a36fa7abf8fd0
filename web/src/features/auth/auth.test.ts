// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { shopApi } from '../../api/shop-api.ts';
import { sessionSlice } from '../../session/session-slice.ts';
import { authMessage } from './auth-messages.ts';
import { authSlice, selectAuthError } from './auth-slice.ts';
import { signIn, signOut, signUp, updateProfile } from './identity.ts';
import { claimsOf, toSessionUser } from './persisted-user.ts';

const sdk = vi.hoisted(() => ({
  createUserWithEmailAndPassword: vi.fn(),
  signInWithEmailAndPassword: vi.fn(),
  updateProfile: vi.fn(),
  signOut: vi.fn(),
  onIdTokenChanged: vi.fn(),
}));
const auth = vi.hoisted(() => ({ currentUser: null, authStateReady: async () => {} }));
vi.mock('../../firebase/sdk-client.ts', () => ({ subscribeToDocument: async () => () => {} }));
vi.mock('../../firebase/sdk.ts', () => ({ loadAuth: async () => ({ auth, sdk }) }));
const backend = vi.hoisted(() => ({ requests: [] as { op: string; data?: Record<string, unknown> }[] }));
vi.mock('../../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async (request: { op: string; data?: Record<string, unknown> }) => {
    backend.requests.push(request);
    return { data: null };
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
    reducer: { shopApi: shopApi.reducer, auth: authSlice.reducer, session: sessionSlice.reducer },
    middleware: (defaults) => defaults().concat(shopApi.middleware),
  });
  return { store, dispatch: store.dispatch };
}

beforeEach(() => {
  vi.clearAllMocks();
  backend.requests.length = 0;
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

  test.each([[undefined], [{}], [{ uid: 7 }]])('is ignored when it is %j', (persisted) => {
    expect(toSessionUser(persisted)).toBeUndefined();
  });

  test.each([['nonsense'], [undefined], ['a.%%%.c']])('has no claims when its token is %j', (broken) => {
    expect(claimsOf(broken)).toEqual({});
  });
});
