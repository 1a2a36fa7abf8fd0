// The address of an account, which its owner may not own: anybody can register with any address.
// Whatever belongs to an address and not to a uid belongs to an account only once it is verified.
import type { Auth } from 'firebase-admin/auth';

interface OwnAddress {
  /** As it was registered. */
  readonly email: string;
  readonly isVerified: boolean;
}

/**
 * The address of an account as Auth has it now; an ID token is up to an hour older. Undefined when
 * the account has none or was deleted.
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

/** The account whose verified address this is; undefined where there is none. */
export async function findVerifiedAccount(auth: Auth, email: string): Promise<string | undefined> {
  try {
    const { uid, emailVerified } = await auth.getUserByEmail(email);
    return emailVerified ? uid : undefined;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'auth/user-not-found') return undefined;
    throw error;
  }
}
