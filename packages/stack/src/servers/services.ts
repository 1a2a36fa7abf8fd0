// The services of the configuration, such as the emulator of an API that the functions call.
import { join } from 'node:path';
import type { ServiceConfig } from '../config/define-config.ts';
import { fillAddresses, fillVariables, ownAddress } from '../config/environment.ts';
import type { Project } from '../config/project.ts';
import { fillCommand } from '../config/shell-command.ts';
import { tracingVariables } from './event-log.ts';
import type { Server } from './server.ts';

/** Creates a server for each service of the configuration. */
export function serviceServers({ config }: Project): readonly Server[] {
  return Object.entries(config.services ?? {}).map(([name, service]) => serviceServer(name, service));
}

function serviceServer(name: string, service: ServiceConfig): Server {
  const { command, folder = '', port, env, optional = false, title = name, note = '' } = service;
  const ownPort = (ports: Readonly<Record<string, number>>) => ownAddress(ports[name] ?? port);
  return {
    name,
    label: `The service ${name}`,
    isNeeded: (_project, { services }) => !optional || services.includes(name),
    ports: () => [{ name, label: title, note }],
    dependsOn: [],
    // It may not speak HTTP.
    isAwaited: false,
    isRequired: 'at the start',
    environment: (project, addresses) => fillVariables(project, env, addresses, ownPort(addresses.ports)),
    start(stack) {
      const { project, ports } = stack;
      return {
        command: 'sh',
        args: ['-c', fillCommand(command, (text) => fillAddresses(project, text, stack, ownPort(ports)))],
        cwd: join(project.folder, folder),
        env: { ...stack.environment, ...tracingVariables(stack) },
      };
    },
  };
}
