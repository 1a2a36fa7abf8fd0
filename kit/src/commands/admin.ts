// Owns `npm run admin`: who may run the shop. The claim is set with the admin SDK, on the local stack or on a real project.
import { getApps, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { Complaint } from '../complaint.ts';
import { HOST } from '../ports.ts';
import { PROJECT_ID } from '../repository.ts';
import { requireRunning } from '../running-stack.ts';
import type { Command } from './command.ts';

const ACTIONS = new Set(['grant', 'revoke']);

export const admin: Command = {
  summary: 'give or take the admin claim (a real project with --project)',
  usage: 'npm run admin -- grant|revoke EMAIL [--project ID] [--port-offset N]',
  flags: { project: 'string', 'port-offset': 'number' },
  words: 2,
  async run(invocation) {
    const [action, email] = invocation.words;
    if (action === undefined || !ACTIONS.has(action) || email === undefined || !email.includes('@')) {
      throw new Complaint('Say whom to give or take the admin claim', `Usage: ${admin.usage}`);
    }
    connect(invocation.text('project'), invocation.number('port-offset'));
    await changeClaim(email, action === 'grant');
    console.log(`${email} ${action === 'grant' ? 'is an admin' : 'is no admin'} from the next sign-in on.`);
    return 0;
  },
};

function connect(projectId: string | undefined, offset: number | undefined): void {
  if (getApps().length > 0) return;
  if (projectId === undefined) {
    process.env.FIREBASE_AUTH_EMULATOR_HOST = `${HOST}:${requireRunning(offset).ports.auth}`;
    initializeApp({ projectId: PROJECT_ID });
    return;
  }
  delete process.env.FIREBASE_AUTH_EMULATOR_HOST;
  if (process.env.GOOGLE_APPLICATION_CREDENTIALS === undefined) {
    throw new Complaint(
      `There are no credentials for ${projectId}`,
      'Set GOOGLE_APPLICATION_CREDENTIALS to the key file of a service account of that project.',
    );
  }
  initializeApp({ projectId });
}

/** Other claims of the account stay as they are. */
async function changeClaim(email: string, isAdmin: boolean): Promise<void> {
  try {
    const user = await getAuth().getUserByEmail(email);
    const { admin: _before, ...others } = user.customClaims ?? {};
    await getAuth().setCustomUserClaims(user.uid, isAdmin ? { ...others, admin: true } : others);
    if (!isAdmin) await getAuth().revokeRefreshTokens(user.uid);
  } catch (error) {
    if ((error as { code?: string }).code === 'auth/user-not-found') {
      throw new Complaint(`Nobody has registered as ${email}`, 'Register the account in the shop first.');
    }
    throw new Complaint(`The claim was not changed: ${(error as Error).message}`, 'Check the credentials.');
  }
}
