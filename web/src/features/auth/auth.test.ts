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
vi.mock('../../firebase/sdk.ts', () => ({ loadAuth: async () => ({ auth, sdk }) }));
const cloud = vi.hoisted(() => ({ sent: [] as { op: string; data?: Record<string, unknown> }[] }));
vi.mock('../../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async (request: { op: string; data?: Record<string, unknown> }) => {
    cloud.sent.push(request);
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

function shop() {
  const store = configureStore({
    reducer: { shopApi: shopApi.reducer, auth: authSlice.reducer, session: sessionSlice.reducer },
    middleware: (defaults) => defaults().concat(shopApi.middleware),
  });
  return { store, dispatch: store.dispatch as (action: never) => unknown };
}

beforeEach(() => {
  vi.clearAllMocks();
  cloud.sent.length = 0;
});

describe('identity', () => {
  test('signs up, then names the user, then creates the record, then starts the session', async () => {
    const { store, dispatch } = shop();
    sdk.createUserWithEmailAndPassword.mockResolvedValue({ user });
    await signUp(dispatch, { email: 'a@example.com', password: 'secret', displayName: 'Ada' });
    expect(sdk.updateProfile).toHaveBeenCalledWith(user, { displayName: 'Ada' });
    expect(cloud.sent.map(({ op }) => op)).toEqual(['get', 'set']);
    expect(cloud.sent[1]?.data).toMatchObject({
      uid: 'u1',
      email: 'a@example.com',
      displayName: 'Ada',
      cart: [],
      orders: [],
      wishlist: [],
    });
    expect(store.getState().session).toMatchObject({
      status: 'signed-in',
      user: { uid: 'u1', isAdmin: true },
    });
  });

  test('a refusal is stored as a message and thrown on', async () => {
    const { store, dispatch } = shop();
    const refusal = Object.assign(new Error('raw'), { code: 'auth/invalid-credential' });
    sdk.signInWithEmailAndPassword.mockRejectedValue(refusal);
    await expect(signIn(dispatch, { email: 'a', password: 'b' })).rejects.toBe(refusal);
    expect(selectAuthError(store.getState())).toBe(authMessage(refusal));
    expect(selectAuthError(store.getState())).toContain('Email or password is wrong');
  });

  test("a profile update without a user fails with 'No user logged in'", async () => {
    const { store, dispatch } = shop();
    await expect(updateProfile(dispatch, { displayName: 'Ada' })).rejects.toThrow('No user logged in');
    expect(selectAuthError(store.getState())).toBe('No user logged in');
  });

  test('a failing sign-out is logged only', async () => {
    const { store, dispatch } = shop();
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    sdk.signOut.mockRejectedValue(new Error('offline'));
    await signOut(dispatch);
    expect(logged).toHaveBeenCalled();
    expect(selectAuthError(store.getState())).toBeNull();
  });
});

describe('what the SDK persisted', () => {
  const token = (claims: object) => `h.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.s`;

  test('becomes a session user with its claims', () => {
    const stsTokenManager = { accessToken: token({ admin: true }) };
    expect(toSessionUser({ uid: 'u1', email: 'a@b.c', displayName: 'Ada', stsTokenManager })).toEqual({
      uid: 'u1',
      email: 'a@b.c',
      displayName: 'Ada',
      isAdmin: true,
    });
  });

  test.each([[undefined], [{}], [{ uid: 7 }]])('%j is nobody', (persisted) => {
    expect(toSessionUser(persisted)).toBeUndefined();
  });

  test.each([['nonsense'], [undefined], ['a.%%%.c']])('a broken token %j has no claims', (broken) => {
    expect(claimsOf(broken)).toEqual({});
  });
});
