// Lets the Functions emulator use the Cloud Tasks emulator at CLOUD_TASKS_EMULATOR_HOST
// (`host:port`), a separate process (packages/tasks). firebase-tools' own emulator ignores schedule
// times, makes one attempt too many, blocks a slot while a task waits for a retry, and loses its
// tasks when functions are reloaded. This keeps its TasksEmulator from starting anything. Its port
// is not checked, because it is in use; firebase-tools waits until it is.
import { hasSource, type PatchedModule, patchModule } from '../patch.ts';
import type { FunctionsEmulatorModule } from './functions-emulator.ts';

interface TasksEmulatorModule {
  readonly TasksEmulator: {
    readonly prototype: {
      start(): Promise<void>;
      stop(): Promise<void>;
      getInfo(): object;
    };
  };
}

/** The used parts of lib/emulator/portUtils.js. */
interface PortUtils {
  resolveHostAndAssignPorts(config: object): unknown;
}

const server = patchModule<TasksEmulatorModule>('lib/emulator/tasksEmulator.js', {
  expected: {
    'TasksEmulator.start() that lets createHubServer() listen': ({ TasksEmulator }) =>
      hasSource(TasksEmulator.prototype.start, /this\.createHubServer\(\)\.listen\(port, host\)/),
    'TasksEmulator.getInfo() that returns args.host and args.port': ({ TasksEmulator }) =>
      hasSource(TasksEmulator.prototype.getInfo, /this\.args\.host \|\|.*this\.args\.port \|\|/s),
  },
  apply({ TasksEmulator: { prototype } }, load) {
    const address = process.env.CLOUD_TASKS_EMULATOR_HOST;
    if (!address) return;
    const { hostname, port } = new URL(`http://${address}`);
    const listening = [{ address: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }];
    const portUtils = load<PortUtils>('./portUtils');
    const { resolveHostAndAssignPorts } = portUtils;
    // A list of addresses is used unchanged.
    portUtils.resolveHostAndAssignPorts = (config) =>
      resolveHostAndAssignPorts('tasks' in config ? { ...config, tasks: listening } : config);
    prototype.start = async () => undefined;
    prototype.stop = async () => undefined;
  },
});

/**
 * On a reload, the Functions emulator skips functions whose name and event trigger are unchanged,
 * so changed limits and retries of a queue would take effect only at the next start. This registers
 * known queues again.
 */
const queues = patchModule<FunctionsEmulatorModule>('lib/emulator/functionsEmulator.js', {
  expected: {
    'FunctionsEmulator.loadTriggers(backend) that awaits discoverTriggers(backend)': ({
      FunctionsEmulator: { prototype },
    }) =>
      hasSource(prototype.loadTriggers, /triggerDefinitions = await this\.discoverTriggers\(\w+\)/) &&
      prototype.discoverTriggers.length === 1,
    'FunctionsEmulator.addTaskQueueTrigger(projectId, location, entryPoint, defaultUri, taskQueueTrigger)': ({
      FunctionsEmulator,
    }) => FunctionsEmulator.prototype.addTaskQueueTrigger.length === 5,
    'FunctionsEmulator.getHttpFunctionUrl(projectId, name, region, info)': ({ FunctionsEmulator }) =>
      FunctionsEmulator.getHttpFunctionUrl.length === 4,
  },
  apply({ FunctionsEmulator }) {
    const { prototype } = FunctionsEmulator;
    const { discoverTriggers } = prototype;
    prototype.discoverTriggers = async function discoverAndUpdateQueues(backend) {
      const definitions = await discoverTriggers.call(this, backend);
      const known = new Set(Object.values(this.triggers).map(({ def }) => def.entryPoint));
      const { projectId } = this.args;
      for (const { name, region, entryPoint, taskQueueTrigger } of definitions) {
        if (taskQueueTrigger === undefined || !known.has(entryPoint)) continue;
        const url = FunctionsEmulator.getHttpFunctionUrl(projectId, name, region);
        await this.addTaskQueueTrigger(projectId, region, name, url, taskQueueTrigger);
      }
      return definitions;
    };
  },
});

export const tasksServer: readonly PatchedModule[] = [server, queues];
