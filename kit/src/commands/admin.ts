// Owns `npm run admin`: who may run the shop, on the local stack or on a real project. The seed's command knows how the claim is set.
import { spawnSync } from 'node:child_process';
import { Complaint } from '../complaint.ts';
import { HOST } from '../ports.ts';
import { inRepository, PROJECT_ID } from '../repository.ts';
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
    const projectId = invocation.text('project');
    const env =
      projectId === undefined
        ? { FIREBASE_AUTH_EMULATOR_HOST: localAuth(invocation.number('port-offset')) }
        : { FIREBASE_AUTH_EMULATOR_HOST: undefined };
    const done = spawnSync(
      process.execPath,
      [inRepository('seed', 'src', 'grant-admin.ts'), action, email, '--project', projectId ?? PROJECT_ID],
      { env: { ...process.env, ...env }, encoding: 'utf8' },
    );
    if (done.status !== 0) throw new Complaint(done.stderr.trim(), 'Nothing was changed.');
    process.stdout.write(done.stdout);
    return 0;
  },
};

function localAuth(offset: number | undefined): string {
  return `${HOST}:${requireRunning(offset).ports.auth}`;
}
