// Starts servers in the order of what they depend on, as concurrently as that allows.
import { type Project, statePath } from '../config/project.ts';
import { ServerProcess } from '../processes/server-process.ts';
import { UserError } from '../user-error.ts';
import type { Server, StartingStack } from './server.ts';

/** Servers that start. */
export interface StartedServers {
  /** Those that have started so far. */
  readonly processes: readonly ServerProcess[];
  /**
   * Resolves when all are started, and those that the stack waits for respond.
   * @throws UserError when one cannot be built, or does not respond
   */
  readonly ready: Promise<void>;
  /**
   * Rejects with a UserError when a server exits by itself without which the stack cannot go on.
   */
  readonly broken: Promise<never>;
  /**
   * From now on the stack works: it goes on without a server that is required at the start only.
   */
  markReady(): void;
}

/** @param onExit called when a server exits by itself without which the stack goes on */
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
          throw new UserError(`${server.name} needs ${missing.name}, which does not run`, 'Start it first.');
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
  // What one server builds another may load: the rules of Storage are in the bundle of Firestore.
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
 * firebase-tools loads 2,000 files, which takes half the time with cached bytecode; TypeScript
 * takes 17 MB less with its types removed before.
 */
function compileCache({ folder, environment }: Project): Record<string, string> {
  return { NODE_COMPILE_CACHE: environment.NODE_COMPILE_CACHE ?? statePath(folder, 'compile-cache') };
}

function defaultExitError({ label }: Server): (problem: string) => UserError {
  return (problem) => new UserError(`${label} ${problem}`, 'Its last lines are above.');
}
