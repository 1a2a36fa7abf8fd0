// The dev server of the web app.
import { join } from 'node:path';
import type { StackAddresses } from '../config/environment.ts';
import { fillVariables, ownAddress } from '../config/environment.ts';
import { listenHost } from '../config/listen-host.ts';
import type { Ports } from '../config/ports.ts';
import type { Project } from '../config/project.ts';
import { fillCommand } from '../config/shell-command.ts';
import { fillTemplate } from '../config/template.ts';
import { DEV_SERVER_PRELOAD } from '../processes/inbound-guard.ts';
import { requireOption } from '../processes/outbound-guard.ts';
import type { ProcessSpec } from '../processes/run.ts';
import { UserError } from '../user-error.ts';
import type { Server } from './server.ts';
import { studioVariables } from './studio.ts';

/** It starts last, because starting concurrently would delay the emulators. */
export const web: Server = {
  name: 'web',
  label: 'The dev server',
  isNeeded: ({ config }, { pages }) => pages === 'all' && config.web !== undefined,
  ports: ({ config: { web: { title = 'App', note = 'the dev server' } = {} } }) => [
    { name: 'web', label: title, note, isPage: true },
  ],
  dependsOn: ['firebase-tools'],
  isAwaited: true,
  isRequired: 'at the start',
  environment: () => ({}),
  start(stack) {
    const { project, ports, environment } = stack;
    const env = {
      ...environment,
      ...studioVariables(project.environment, ports),
      ...devServerEnvironment(project, stack),
    };
    return devServerProcess(project, env, ports);
  },
};

/** The variables that the configuration sets for the dev server. */
export function devServerEnvironment(
  project: Project,
  addresses: Pick<StackAddresses, 'ports' | 'appUrl'>,
): Record<string, string> {
  return fillVariables(project, project.config.web?.env, addresses, ownAddress(addresses.ports.web));
}

/** The process of the dev server, with hot reload. */
export function devServerProcess(
  project: Project,
  env: Readonly<Record<string, string>>,
  ports: Pick<Ports, 'web'>,
): Omit<ProcessSpec, 'name'> {
  const { folder, config, environment } = project;
  if (config.web === undefined)
    throw new UserError('savepoint.config.ts has no dev server', 'Add web.command.');
  const own: Readonly<Record<string, string>> = {
    ...ownAddress(ports.web),
    host: listenHost(project, 'web'),
  };
  return {
    command: 'sh',
    args: ['-c', fillCommand(config.web.command, (text) => fillTemplate(text, (name) => own[name]))],
    cwd: join(folder, config.web.folder ?? ''),
    env: {
      ...env,
      FORCE_COLOR: '0',
      NODE_OPTIONS: `${requireOption(DEV_SERVER_PRELOAD)} ${environment.NODE_OPTIONS ?? ''}`.trim(),
    },
  };
}
