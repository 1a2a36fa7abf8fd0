// Owns every act on an identity: sign up, in and out, reset, profile, password. It speaks with the SDK and the user
// record; failures are stored as a message for the screen and thrown on (specification, section 8).
import type { UnknownAction } from '@reduxjs/toolkit';
import type { User } from 'firebase/auth';
import { shopApi } from '../../api/shop-api.ts';
import { userRecordApi } from '../../api/user-record.ts';
import { preloadGapi } from '../../firebase/gapi.ts';
import { SERVER_TIME } from '../../firebase/request.ts';
import { loadAuth } from '../../firebase/sdk.ts';
import { writeStored } from '../../lib/safe-storage.ts';
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

/** The part of the store's dispatch these acts need. */
export type AuthDispatch = (action: never) => unknown;

/** Acts under way. Meanwhile the SDK's callbacks wait: an act tells the session when all of it is done. */
let operationsInProgress = 0;

/** Runs one act: clears the last message, stores the next one and throws on. */
async function runAuthOperation<T>(dispatch: AuthDispatch, run: () => Promise<T>): Promise<T> {
  dispatch(authErrorCleared() as never);
  operationsInProgress += 1;
  try {
    return await run();
  } catch (thrown) {
    dispatch(authFailed(authMessage(thrown)) as never);
    throw thrown;
  } finally {
    operationsInProgress -= 1;
  }
}

async function unwrap<T>(promise: unknown): Promise<T> {
  const answer = (await promise) as { data?: T; error?: { message?: string } };
  if (answer.error !== undefined) throw Object.assign(new Error(answer.error.message), answer.error);
  return answer.data as T;
}

function toPlainUser(user: User, isAdmin: boolean): SessionUser {
  return {
    uid: user.uid,
    email: user.email ?? '',
    displayName: user.displayName ?? '',
    ...(user.photoURL && { photoURL: user.photoURL }),
    isAdmin,
  };
}

