import { type Role, roleOf } from '@savepoint/model/roles';
import type { Auth } from 'firebase-admin/auth';

/** The current role of an account; none for disabled or deleted ones. */
export async function readRole(auth: Auth, uid: string): Promise<Role | undefined> {
  const { users } = await auth.getUsers([{ uid }]);
  const [user] = users;
  return user === undefined || user.disabled ? undefined : roleOf(user.customClaims ?? {});
}
