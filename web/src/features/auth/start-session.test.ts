// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PersistedSession } from './persisted-user.ts';

const mocks = vi.hoisted(() => ({ readPersistedSession: vi.fn(), loadAuth: vi.fn() }));
vi.mock('./persisted-user.ts', () => ({ readPersistedSession: mocks.readPersistedSession }));
vi.mock('../../firebase/sdk.ts', () => ({ loadAuth: mocks.loadAuth }));
vi.mock('../../api/firestore-base-query.ts', () => ({ firestoreBaseQuery: async () => ({ data: {} }) }));

const ADA = { uid: 'u1', email: 'ada@example.com', displayName: 'Ada' };
const SDK_ADA = { ...ADA, photoURL: null, getIdTokenResult: async () => ({ claims: { admin: true } }) };

/** Makes the SDK load and report this user, or null for nobody. */
function sdkReports(user: unknown): void {
  const onIdTokenChanged = (_auth: unknown, listener: (user: unknown) => void) =>
    queueMicrotask(() => listener(user));
  mocks.loadAuth.mockResolvedValue({ auth: {}, sdk: { onIdTokenChanged } });
}

/** The session right after it has been restored. */
async function restore(persisted: PersistedSession) {
  mocks.readPersistedSession.mockResolvedValue(persisted);
  const [{ startSession }, { sessionSlice }, { shopApi }] = await Promise.all([
    import('./start-session.ts'),
    import('../../session/session-slice.ts'),
    import('../../api/shop-api.ts'),
  ]);
  const store = configureStore({
    reducer: { session: sessionSlice.reducer, shopApi: shopApi.reducer },
    middleware: (defaults) => defaults().concat(shopApi.middleware),
  });
  await startSession(store.dispatch);
  return store.getState().session;
}

beforeEach(() => {
  // identity.ts follows the SDK once per page.
  vi.resetModules();
  vi.resetAllMocks();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

describe('startSession', () => {
  it('starts the session of the persisted user without waiting for the SDK', async () => {
    mocks.loadAuth.mockReturnValue(new Promise(() => {}));
    expect(await restore({ status: 'signed-in', user: ADA })).toEqual({ status: 'signed-in', user: ADA });
    await vi.waitFor(() => expect(mocks.loadAuth).toHaveBeenCalled());
  });

  it('does not load the SDK when nobody is signed in', async () => {
    expect(await restore({ status: 'signed-out' })).toEqual({ status: 'signed-out' });
    expect(mocks.loadAuth).not.toHaveBeenCalled();
  });

  it('starts the session of the user that the SDK reports when storage leaves it unknown', async () => {
    sdkReports(SDK_ADA);
    expect(await restore({ status: 'unknown' })).toEqual({
      status: 'signed-in',
      user: { ...ADA, role: 'owner' },
    });
  });

  it('ends the session when storage leaves it unknown and the SDK reports nobody', async () => {
    sdkReports(null);
    expect(await restore({ status: 'unknown' })).toEqual({ status: 'signed-out' });
  });

  it('starts the session without claims when the SDK reports a user whose token cannot be refreshed', async () => {
    const getIdTokenResult = async () => Promise.reject(new Error('auth/network-request-failed'));
    sdkReports({ ...SDK_ADA, getIdTokenResult });
    expect(await restore({ status: 'unknown' })).toEqual({ status: 'signed-in', user: ADA });
  });

  it('ends the session when storage leaves it unknown and the SDK cannot be loaded', async () => {
    mocks.loadAuth.mockRejectedValue(new Error('offline'));
    expect(await restore({ status: 'unknown' })).toEqual({ status: 'signed-out' });
  });
});
