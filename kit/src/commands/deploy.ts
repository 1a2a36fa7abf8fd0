import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Command } from '../cli/command.ts';
import { binPath, repositoryPath } from '../config/repository.ts';
import { checkDeployment } from '../deployment/check-deployment.ts';
import { Run } from '../processes/run.ts';
import { UserError } from '../user-error.ts';

const TARGETS = 'hosting,functions,firestore:rules,firestore:indexes';

/** `npm run deploy`: deploys with the same firebase.json that the emulators use, after the checks that need no network. */
export const deploy: Command = {
  summary: 'build and deploy to a Firebase project, or only check that it would work',
  usage: 'npm run deploy -- --project ID [--check]  (or --check alone)',
  flags: {
    project: { type: 'string', value: 'ID', description: 'the Firebase project to deploy to' },
    check: { type: 'boolean', description: 'only run the checks, which need no network' },
  },
  async run(invocation) {
    const projectId = invocation.text('project');
    const checkOnly = invocation.flag('check');
    if (projectId === undefined && !checkOnly) {
      throw new UserError('Expected --project ID or --check', `Usage: ${deploy.usage}`);
    }
    if (projectId?.startsWith('demo-') && !checkOnly) {
      throw new UserError(
        `${projectId} is a demo project, which exists on this machine only`,
        'Pass the id of a real project.',
      );
    }
    if (!(await check(projectId))) return 1;
    return checkOnly ? 0 : deployTargets(projectId as string);
  },
};

async function check(projectId: string | undefined): Promise<boolean> {
  const run = new Run();
  try {
    const { output, failed } = await checkDeployment(run, projectId);
    console.log(output);
    return failed === 0;
  } finally {
    await run.end();
  }
}

/** Hands over to firebase-tools, which asks for a login when there is none. It is the one process that may connect anywhere. */
async function deployTargets(projectId: string): Promise<number> {
  console.log(`Deploying with firebase-tools, which connects to Google: ${TARGETS}`);
  const child = spawn(binPath('firebase'), ['deploy', '--project', projectId, '--only', TARGETS], {
    cwd: repositoryPath(),
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
