// The operations of the Firebase Auth SDK: sign-up, sign-in, sign-out, password reset, profile,
// password, deletion. A failure is stored as a message for the screen and thrown again
// (specification, section 8).

import type { Dispatch, ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { type Role, roleOf } from '@savepoint/model/roles';
import type { User } from 'firebase/auth';
import { shopApi } from '../../api/shop-api.ts';
import { userRecordApi } from '../../api/user-record.ts';
import { preloadGapi } from '../../firebase/gapi.ts';
import { SERVER_TIME } from '../../firebase/request.ts';
import { closeFirestore, loadAuth } from '../../firebase/sdk.ts';
import { DATA_OWNER_KEY } from '../../lib/device-data.ts';
import { isOnline } from '../../lib/network.ts';
import { readStored, writeStored } from '../../lib/safe-storage.ts';
import { toastShown } from '../../lib/toast-slice.ts';
import {
  type SessionUser,
  selectSession,
  selectUser,
  sessionEnded,
  sessionStarted,
} from '../../session/session-slice.ts';
import { authMessage } from './auth-messages.ts';
import { authErrorCleared, authFailed } from './auth-slice.ts';
import { emailProviderOf } from './email-provider.ts';
import { readPersistedSession } from './persisted-user.ts';
import { removePersistedUser } from './remove-persisted-user.ts';

/** The store's dispatch. */
export type AuthDispatch = Dispatch;

/** A thunk that reads the session. */
type SessionThunk = ThunkAction<void, Parameters<typeof selectUser>[0], unknown, UnknownAction>;

/**
 * While an operation runs, the SDK's callbacks are ignored: it starts the session itself, once all
 * of its steps are done.
 */
let operationsInProgress = 0;

/**
 * Clears the last error message and runs an operation; its failure is stored as a message and
 * rethrown.
 */
async function runAuthOperation<T>(dispatch: AuthDispatch, run: () => Promise<T>): Promise<T> {
  dispatch(authErrorCleared());
  operationsInProgress += 1;
  try {
    return await run();
  } catch (thrown) {
    dispatch(authFailed(authMessage(thrown)));
    throw thrown;
  } finally {
    operationsInProgress -= 1;
  }
}

/** The data of a dispatched endpoint. Rejects with its error. */
async function unwrap<T>(
  request: PromiseLike<{ data?: T | undefined; error?: { message?: string } | undefined }>,
): Promise<T> {
  const { data, error } = await request;
  if (error !== undefined) throw Object.assign(new Error(error.message), error);
  return data as T;
}

function toPlainUser(user: User, role: Role | undefined): SessionUser {
  const emailProvider = emailProviderOf(user.providerData);
  return {
    uid: user.uid,
    email: user.email ?? '',
    displayName: user.displayName ?? '',
    ...(user.photoURL && { photoURL: user.photoURL }),
    ...(role && { role }),
    ...(emailProvider !== undefined && { emailProvider }),
  };
}

/**
 * The SDK's user as plain data. Reads the claims of the ID token; rejects if the token must be
 * refreshed and cannot be.
 */
async function toSession(user: User): Promise<SessionUser> {
  const { claims } = await user.getIdTokenResult();
  return toPlainUser(user, roleOf(claims));
}

function newRecord(user: User, displayName: string): Record<string, unknown> {
  return {
    uid: user.uid,
    email: user.email ?? '',
    displayName,
    ...(user.photoURL && { photoURL: user.photoURL }),
    createdAt: SERVER_TIME,
    cart: [],
    orders: [],
    wishlist: [],
  };
}

/**
 * Creates users/{uid} if it is missing, and propagates a changed address that the shop does not
 * know yet.
 */
async function ensureRecord(dispatch: AuthDispatch, user: User, displayName: string): Promise<void> {
  const record = await unwrap(
    dispatch(
      userRecordApi.endpoints.userRecord.initiate(user.uid, {
        forceRefetch: true,
        subscribe: false,
      }),
    ),
  );
  if (record !== null) {
    if (isAnotherAddress(record.email, user.email)) await followEmailChange(dispatch);
    return;
  }
  await unwrap(
    dispatch(
      userRecordApi.endpoints.saveUserFields.initiate({
        uid: user.uid,
        fields: newRecord(user, displayName),
      }),
    ),
  );
}

/** True if the record has an address that differs from the account's. */
function isAnotherAddress(recorded: unknown, email: string | null): boolean {
  return typeof recorded === 'string' && recorded !== '' && recorded.toLowerCase() !== email?.toLowerCase();
}

/** A failure does not end the session: the server looks for changes itself. */
async function followEmailChange(dispatch: AuthDispatch): Promise<void> {
  const { error } = await dispatch(emailChangeApi.endpoints.propagateEmailChange.initiate());
  if (error !== undefined)
    console.warn('The change of the email address is not known everywhere yet.', error);
}

/**
 * Creates the user record if it is missing, starts the session and follows the SDK's auth state.
 */
async function startSessionFor(
  dispatch: AuthDispatch,
  user: User,
  displayName = user.displayName ?? '',
): Promise<void> {
  await ensureRecord(dispatch, user, displayName);
  dispatch(sessionStarted(await toSession(user)));
  void followAuthState(dispatch).catch(console.error);
}

/**
 * Signs up, sets the display name, creates the user record, in this order (specification, section
 * 7). Rejects with the SDK's error.
 */
export function signUp(
  dispatch: AuthDispatch,
  { email, password, displayName }: { email: string; password: string; displayName: string },
): Promise<void> {
  return runAuthOperation(dispatch, async () => {
    const { auth, sdk } = await loadAuth();
    const { user } = await sdk.createUserWithEmailAndPassword(auth, email, password);
    await sdk.updateProfile(user, { displayName });
    await startSessionFor(dispatch, user, displayName);
  });
}

/** Signs in with email and password. Rejects with the SDK's error. */
export function signIn(
  dispatch: AuthDispatch,
  credentials: { email: string; password: string },
): Promise<void> {
  return runAuthOperation(dispatch, async () => {
    const { auth, sdk } = await loadAuth();
    const { user } = await sdk.signInWithEmailAndPassword(auth, credentials.email, credentials.password);
    await startSessionFor(dispatch, user);
  });
}

/**
 * Signs in with Google's popup and creates the user record if it is missing. Rejects with the SDK's
 * error.
 */
export function signInWithGoogle(dispatch: AuthDispatch): Promise<void> {
  return runAuthOperation(dispatch, async () => {
    const { auth, sdk } = await loadAuth();
    await preloadGapi(auth);
    const { user } = await sdk.signInWithPopup(
      auth,
      new sdk.GoogleAuthProvider(),
      sdk.browserPopupRedirectResolver,
    );
    await startSessionFor(dispatch, user);
  });
}

/** True while the shopper signs out in this tab; a session that ends otherwise shows a message. */
let signingOut = false;

/** Slower saves are abandoned: their account is leaving. */
const PENDING_SAVES_TIMEOUT_MS = 3000;

/** Waits for saves in flight, because signing out removes data that has not reached the account. */
async function waitForPendingSaves(dispatch: AuthDispatch): Promise<void> {
  if (!isOnline()) return;
  const saves = dispatch(shopApi.util.getRunningMutationsThunk());
  await Promise.race([
    Promise.allSettled(saves),
    new Promise((resolve) => setTimeout(resolve, PENDING_SAVES_TIMEOUT_MS)),
  ]);
}

/** Tells all tabs to remove the data of an account that has left. */
function markDeparture(): void {
  if (readStored(DATA_OWNER_KEY) !== null) writeStored(DATA_OWNER_KEY, '');
}

async function endAuthSession(): Promise<void> {
  const loaded = await loadAuth().catch((cause: unknown) => {
    console.warn('Signing out without the Firebase Auth SDK, which could not be loaded.', cause);
  });
  if (loaded === undefined) await removePersistedUser();
  else await loaded.sdk.signOut(loaded.auth);
}

/**
 * Signs out, even without a network; the listeners of the ended session remove the shopper's data
 * from this browser. A failure is only logged (specification, section 8).
 */
export async function signOut(dispatch: AuthDispatch): Promise<void> {
  signingOut = true;
  try {
    await waitForPendingSaves(dispatch);
    await endAuthSession();
    markDeparture();
    dispatch(sessionEnded());
  } catch (cause) {
    console.error('Signing out failed.', cause);
  } finally {
    signingOut = false;
  }
}

/**
 * Requests new tokens after a link has changed an account. A session that ended with the change
 * ends here without a message: the page of the link explains it.
 */
export async function refreshSession(dispatch: AuthDispatch): Promise<void> {
  const { auth } = await loadAuth();
  await auth.authStateReady();
  if (auth.currentUser === null) return;
  signingOut = true;
  try {
    await auth.currentUser.getIdToken(true).catch(() => undefined);
    if (auth.currentUser !== null) return;
    markDeparture();
    dispatch(sessionEnded());
  } finally {
    signingOut = false;
  }
}

const SESSION_ENDED_MESSAGE = 'Your session has ended. Log in again to continue.';

/**
 * Ends the session after the SDK reported nobody: the account is disabled or deleted, or another
 * tab signed out.
 */
function endSession(dispatch: AuthDispatch): void {
  const thunk: SessionThunk = (inner, getState) => {
    const wasSignedIn = selectUser(getState()) !== undefined;
    inner(sessionEnded());
    if (wasSignedIn && !signingOut) inner(toastShown({ text: SESSION_ENDED_MESSAGE, tone: 'error' }));
  };
  dispatch(thunk);
}

/**
 * Requests an email with a link to reset the password. Resolves for an unknown email, too: accounts
 * must not be enumerable. Rejects with the callable's error.
 */
export function sendPasswordReset(dispatch: AuthDispatch, email: string): Promise<void> {
  return runAuthOperation(dispatch, async () => {
    await unwrap(dispatch(passwordResetApi.endpoints.requestPasswordReset.initiate({ email })));
  });
}

const passwordResetApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    requestPasswordReset: build.mutation<unknown, { email: string }>({
      query: (data) => ({ op: 'call', name: 'requestPasswordReset', data }),
    }),
  }),
});

