import { type Role, roleOf } from '@savepoint/model/roles';
import type { Auth } from 'firebase-admin/auth';

/** The role that an account has now; none for one that is disabled or was deleted. */
export async function readRole(auth: Auth, uid: string): Promise<Role | undefined> {
  const { users } = await auth.getUsers([{ uid }]);
  const [user] = users;
  return user === undefined || user.disabled ? undefined : roleOf(user.customClaims ?? {});
}
