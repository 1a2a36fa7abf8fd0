// The actions of emailed links: each carries a one-time code of Firebase Auth.
import { loadAuth } from '../../firebase/sdk.ts';
import type { AuthDispatch } from './identity.ts';

/**
 * Auth's codes for a link that will never work: used, expired, damaged, or of a deleted account.
 */
const DEAD_LINK = new Set([
  'auth/invalid-action-code',
  'auth/expired-action-code',
  'auth/user-disabled',
  'auth/user-not-found',
  'auth/argument-error',
  'auth/internal-error',
]);

/** True if the link no longer works; other errors may be temporary. */
export function isDeadLink(thrown: unknown): boolean {
  return DEAD_LINK.has((thrown as { code?: string } | null)?.code ?? '');
}

/** The email address of the account for a password reset code. Rejects with the SDK's error. */
export async function readPasswordResetCode(code: string): Promise<string> {
  const { auth, sdk } = await loadAuth();
  return sdk.verifyPasswordResetCode(auth, code);
}

/** Sets a new password and consumes the code. Rejects with the SDK's error. */
export async function resetPassword(code: string, password: string): Promise<void> {
  const { auth, sdk } = await loadAuth();
  await sdk.confirmPasswordReset(auth, code, password);
}

/**
 * The addresses that codes of this visit have set. It outlives the page, which renders again when a
 * session ends.
 */
const changedEmails = new Map<string, string>();

/**
 * The address that a code sets, either new or restored, and whether this visit has already done so.
 * Rejects with the SDK's error.
 */
export async function readEmailChange(code: string): Promise<{ email: string; isDone: boolean }> {
  const changed = changedEmails.get(code);
  if (changed !== undefined) return { email: changed, isDone: true };
  const { auth, sdk } = await loadAuth();
  return { email: (await sdk.checkActionCode(auth, code)).data.email ?? '', isDone: false };
}

/**
 * Changes the account's address and ends its sessions, including this browser's. Rejects with the
 * SDK's error.
 */
export async function applyEmailChange(dispatch: AuthDispatch, code: string, email: string): Promise<void> {
  const { auth, sdk } = await loadAuth();
  await sdk.applyActionCode(auth, code);
  changedEmails.set(code, email);
  const { refreshSession } = await import('./identity.ts');
  await refreshSession(dispatch);
}

/** The verifications of this visit by code: React repeats effects, and a code works once. */
const verifications = new Map<string, Promise<void>>();

/** Verifies the address of a code. Rejects with the SDK's error; a later call then retries. */
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
  // The ID token still says that the address is unverified.
  await auth.currentUser?.getIdToken(true).catch(() => undefined);
}
