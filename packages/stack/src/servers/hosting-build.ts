// Builds the web app for Hosting.
import { planHostingBuild } from '../builds/build-plan.ts';
import { isUpToDate } from '../builds/up-to-date.ts';
import type { Project } from '../config/project.ts';
import type { Run } from '../processes/run.ts';
import { UserError } from '../user-error.ts';
import { stackVariables } from './servers.ts';

export interface WebAppBuildOptions {
  readonly run: Run;
  readonly onLine: (line: string) => void;
}

/** Runs the configured build, if any, unless its output is newer than all its inputs. */
export async function buildWebAppIfStale(project: Project, options: WebAppBuildOptions): Promise<void> {
  const plan = planHostingBuild(project);
  if (plan !== undefined && !isUpToDate(plan.output, plan.inputs)) await buildWebApp(project, options);
}

/**
 * Runs the configured build for Hosting, if any. Its output must not contain the addresses of a
 * stack, so it does not get them: pages read them at run time from Hosting's
 * `/__/firebase/init.js`.
 * @throws UserError with the build's last lines when it fails
 */
export async function buildWebApp(project: Project, { run, onLine }: WebAppBuildOptions): Promise<void> {
  const plan = planHostingBuild(project);
  if (plan === undefined) return;
  const lines: string[] = [];
  const building = run.start({
    name: 'web build',
    command: 'sh',
    args: ['-c', plan.command],
    cwd: plan.folder,
    env: {
      ...Object.fromEntries(stackVariables(project).map((name) => [name, undefined])),
      FORCE_COLOR: '0',
    },
    onLine: (line) => {
      lines.push(line);
      onLine(line);
    },
  });
  const code = await building.exit;
  if (code !== 0 && !run.isEnding) {
    throw new UserError(
      `${plan.subject} does not build:\n${lines.slice(-30).join('\n')}`,
      'Fix the error above.',
    );
  }
}
