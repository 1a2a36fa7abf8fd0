import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { FirebaseJson } from 'savepoint-stack/config/firebase-json';
import { packagePath } from 'savepoint-stack/config/kit-files';
import { openProject, type Project } from 'savepoint-stack/config/project';
import { checkDeployment } from 'savepoint-stack/deployment/check-deployment';
import { Run } from 'savepoint-stack/processes/run';
import { UserError } from 'savepoint-stack/user-error';
import type { Command } from '../cli/command.ts';

/** The deploy targets that firebase.json has sections for. */
function deployTargetsOf({ sites, codebases, firestore, storage, database = [] }: FirebaseJson): string {
  return [
    ...(sites.length > 0 ? ['hosting'] : []),
    ...(codebases.length > 0 ? ['functions'] : []),
    ...(firestore?.rules === undefined ? [] : ['firestore:rules']),
    ...(firestore?.indexes === undefined ? [] : ['firestore:indexes']),
    ...(storage.length > 0 ? ['storage'] : []),
    ...(database.some(({ rules }) => rules !== undefined) ? ['database'] : []),
  ].join();
}

/**
 * `deploy`: runs the checks that need no network, then deploys with the same firebase.json that the
 * emulators use.
 */
export const deploy: Command = {
  summary: 'build and deploy to a Firebase project, or only check that it would work',
  usage: '--project ID [--check]  (or --check alone)',
  flags: {
    project: {
      type: 'string',
      short: 'P',
      value: 'ID',
      description: 'the Firebase project to deploy to, or its alias',
    },
    check: { type: 'boolean', description: 'only run the checks, which need no network' },
  },
  async run(invocation, folder) {
    const name = invocation.text('project');
    const checkOnly = invocation.flag('check');
    if (name === undefined && !checkOnly) {
      throw new UserError('Expected --project ID or --check', `Usage: ${invocation.usage}`);
    }
    const project = openProject(folder, { project: name });
    if (project.id.startsWith('demo-') && !checkOnly) {
      throw new UserError(
        `${project.id} is a demo project, which exists on this machine only`,
        'Pass the id of a real project.',
      );
    }
    if (!(await check(project))) return 1;
    return checkOnly ? 0 : deployTargets(project, name as string);
  },
};

async function check(project: Project): Promise<boolean> {
  const run = new Run(project.environment);
  try {
    const { output, failed } = await checkDeployment(project, run);
    console.log(output);
    return failed === 0;
  } finally {
    await run.end();
  }
}

/**
 * Runs firebase-tools, which asks for a login if there is none. Only this process may connect
 * anywhere.
 */
async function deployTargets({ folder, firebase, environment }: Project, name: string): Promise<number> {
  const targets = deployTargetsOf(firebase);
  console.log(`Deploying with firebase-tools, which connects to Google: ${targets}`);
  const main = packagePath('firebase-tools', 'lib', 'bin', 'firebase.js');
  const child = spawn(process.execPath, [main, 'deploy', '--project', name, '--only', targets], {
    cwd: folder,
    env: environment,
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
