import { join } from 'node:path';
import { ownAddress, stackVariables } from '../config/environment.ts';
import { HOST } from '../config/ports.ts';
import type { Project } from '../config/project.ts';
import { fillCommand } from '../config/shell-command.ts';
import { fillTemplate } from '../config/template.ts';
import { DEV_SERVER_PRELOAD } from '../processes/inbound-guard.ts';
import { requireOption } from '../processes/outbound-guard.ts';
import type { ProcessSpec, Run, RunningProcess } from '../processes/run.ts';
import { UserError } from '../user-error.ts';
import { planHostingBuild } from './build-plan.ts';
import { isUpToDate } from './up-to-date.ts';

export interface WebAppOptions {
  readonly run: Run;
  readonly env: Readonly<Record<string, string>>;
  readonly onLine: (line: string) => void;
}

/** Whether the configuration has a dev server. */
export function hasDevServer({ config }: Project): boolean {
  return config.web !== undefined;
}

/** Starts the dev server with hot reload on the port. */
export function startDevServer(
  project: Project,
  { run, ...options }: WebAppOptions,
  port: number,
): RunningProcess {
  return run.start({ name: 'web', ...devServerProcess(project, options, port) });
}

/** How the dev server is started. */
export function devServerProcess(
  { folder, config, environment }: Project,
  { env, onLine }: Omit<WebAppOptions, 'run'>,
  port: number,
): Omit<ProcessSpec, 'name'> {
  const { web } = config;
  if (web === undefined) throw new UserError('savepoint.config.ts has no dev server', 'Add web.command.');
  const own: Readonly<Record<string, string>> = { ...ownAddress(port), host: HOST };
  return {
    command: 'sh',
    args: ['-c', fillCommand(web.command, (text) => fillTemplate(text, (name) => own[name]))],
    cwd: join(folder, web.folder ?? ''),
    env: {
      ...env,
      FORCE_COLOR: '0',
      NODE_OPTIONS: `${requireOption(DEV_SERVER_PRELOAD)} ${environment.NODE_OPTIONS ?? ''}`.trim(),
    },
    onLine,
  };
}

/**
 * Runs the build of the configuration unless its output is newer than all its inputs, or there is
 * none.
 */
export async function buildWebAppIfStale(
  project: Project,
  options: Omit<WebAppOptions, 'env'>,
): Promise<void> {
  const plan = planHostingBuild(project);
  if (plan !== undefined && !isUpToDate(plan.output, plan.inputs)) await buildWebApp(project, options);
}

/**
 * Runs the build of what Hosting serves, if the configuration has one. It must not contain the
 * addresses of a stack, so it does not get them: pages read them from Hosting's
 * `/__/firebase/init.js` at run time.
 * @throws UserError with the build's last lines when it fails
 */
export async function buildWebApp(
  project: Project,
  { run, onLine }: Omit<WebAppOptions, 'env'>,
): Promise<void> {
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
      'Fix the code that it names.',
    );
  }
}
