import { spawnSync } from 'node:child_process';
import type { Command } from '../cli/command.ts';
import { PORT_OFFSET } from '../cli/command-line.ts';
import { unknownName } from '../cli/unknown-name.ts';
import { hostAndPort } from '../config/environment.ts';
import { PROJECT_ID, repositoryPath } from '../config/repository.ts';
import { withOutboundGuard } from '../processes/outbound-guard.ts';
import { getRunningStack } from '../stack/running-stacks.ts';
import { UserError } from '../user-error.ts';

const ACTIONS = ['grant', 'revoke'];

/** `npm run admin`: sets the admin claim of an account, in the running stack or in a real project. */
export const admin: Command = {
  summary: 'grant or revoke the admin claim of an account (in a real project with --project)',
  usage: 'npm run admin -- grant|revoke EMAIL [--project ID] [--port-offset N]',
  flags: {
    project: { type: 'string', value: 'ID', description: 'a real Firebase project (connects to Google)' },
    'port-offset': PORT_OFFSET,
  },
  maxPositionals: 2,
  async run(invocation) {
    const [action, email] = invocation.positionals;
    const usage = `Usage: ${admin.usage}`;
    if (action === undefined) throw new UserError('Expected an action: grant or revoke', usage);
    if (!ACTIONS.includes(action)) throw unknownName('action', action, ACTIONS, usage);
    if (email === undefined || !email.includes('@')) {
      throw new UserError(
        `Expected an email address${email === undefined ? '' : `, but got "${email}"`}`,
        usage,
      );
    }
    const projectId = invocation.text('project');
    const env =
      projectId === undefined
        ? {
            FIREBASE_AUTH_EMULATOR_HOST: authEmulatorHost(invocation.number('port-offset')),
            NODE_OPTIONS: withOutboundGuard(),
          }
        : { FIREBASE_AUTH_EMULATOR_HOST: undefined };
    const result = spawnSync(
      process.execPath,
      [
        repositoryPath('seed', 'src', 'grant-admin.ts'),
        action,
        email,
        ...['--project', projectId ?? PROJECT_ID],
      ],
      { env: { ...process.env, ...env }, encoding: 'utf8' },
    );
    if (result.status !== 0) throw new UserError(result.stderr.trim(), 'Nothing was changed.');
    process.stdout.write(result.stdout);
    return 0;
  },
};

function authEmulatorHost(offset: number | undefined): string {
  return hostAndPort(getRunningStack(offset).ports.auth);
}
