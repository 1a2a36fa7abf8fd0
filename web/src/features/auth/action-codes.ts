// What the links of emails do: each carries a one-time code of Firebase Auth.
import { loadAuth } from '../../firebase/sdk.ts';
import type { AuthDispatch } from './identity.ts';

/**
 * Codes of Auth for a link that will never work: used, too old, damaged, or of an account that is
 * gone.
 */
const DEAD_LINK = new Set([
  'auth/invalid-action-code',
  'auth/expired-action-code',
  'auth/user-disabled',
  'auth/user-not-found',
  'auth/argument-error',
  'auth/internal-error',
]);

/**
 * Whether an error means that the link does not work any more; any other may pass when tried again.
 */
export function isDeadLink(thrown: unknown): boolean {
  return DEAD_LINK.has((thrown as { code?: string } | null)?.code ?? '');
}

/**
 * The email address of the account that a code for a new password is for. Rejects with the SDK's
 * error.
 */
export async function readPasswordResetCode(code: string): Promise<string> {
  const { auth, sdk } = await loadAuth();
  return sdk.verifyPasswordResetCode(auth, code);
}

/** Sets a new password and uses the code up. Rejects with the SDK's error. */
export async function resetPassword(code: string, password: string): Promise<void> {
  const { auth, sdk } = await loadAuth();
  await sdk.confirmPasswordReset(auth, code, password);
}

/**
 * The addresses that codes of this visit have given to accounts. It outlives the page, which is
 * rendered again when a session ends.
 */
const changedEmails = new Map<string, string>();

/**
 * The address that a code gives to an account, the new one or the former one that it brings back,
 * and whether this visit has done so. Rejects with the SDK's error.
 */
export async function readEmailChange(code: string): Promise<{ email: string; isDone: boolean }> {
  const changed = changedEmails.get(code);
  if (changed !== undefined) return { email: changed, isDone: true };
  const { auth, sdk } = await loadAuth();
  return { email: (await sdk.checkActionCode(auth, code)).data.email ?? '', isDone: false };
}

/**
 * Gives the account its address and ends its sessions, also the one of this browser. Rejects with
 * the SDK's error.
 */
export async function applyEmailChange(dispatch: AuthDispatch, code: string, email: string): Promise<void> {
  const { auth, sdk } = await loadAuth();
  await sdk.applyActionCode(auth, code);
  changedEmails.set(code, email);
  const { refreshSession } = await import('./identity.ts');
  await refreshSession(dispatch);
}

/** The verifications of this visit by code: React runs effects again, and a code works once. */
const verifications = new Map<string, Promise<void>>();

/** Verifies the address of a code. Rejects with the SDK's error; a later call tries again then. */
export function verifyEmail(code: string): Promise<void> {
  const running = verifications.get(code) ?? applyCode(code);
  verifications.set(code, running);
  running.catch(() => verifications.delete(code));
  return running;
}

async function applyCode(code: string): Promise<void> {
  const { auth, sdk } = await loadAuth();
  await sdk.applyActionCode(auth, code);
  await auth.authStateReady();
  // The ID token still says that the address is not verified.
  await auth.currentUser?.getIdToken(true).catch(() => undefined);
}
