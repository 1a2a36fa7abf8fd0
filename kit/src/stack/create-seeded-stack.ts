// The whole stack of the project of the current folder, for its tests: what `start` runs, without the dev server and Studio.
import { buildWebAppIfStale } from '../builds/web-app.ts';
import { hostAndPort, serverUrl } from '../config/environment.ts';
import { offsetPorts, type Ports, type ServerName } from '../config/ports.ts';
import { openProject, statePath } from '../config/project.ts';
import { DataOperations } from '../data/data-operations.ts';
import { Run } from '../processes/run.ts';
import { UserError } from '../user-error.ts';
import { claimByName } from './claim-stack.ts';
import type { CreatedStack, CreateStackOptions } from './created-stack.ts';
import { startStack } from './stack.ts';
import { clientConfigOf, StackClients } from './stack-clients.ts';
import { ownIdentity, StackRegistry } from './stack-registry.ts';

const MAX_LINES = 2000;

/** @throws UserError when an option contradicts the configuration, a build fails, or a server does not start */
export async function createSeededStack(
  {
    folder,
    emulators,
    projectId: otherId,
    services = [],
    onLine,
  }: CreateStackOptions & { readonly folder: string },
  name: string,
): Promise<CreatedStack> {
  if (emulators !== undefined || otherId !== undefined) {
    throw new UserError('A stack with the seed has the emulators and the project id of the configuration');
  }
  const project = openProject(folder);
  const registry = new StackRegistry();
  const run = new Run(project.environment);
  const lines: string[] = [];
  let stop = () => {};
  const end = async () => {
    stop();
    await run.end();
    registry.release(name, ownIdentity());
  };
  try {
    const servers = Object.keys(offsetPorts(project, 0)) as ServerName[];
    const claim = { registry, folder, servers, isPersistent: false };
    const ports = (await claimByName(claim, name)).ports as Ports;
    await buildWebAppIfStale(project, { run, onLine: () => undefined });
    const stack = await startStack({
      project,
      run,
      ports,
      appUrl: serverUrl(ports.hosting),
      services,
      eventLogFolder: statePath(folder, 'event-log', 'tests', name),
      onLine: (server, line) => {
        lines.push(`${server}: ${line}`);
        if (lines.length > MAX_LINES) lines.shift();
        onLine?.(`${server}: ${line}`);
      },
    });
    stop = () => stack.stop();
    registry.markReady(name);
    const { environment } = stack;
    const { id } = project;
    const data = new DataOperations(project, run, stack);
    const admin = new StackClients({ name, projectId: id, folders: [folder], environment });
    return {
      name,
      projectId: id,
      addresses: Object.fromEntries(
        stack.servers.map((server) => [server, hostAndPort(ports[server] as number)]),
      ),
      environment,
      clientConfig: clientConfigOf(id),
      clients: () => admin.get(),
      output: () => lines.join('\n'),
      reset: () => data.reset(),
      snapshot: () => data.snapshot(),
      restore: (snapshot) => data.restore(snapshot),
      async [Symbol.asyncDispose]() {
        await admin.close();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}
