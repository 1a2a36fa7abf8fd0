// Roles are custom claims, which only Auth knows. staff/{uid} repeats them, so that owners can list
// them and so that two owners who demote each other concurrently contend for documents: claims have
// no transactions.
import { type Role, roleOf } from '@savepoint/model/roles';
import type { SetRoleRequest, SetRoleResponse, StaffMember } from '@savepoint/model/staff';
import type { Auth, UserRecord } from 'firebase-admin/auth';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import type { SignedInCaller } from '../callable/callable.ts';
import { httpsError } from '../callable/https-error.ts';

const LAST_OWNER = 'This is the only owner of the shop. Make someone else an owner first.';
const NOT_AN_OWNER = 'You are no longer an owner of the shop.';

type StaffFields = Omit<StaffMember, 'id'>;

/**
 * Assigns or removes an account's role, and writes the audit log. It takes effect at the next
 * sign-in, within the hour at the latest, because ID tokens last that long. Rejects with not-found
 * for an unknown account, with permission-denied if the caller's own role was removed since their
 * token was issued, and with failed-precondition for the last owner and for an account without a
 * verified address that would get a role. Repeating a call is harmless, and repairs claims after a
 * crash.
 */
export async function setRole(
  db: Firestore,
  auth: Auth,
  caller: Pick<SignedInCaller, 'uid' | 'email'>,
  { account, role }: SetRoleRequest,
  now: Date,
): Promise<SetRoleResponse> {
  const [user, callerUser] = await Promise.all([findUser(auth, account), auth.getUser(caller.uid)]);
  if (roleOf(callerUser.customClaims ?? {}) !== 'owner') throw httpsError('permission-denied', NOT_AN_OWNER);
  const before = roleOf(user.customClaims ?? {});
  const email = user.email ?? '';
  await db.runTransaction(async (transaction) => {
    const callerRef = db.doc(`staff/${caller.uid}`);
    const stored = (await transaction.get(callerRef)).data() as StaffFields | undefined;
    if (stored !== undefined && stored.role !== 'owner') throw httpsError('permission-denied', NOT_AN_OWNER);
    if (role !== null && !user.emailVerified)
      throw httpsError(
        'failed-precondition',
        `${user.email ?? account} has not confirmed the email address yet, so it may be somebody else's account.`,
        { field: 'account' },
      );
    if (role !== 'owner') await requireAnotherOwner(db, auth, transaction, user.uid, [caller.uid]);
    // An owner through the older claim `admin` has no document yet.
    if (stored === undefined) transaction.set(callerRef, staffFields(callerUser.email ?? '', 'owner', now));
    transaction.set(db.doc(`staff/${user.uid}`), staffFields(email, role, now));
    transaction.set(db.collection('audit').doc(), {
      at: now.toISOString(),
      uid: caller.uid,
      ...(caller.email === undefined ? {} : { email: caller.email }),
      action: 'setRole',
      target: `staff/${user.uid}`,
      summary: `${email}: ${before ?? 'no role'} to ${role ?? 'no role'}`,
    });
  });
  const { admin: _admin, role: _role, ...others } = user.customClaims ?? {};
  await auth.setCustomUserClaims(user.uid, role === null ? others : { ...others, role });
  // Without a new sign-in, a refresh token would keep the old claims for months.
  if (before !== undefined && before !== role) await auth.revokeRefreshTokens(user.uid);
  return { uid: user.uid, email, role };
}

/**
 * Throws failed-precondition if the account is the only owner of the shop. Call it before the
 * transaction's first write.
 */
export async function requireAnotherOwner(
  db: Firestore,
  auth: Auth,
  transaction: Transaction,
  uid: string,
  knownOwners: readonly string[] = [],
): Promise<void> {
  const { docs } = await transaction.get(db.collection('staff').where('role', '==', 'owner'));
  const uids = new Set([...docs.map(({ id }) => id), ...knownOwners]);
  uids.delete(uid);
  const { users } = await auth.getUsers([...uids].slice(0, 100).map((each) => ({ uid: each })));
  if (!users.some((user) => !user.disabled && roleOf(user.customClaims ?? {}) === 'owner'))
    throw httpsError('failed-precondition', LAST_OWNER);
}

async function findUser(auth: Auth, account: string): Promise<UserRecord> {
  try {
    return account.includes('@') ? await auth.getUserByEmail(account) : await auth.getUser(account);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === 'auth/user-not-found' || code === 'auth/invalid-email' || code === 'auth/invalid-uid')
      throw httpsError(
        'not-found',
        `Nobody has registered with ${account}. They need to register in the shop first.`,
        {
          field: 'account',
        },
      );
    throw error;
  }
}

function staffFields(email: string, role: Role | null, now: Date): StaffFields {
  return { email, role, changedAt: now.toISOString() };
}
