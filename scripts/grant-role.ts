// `node scripts/grant-role.ts grant|revoke EMAIL [--role ROLE]` sets the custom claim `role`,
// locally and in production: for the first owner, and to replace the older claim `admin`. Owners
// grant the other roles in the shop, at /admin/roles.
import { parseArgs } from 'node:util';
import { isRole, ROLES } from '@savepoint/model/roles';
import type { StaffMember } from '@savepoint/model/staff';
import { getAuth } from 'firebase-admin/auth';
import { getFirestore } from 'firebase-admin/firestore';
import { connectScript, runScript } from './run-script.ts';

const USAGE = 'node scripts/grant-role.ts grant|revoke EMAIL [--role ROLE] [--project ID]';

/**
 * Grants the role, or revokes any role, and returns a message for the terminal. Throws an Error
 * with such a message if it cannot.
 */
async function changeRole(
  action: string | undefined,
  email: string | undefined,
  role: string,
): Promise<string> {
  if ((action !== 'grant' && action !== 'revoke') || !email?.includes('@'))
    throw new Error(`Usage: ${USAGE}`);
  if (!isRole(role)) throw new Error(`There is no role '${role}'. The roles are: ${ROLES.join(', ')}.`);
  const user = await getAuth()
    .getUserByEmail(email)
    .catch((error: { code?: string }) => {
      if (error.code === 'auth/user-not-found')
        throw new Error(`Nobody has registered with ${email}. They must sign up in the shop first.`);
      throw error;
    });
  const { admin: _admin, role: _role, ...others } = user.customClaims ?? {};
  const member: Omit<StaffMember, 'id'> = {
    email,
    role: action === 'grant' ? role : null,
    changedAt: new Date().toISOString(),
  };
  await getFirestore().doc(`staff/${user.uid}`).set(member);
  await getAuth().setCustomUserClaims(user.uid, action === 'grant' ? { ...others, role } : others);
  // ID tokens keep the claim until they expire within the hour; revoking refresh tokens prevents
  // new ones.
  if (action === 'revoke') await getAuth().revokeRefreshTokens(user.uid);
  return action === 'grant'
    ? `${email} gets the role ${role} at the next sign-in, or within the hour.`
    : `${email} no longer has a role; current sessions end within the hour.`;
}

async function main(): Promise<void> {
  const { values: flags, positionals } = parseArgs({
    options: { project: { type: 'string' }, role: { type: 'string', default: 'owner' } },
    allowPositionals: true,
  });
  const [action, email] = positionals;
  connectScript(flags.project, USAGE, ['FIREBASE_AUTH_EMULATOR_HOST', 'FIRESTORE_EMULATOR_HOST']);
  console.log(await changeRole(action, email, flags.role));
}

if (import.meta.main) await runScript(main);
