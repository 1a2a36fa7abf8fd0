import { join } from 'node:path';
import { fillAddresses, ownAddress, type StackAddresses } from '../config/environment.ts';
import type { Project } from '../config/project.ts';
import { fillCommand } from '../config/shell-command.ts';
import type { Run } from '../processes/run.ts';
import { ServerProcess } from '../processes/server-process.ts';

export interface ServiceOptions {
  readonly project: Project;
  readonly run: Run;
  readonly addresses: StackAddresses;
  readonly env: Readonly<Record<string, string>>;
  readonly onLine: (service: string, line: string) => void;
  /** Called when a service exits by itself. */
  readonly onExit: (service: string, problem: string) => void;
}

/** The names of the services that a stack has: all that are not optional, and the given ones. */
export function selectServices({ config }: Project, optional: readonly string[]): string[] {
  return Object.entries(config.services ?? {})
    .filter(([name, service]) => !service.optional || optional.includes(name))
    .map(([name]) => name);
}

/** Starts the services of the configuration that the stack has. */
export function startServices({
  project,
  run,
  addresses,
  env,
  onLine,
  onExit,
}: ServiceOptions): ServerProcess[] {
  return Object.entries(project.config.services ?? {})
    .filter(([name]) => addresses.servers.has(name))
    .map(
      ([name, { command, folder, port }]) =>
        new ServerProcess({
          run,
          name,
          ports: addresses.ports,
          process: {
            command: 'sh',
            args: [
              '-c',
              fillCommand(command, (text) =>
                fillAddresses(project, text, addresses, ownAddress(addresses.ports[name] ?? port)),
              ),
            ],
            cwd: join(project.folder, folder ?? ''),
            env,
            onLine: (line) => onLine(name, line),
          },
          onExit: (problem) => onExit(name, problem),
        }),
    );
}
