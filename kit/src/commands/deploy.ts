// Owns `npm run deploy`: the way to production with the same firebase.json, and everything of it that can be checked without a network.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Command } from '../cli/command.ts';
import { binPath, repositoryPath } from '../config/repository.ts';
import { checkDeployment } from '../deployment/check-deployment.ts';
import { Run } from '../processes/run.ts';
import { UserError } from '../user-error.ts';

const PARTS = 'hosting,functions,firestore:rules,firestore:indexes';

export const deploy: Command = {
  summary: 'build and deploy to a Firebase project, or check that it would work',
  usage: 'npm run deploy -- --project ID [--check]  (or --check alone)',
  flags: { project: 'string', check: 'boolean' },
  positionals: 0,
  async run(invocation) {
    const projectId = invocation.text('project');
    const checkOnly = invocation.flag('check');
    if (projectId === undefined && !checkOnly) {
      throw new UserError('A deployment needs a project', `Usage: ${deploy.usage}`);
    }
    if (projectId?.startsWith('demo-') && !checkOnly) {
      throw new UserError(
        `${projectId} is a demo project: it exists on this machine only`,
        'Give the id of a real project.',
      );
    }
    if (!(await check(projectId))) return 1;
    return checkOnly ? 0 : deployParts(projectId as string);
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

/** Hands over to firebase-tools, which asks for a login when there is none. */
async function deployParts(projectId: string): Promise<number> {
  const child = spawn(binPath('firebase'), ['deploy', '--project', projectId, '--only', PARTS], {
    cwd: repositoryPath(),
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
