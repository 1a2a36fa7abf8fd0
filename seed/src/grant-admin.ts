// `node seed/src/grant-admin.ts grant|revoke EMAIL` sets the `admin` custom claim, locally and in production.
import { getAuth } from 'firebase-admin/auth';
import { connect, isDemo, projectOf } from './connect.ts';

const USAGE = 'Usage: node seed/src/grant-admin.ts grant|revoke EMAIL [--project ID]';

/** Grants or revokes the claim and returns a message for the terminal. Throws an Error with such a message when it cannot. */
async function changeAdminClaim(action: string | undefined, email: string | undefined): Promise<string> {
  if ((action !== 'grant' && action !== 'revoke') || !email?.includes('@')) throw new Error(USAGE);
  const user = await getAuth()
    .getUserByEmail(email)
    .catch((error: { code?: string }) => {
      if (error.code === 'auth/user-not-found')
        throw new Error(`Nobody has registered with ${email}. They must sign up in the shop first.`);
      throw error;
    });
  const { admin: _admin, ...others } = user.customClaims ?? {};
  await getAuth().setCustomUserClaims(user.uid, action === 'grant' ? { ...others, admin: true } : others);
  // ID tokens keep the claim until they expire within the hour; revoking refresh tokens prevents new ones.
  if (action === 'revoke') await getAuth().revokeRefreshTokens(user.uid);
  return action === 'grant'
    ? `${email} is an admin from the next sign-in on (or within the hour).`
    : `${email} is no longer an admin; current sessions end within the hour.`;
}

async function main(args: readonly string[]): Promise<void> {
  const projectId = projectOf(args);
  if (!projectId) throw new Error(`No project is named. ${USAGE}`);
  connect(projectId, ['FIREBASE_AUTH_EMULATOR_HOST']);
  if (!isDemo(projectId) && !process.env.GOOGLE_APPLICATION_CREDENTIALS)
    throw new Error(
      `${projectId} is a real project: set GOOGLE_APPLICATION_CREDENTIALS to a service account's key file first.`,
    );
  const positionals = args.filter((arg, at) => arg !== '--project' && args[at - 1] !== '--project');
  console.log(await changeAdminClaim(positionals[0], positionals[1]));
}

if (import.meta.main) {
  try {
    await main(process.argv.slice(2));
    process.exit(0);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