async function requireUser(): Promise<{ user: User; sdk: typeof import('firebase/auth') }> {
  const { auth, sdk } = await loadAuth();
  await auth.authStateReady();
  if (auth.currentUser === null) throw new Error('No user logged in');
  return { user: auth.currentUser, sdk };
}

/**
 * Changes name and photo, in Firebase Auth and in the user record. Rejects with 'No user logged in'
 * while signed out.
 */
export function updateProfile(
  dispatch: AuthDispatch,
  profile: { displayName: string; photoURL?: string },
): Promise<void> {
  return runAuthOperation(dispatch, async () => {
    const { user, sdk } = await requireUser();
    // An empty string removes the photo; Firebase Auth rejects null.
    await sdk.updateProfile(user, { displayName: profile.displayName, photoURL: profile.photoURL ?? '' });
    await unwrap(
      dispatch(userRecordApi.endpoints.saveUserFields.initiate({ uid: user.uid, fields: { ...profile } })),
    );
    dispatch(sessionStarted(await toSession(user)));
  });
}

/**
 * Changes the password after reauthenticating with the current one. Rejects with the SDK's error.
 */
export function changePassword(
  dispatch: AuthDispatch,
  { current, next }: { current: string; next: string },
): Promise<void> {
  return runAuthOperation(dispatch, async () => {
    const { user, sdk } = await reauthenticate(current);
    await sdk.updatePassword(user, next);
  });
}

