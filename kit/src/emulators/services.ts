import { fillAddresses, ownAddress, type StackAddresses } from '../config/environment.ts';
import { getProject, projectPath } from '../config/project.ts';
import { fillCommand } from '../config/shell-command.ts';
import type { Run } from '../processes/run.ts';
import { ServerProcess } from '../processes/server-process.ts';

export interface ServiceOptions {
  readonly run: Run;
  readonly addresses: StackAddresses;
  readonly env: Readonly<Record<string, string>>;
  readonly onLine: (service: string, line: string) => void;
  /** Called when a service exits by itself. */
  readonly onExit: (service: string, problem: string) => void;
}

/** The names of the services that a stack has: all that are not optional, and the given ones. */
export function selectServices(optional: readonly string[]): string[] {
  return Object.entries(getProject().config.services ?? {})
    .filter(([name, service]) => !service.optional || optional.includes(name))
    .map(([name]) => name);
}

/** Starts the services of the configuration that the stack has. */
export function startServices({ run, addresses, env, onLine, onExit }: ServiceOptions): ServerProcess[] {
  return Object.entries(getProject().config.services ?? {})
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
                fillAddresses(text, addresses, ownAddress(addresses.ports[name] ?? port)),
              ),
            ],
            cwd: projectPath(folder ?? ''),
            env,
            onLine: (line) => onLine(name, line),
          },
          onExit: (problem) => onExit(name, problem),
        }),
    );
}
