// Starts servers in dependency order, as concurrently as possible.
import { type Project, statePath } from '../config/project.ts';
import { ServerProcess } from '../processes/server-process.ts';
import { UserError } from '../user-error.ts';
import type { Server, StartingStack } from './server.ts';

/** Servers while they start. */
export interface StartedServers {
  /** The servers started so far. */
  readonly processes: readonly ServerProcess[];
  /**
   * Resolves when all are started and every awaited one responds.
   * @throws UserError when one cannot be built or does not respond
   */
  readonly ready: Promise<void>;
  /** Rejects with a UserError when a required server exits unexpectedly. */
  readonly broken: Promise<never>;
  /**
   * Marks the stack as ready: servers that are required only at the start may exit from then on.
   */
  markReady(): void;
}

/** @param onExit called when a server that is not required exits unexpectedly */
export function startServers(
  servers: readonly Server[],
  stack: StartingStack,
  onExit: (server: Server, problem: string) => void,
): StartedServers {
  const { promise: broken, reject } = Promise.withResolvers<never>();
  broken.catch(() => undefined);
  const processes: ServerProcess[] = [];
  let isReady = false;
  const spawn = (server: Server): ServerProcess => {
    const {
      exitError = defaultExitError(server),
      responds,
      note,
      beforeStop,
      afterStart,
      env,
      ...spec
    } = server.start(stack);
    const isRequired = () =>
      server.isRequired === 'always' || (server.isRequired === 'at the start' && !isReady);
    const ports = server.ports(stack.project);
    const started = new ServerProcess({
      run: stack.run,
      name: server.name,
      ports: stack.ports,
      portNames: ports.map(({ name }) => name),
      labels: [server.label, ...ports.flatMap(({ label }) => label ?? [])],
      process: {
        onLine: (line) => stack.onLine(server.name, line),
        env: { ...compileCache(stack.project), ...env },
        ...spec,
      },
      ...(responds !== undefined && { responds }),
      ...(beforeStop !== undefined && { beforeStop }),
      ...(afterStart !== undefined && { afterStart }),
      ...(note !== undefined && { note }),
      beforeStart() {
        const missing = processes.find(
          ({ name, state }) => server.connectsTo?.includes(name) && state.state !== 'running',
        );
        if (missing !== undefined) {
          throw new UserError(
            `${server.name} needs ${missing.name}, which is not running`,
            'Start it first.',
          );
        }
      },
      onExit(problem, lines) {
        if (isRequired()) reject(exitError(problem, lines));
        else if (!stack.run.isEnding) onExit(server, problem);
      },
    });
    processes.push(started);
    return started;
  };
  const starts = new Map<string, Promise<void>>();
  const start = (server: Server): Promise<void> => {
    const started = starts.get(server.name) ?? startAfterOthers(server);
    starts.set(server.name, started);
    return started;
  };
  // A server may load what another one builds: the Storage rules engine is in Firestore's bundle.
  const prepared = Promise.all(servers.map((server) => server.prepare?.(stack)));
  const startAfterOthers = async (server: Server): Promise<void> => {
    const others = servers.filter(({ name }) => server.dependsOn.includes(name));
    await Promise.all([prepared, ...others.map(start)]);
    const started = spawn(server);
    if (server.isAwaited) await started.responds();
  };
  return {
    processes,
    ready: Promise.all(servers.map(start)).then(() => undefined),
    broken,
    markReady() {
      isReady = true;
    },
  };
}

/**
 * firebase-tools loads 2,000 files, which takes half the time with cached bytecode. TypeScript
 * takes 17 MB less when its types are stripped beforehand.
 */
function compileCache({ folder, environment }: Project): Record<string, string> {
  return { NODE_COMPILE_CACHE: environment.NODE_COMPILE_CACHE ?? statePath(folder, 'compile-cache') };
}

function defaultExitError({ label }: Server): (problem: string) => UserError {
  return (problem) => new UserError(`${label} ${problem}`, 'Its last lines are above.');
}