/** Proves with the account's password that its owner is present. */
async function reauthenticate(password: string) {
  const { user, sdk } = await requireUser();
  await sdk.reauthenticateWithCredential(user, sdk.EmailAuthProvider.credential(user.email ?? '', password));
  return { user, sdk };
}

/**
 * Requests an email with a link to another address, after reauthenticating: following the link
 * changes the account. Resolves for an address with an account, too. Rejects with the error of the
 * SDK or of the callable.
 */
export function requestEmailChange(
  dispatch: AuthDispatch,
  { email, current }: { email: string; current: string },
): Promise<void> {
  return runAuthOperation(dispatch, async () => {
    await reauthenticate(current);
    await unwrap(dispatch(emailChangeApi.endpoints.requestEmailChange.initiate({ email })));
  });
}

const emailChangeApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    requestEmailChange: build.mutation<unknown, { email: string }>({
      query: (data) => ({ op: 'call', name: 'requestEmailChange', data }),
    }),
    propagateEmailChange: build.mutation<unknown, void>({
      query: () => ({ op: 'call', name: 'propagateEmailChange', data: {} }),
    }),
  }),
});

/**
 * Deletes the account with the `deleteAccount` callable, then signs out. Rejects with the
 * callable's error.
 */
export function deleteAccount(dispatch: AuthDispatch): Promise<void> {
  return runAuthOperation(dispatch, async () => {
    await requireUser();
    await unwrap(dispatch(deleteAccountApi.endpoints.deleteAccount.initiate()));
    await signOut(dispatch);
  });
}

const deleteAccountApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    deleteAccount: build.mutation<unknown, void>({
      query: () => ({ op: 'call', name: 'deleteAccount', data: { confirm: 'DELETE' } }),
    }),
  }),
});

/**
 * Brings the session in line with the persisted user, after another tab has changed it or this tab
 * was asleep. `wasErased`: another tab has removed the data of an account, so this tab's copy must
 * go even if the same account has signed in again.
 */
export async function syncSession(dispatch: AuthDispatch, wasErased: boolean): Promise<void> {
  const persisted = await readPersistedSession();
  if (wasErased) await closeFirestore();
  const thunk: SessionThunk = (inner, getState) => {
    const uid = selectUser(getState())?.uid;
    if (uid === undefined || persisted.status === 'unknown') return;
    if (persisted.user?.uid !== uid) endSession(dispatch);
    else if (wasErased) {
      inner(sessionEnded());
      inner(sessionStarted(persisted.user));
    }
  };
  dispatch(thunk);
  if (persisted.status !== 'signed-out') await followAuthState(dispatch);
}

let following: Promise<void> | undefined;

/**
 * Dispatches the SDK's auth state from now on: sign-in and sign-out in any tab, new claims, an
 * ended session. Resolves once the first state has been dispatched; rejects if the SDK cannot be
 * loaded, and can then be called again.
 */
export function followAuthState(dispatch: AuthDispatch): Promise<void> {
  following ??= follow(dispatch).catch((cause: unknown) => {
    following = undefined;
    throw cause;
  });
  return following;
}

async function follow(dispatch: AuthDispatch): Promise<void> {
  const { auth, sdk } = await loadAuth();
  let confirmedUid: string | undefined;
  const onUser = async (user: User | null) => {
    if (operationsInProgress > 0) return;
    if (user === null) {
      confirmedUid = undefined;
      markDeparture();
      endSession(dispatch);
      return;
    }
    try {
      dispatch(sessionStarted(await toSession(user)));
    } catch (cause) {
      // The token could not be refreshed, most likely because there is no network.
      console.warn('The session could not be confirmed.', cause);
      startUnconfirmedSession(dispatch, user);
      return;
    }
    if (confirmedUid === user.uid) return;
    ensureRecord(dispatch, user, user.displayName ?? '')
      .then(() => {
        confirmedUid = user.uid;
      })
      .catch((cause: unknown) => console.warn('The user record could not be read.', cause));
  };
  await new Promise<void>((resolve) => {
    sdk.onIdTokenChanged(auth, (user) => void onUser(user).then(resolve));
  });
}

/** Starts the session of a user with unknown claims, unless there is a session already. */
function startUnconfirmedSession(dispatch: AuthDispatch, user: User): void {
  const thunk: SessionThunk = (inner, getState) => {
    if (selectSession(getState()).status === 'loading') inner(sessionStarted(toPlainUser(user, undefined)));
  };
  dispatch(thunk);
}