/** The SDK's user as plain data. Reads the claims of the ID token; rejects when the token has to be refreshed and cannot be. */
async function toSession(user: User): Promise<SessionUser> {
  const { claims } = await user.getIdTokenResult();
  return toPlainUser(user, claims.admin === true);
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

/** Creates users/{uid} unless it is there. */
async function ensureRecord(dispatch: AuthDispatch, user: User, displayName: string): Promise<void> {
  const found = await unwrap(
    dispatch(
      userRecordApi.endpoints.userRecord.initiate(user.uid, {
        forceRefetch: true,
        subscribe: false,
      }) as never,
    ),
  );
  if (found !== null) return;
  await unwrap(
    dispatch(
      userRecordApi.endpoints.saveUserFields.initiate({
        uid: user.uid,
        fields: newRecord(user, displayName),
      }) as never,
    ),
  );
}

/** Makes sure of the user record, starts the session and follows the identity from now on. */
async function startSessionFor(
  dispatch: AuthDispatch,
  user: User,
  displayName = user.displayName ?? '',
): Promise<void> {
  await ensureRecord(dispatch, user, displayName);
  dispatch(sessionStarted(await toSession(user)) as never);
  void followAuthState(dispatch).catch(console.error);
}

/** Signs up, sets the display name, creates the user record: in this order (specification, section 7). */
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

export function signIn(dispatch: AuthDispatch, given: { email: string; password: string }): Promise<void> {
  return runAuthOperation(dispatch, async () => {
    const { auth, sdk } = await loadAuth();
    const { user } = await sdk.signInWithEmailAndPassword(auth, given.email, given.password);
    await startSessionFor(dispatch, user);
  });
}

/** Signs in with Google's window and creates the user record if it is missing. */
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

/** Whether the shopper is signing out here; a session that ends otherwise ends unasked. */
let signingOut = false;

/** Signs out. A failure is logged only (specification, section 8). */
export async function signOut(dispatch: AuthDispatch): Promise<void> {
  signingOut = true;
  try {
    const { auth, sdk } = await loadAuth();
    await sdk.signOut(auth);
    dispatch(sessionEnded() as never);
  } catch (cause) {
    console.error('Signing out failed.', cause);
  } finally {
    signingOut = false;
  }
}

const SESSION_ENDED_MESSAGE =
  'You are signed out: your session has ended. Log in again to go on where you were.';

/** The identity service knows nobody any more: an expired or closed account, or a sign-out in another tab. */
function endSession(dispatch: AuthDispatch): void {
  const end = (inner: (action: UnknownAction) => void, getState: () => Parameters<typeof selectUser>[0]) => {
    const wasSignedIn = selectUser(getState()) !== undefined;
    inner(sessionEnded());
    if (wasSignedIn && !signingOut) inner(toastShown({ text: SESSION_ENDED_MESSAGE, tone: 'error' }));
  };
  dispatch(end as never);
}

/** Sends the mail that resets a password. Never tells whether the address is known. */
export function sendPasswordReset(dispatch: AuthDispatch, email: string): Promise<void> {
  return runAuthOperation(dispatch, async () => {
    const { auth, sdk } = await loadAuth();
    await sdk.sendPasswordResetEmail(auth, email).catch((thrown: { code?: string }) => {
      if (thrown.code !== 'auth/user-not-found') throw thrown;
    });
  });
}

async function requireUser(): Promise<{ user: User; sdk: typeof import('firebase/auth') }> {
  const { auth, sdk } = await loadAuth();
  await auth.authStateReady();
  if (auth.currentUser === null) throw new Error('No user logged in');
  return { user: auth.currentUser, sdk };
}

/** Changes name and photo, in the identity and in the user record. Throws 'No user logged in' without a user. */
export function updateProfile(
  dispatch: AuthDispatch,
  profile: { displayName: string; photoURL?: string },
): Promise<void> {
  return runAuthOperation(dispatch, async () => {
    const { user, sdk } = await requireUser();
    // An empty text takes the photo away; the service refuses null.
    await sdk.updateProfile(user, { displayName: profile.displayName, photoURL: profile.photoURL ?? '' });
    await unwrap(
      dispatch(
        userRecordApi.endpoints.saveUserFields.initiate({ uid: user.uid, fields: { ...profile } }) as never,
      ),
    );
    dispatch(sessionStarted(await toSession(user)) as never);
  });
}

/** Changes the password; the current one proves who asks. */
export function changePassword(
  dispatch: AuthDispatch,
  { current, next }: { current: string; next: string },
): Promise<void> {
  return runAuthOperation(dispatch, async () => {
    const { user, sdk } = await requireUser();
    await sdk.reauthenticateWithCredential(user, sdk.EmailAuthProvider.credential(user.email ?? '', current));
    await sdk.updatePassword(user, next);
  });
}

/** Deletes the account on the server, then signs out here. */
export function deleteAccount(dispatch: AuthDispatch): Promise<void> {
  return runAuthOperation(dispatch, async () => {
    await requireUser();
    await unwrap(dispatch(deleteAccountApi.endpoints.deleteAccount.initiate() as never));
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

/** Written when the user changes, so that tabs that have not loaded the SDK hear of it. */
export const SESSION_SIGNAL_KEY = 'savepoint:session';

let following: Promise<void> | undefined;

/**
 * Dispatches the SDK's auth state from now on: sign-in and sign-out in any tab, new claims, an ended session. Resolves
 * when the first state has been dispatched; rejects when the SDK cannot be loaded, and can then be called again.
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
  let known: string | undefined;
  const onUser = async (user: User | null) => {
    if (operationsInProgress > 0) return;
    writeStored(SESSION_SIGNAL_KEY, user?.uid ?? '');
    if (user === null) {
      known = undefined;
      endSession(dispatch);
      return;
    }
    try {
      dispatch(sessionStarted(await toSession(user)) as never);
      if (known !== user.uid) await ensureRecord(dispatch, user, user.displayName ?? '');
      known = user.uid;
    } catch (cause) {
      // The token or the record could not be fetched, most likely because there is no network.
      console.warn('The session could not be confirmed.', cause);
      startUnlessKnown(dispatch, user);
    }
  };
  await new Promise<void>((resolve) => {
    sdk.onIdTokenChanged(auth, (user) => void onUser(user).then(resolve));
  });
}

/** Starts the session of a user whose claims are not known, unless there is a session already. */
function startUnlessKnown(dispatch: AuthDispatch, user: User): void {
  const start = (
    inner: (action: UnknownAction) => void,
    getState: () => Parameters<typeof selectUser>[0],
  ) => {
    if (selectSession(getState()).status === 'loading') inner(sessionStarted(toPlainUser(user, false)));
  };
  dispatch(start as never);
}
