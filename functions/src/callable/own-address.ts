// The address of an account, which may not belong to its user: anybody can register with any
// address. Data keyed by address and not by uid belongs to an account only once the address is
// verified.
import type { Auth } from 'firebase-admin/auth';

interface OwnAddress {
  /** In its registered spelling. */
  readonly email: string;
  readonly isVerified: boolean;
}

/**
 * The current address of an account in Auth; an ID token can be an hour old. Undefined for an
 * account without one, or that was deleted.
 */
export async function readOwnAddress(auth: Auth, uid: string): Promise<OwnAddress | undefined> {
  try {
    const { email, emailVerified } = await auth.getUser(uid);
    return email === undefined ? undefined : { email, isVerified: emailVerified };
  } catch (error) {
    if ((error as { code?: unknown }).code === 'auth/user-not-found') return undefined;
    throw error;
  }
}

/** The account with this verified address, if any. */
export async function findVerifiedAccount(auth: Auth, email: string): Promise<string | undefined> {
  try {
    const { uid, emailVerified } = await auth.getUserByEmail(email);
    return emailVerified ? uid : undefined;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'auth/user-not-found') return undefined;
    throw error;
  }
}
