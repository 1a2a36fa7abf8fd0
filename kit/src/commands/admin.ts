// Owns `npm run admin`: who may run the shop, on the local stack or on a real project. The seed's command knows how the claim is set.
import { spawnSync } from 'node:child_process';
import type { Command } from '../cli/command.ts';
import { HOST } from '../config/ports.ts';
import { PROJECT_ID, repositoryPath } from '../config/repository.ts';
import { getRunningStack } from '../stack/running-stacks.ts';
import { UserError } from '../user-error.ts';

const ACTIONS = new Set(['grant', 'revoke']);

export const admin: Command = {
  summary: 'give or take the admin claim (a real project with --project)',
  usage: 'npm run admin -- grant|revoke EMAIL [--project ID] [--port-offset N]',
  flags: { project: 'string', 'port-offset': 'number' },
  positionals: 2,
  async run(invocation) {
    const [action, email] = invocation.positionals;
    if (action === undefined || !ACTIONS.has(action) || email === undefined || !email.includes('@')) {
      throw new UserError('Say whom to give or take the admin claim', `Usage: ${admin.usage}`);
    }
    const projectId = invocation.text('project');
    const env =
      projectId === undefined
        ? { FIREBASE_AUTH_EMULATOR_HOST: localAuth(invocation.number('port-offset')) }
        : { FIREBASE_AUTH_EMULATOR_HOST: undefined };
    const done = spawnSync(
      process.execPath,
      [repositoryPath('seed', 'src', 'grant-admin.ts'), action, email, '--project', projectId ?? PROJECT_ID],
      { env: { ...process.env, ...env }, encoding: 'utf8' },
    );
    if (done.status !== 0) throw new UserError(done.stderr.trim(), 'Nothing was changed.');
    process.stdout.write(done.stdout);
    return 0;
  },
};

function localAuth(offset: number | undefined): string {
  return `${HOST}:${getRunningStack(offset).ports.auth}`;
}
