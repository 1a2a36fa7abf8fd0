// Owns who is an admin: `node seed/src/grant-admin.ts grant|revoke EMAIL`, through the admin SDK, locally and in production.
import { getAuth } from 'firebase-admin/auth';
import { connect, isDemo, projectOf } from './connect.ts';

const USAGE = 'Usage: node seed/src/grant-admin.ts grant|revoke EMAIL [--project ID]';

/** Gives or takes the `admin` claim; answers a sentence on what was done. Throws with a sentence when it cannot be done. */
export async function changeAdmin(verb: string | undefined, email: string | undefined): Promise<string> {
  if ((verb !== 'grant' && verb !== 'revoke') || !email?.includes('@')) throw new Error(USAGE);
  const user = await getAuth()
    .getUserByEmail(email)
    .catch((error: { code?: string }) => {
      if (error.code === 'auth/user-not-found')
        throw new Error(`Nobody has registered with ${email}. They must sign up in the shop first.`);
      throw error;
    });
  const { admin: _admin, ...others } = user.customClaims ?? {};
  await getAuth().setCustomUserClaims(user.uid, verb === 'grant' ? { ...others, admin: true } : others);
  // Old tokens still carry the claim; without refresh tokens they end within the hour.
  if (verb === 'revoke') await getAuth().revokeRefreshTokens(user.uid);
  return verb === 'grant'
    ? `${email} is an admin from the next sign-in on (or within the hour).`
    : `${email} is no admin any more; the present session ends within the hour.`;
}

async function main(args: readonly string[]): Promise<void> {
  const projectId = projectOf(args);
  if (!projectId) throw new Error(`No project is named. ${USAGE}`);
  connect(projectId, ['FIREBASE_AUTH_EMULATOR_HOST']);
  if (!isDemo(projectId) && !process.env.GOOGLE_APPLICATION_CREDENTIALS)
    throw new Error(
      `${projectId} is a real project: set GOOGLE_APPLICATION_CREDENTIALS to a service account's key file first.`,
    );
  const words = args.filter((arg, at) => arg !== '--project' && args[at - 1] !== '--project');
  console.log(await changeAdmin(words[0], words[1]));
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
