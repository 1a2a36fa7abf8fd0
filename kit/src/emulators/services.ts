import { fillAddresses, ownAddress, type StackAddresses } from '../config/environment.ts';
import { getProject, projectPath } from '../config/project.ts';
import type { Run, RunningProcess } from '../processes/run.ts';

export interface ServiceOptions {
  readonly run: Run;
  readonly addresses: StackAddresses;
  readonly env: Readonly<Record<string, string>>;
  readonly onLine: (service: string, line: string) => void;
}

/** The names of the services that a stack has: all that are not optional, and the given ones. */
export function selectServices(optional: readonly string[]): string[] {
  return Object.entries(getProject().config.services ?? {})
    .filter(([name, service]) => !service.optional || optional.includes(name))
    .map(([name]) => name);
}

/** Starts the services of the configuration that the stack has. */
export function startServices({ run, addresses, env, onLine }: ServiceOptions): RunningProcess[] {
  return Object.entries(getProject().config.services ?? {})
    .filter(([name]) => addresses.servers.has(name))
    .map(([name, { command, folder, port }]) =>
      run.start({
        name,
        command: 'sh',
        args: ['-c', fillAddresses(command, addresses, ownAddress(addresses.ports[name] ?? port))],
        cwd: projectPath(folder ?? ''),
        env,
        onLine: (line) => onLine(name, line),
      }),
    );
}
