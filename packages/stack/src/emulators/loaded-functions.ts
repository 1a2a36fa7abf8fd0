import { serverUrl } from '../config/environment.ts';
import type { Ports } from '../config/ports.ts';
import type { Project } from '../config/project.ts';
import { fetchServer } from '../processes/fetch-server.ts';
import type { LoadFailure } from './load-failure.ts';

/** A function as the Functions emulator describes it, as far as the kit reads it. */
export interface Trigger {
  /** Of the export: `group.name`. */
  readonly entryPoint: string;
  /** In its URL: `group-name`. */
  readonly name: string;
  readonly region: string;
  /** Of functions that a client calls. */
  readonly httpsTrigger?: object;
  readonly callableTrigger?: object;
  readonly labels?: Readonly<Record<string, string>>;
  readonly schedule?: { readonly schedule: string };
  readonly eventTrigger?: { readonly eventType: string };
  readonly blockingTrigger?: { readonly eventType: string };
  readonly taskQueueTrigger?: object;
  readonly secretEnvironmentVariables?: readonly { readonly key: string }[] | null;
}

/** A codebase as the Functions emulator describes it. */
export interface Backend {
  /** Absolute path of its source. */
  readonly directory: string;
  readonly functionTriggers: readonly Trigger[];
  /** Why its functions are not loaded. */
  readonly unloaded?: LoadFailure;
}

/** The servers of a stack. */
export interface StackServers {
  readonly ports: Ports;
  readonly servers: readonly string[];
}

/** The functions of the project that the stack has loaded, and those that it has not. */
export interface StackFunctions {
  readonly loaded: readonly LoadedFunction[];
  /** Why codebases are not loaded. */
  readonly unloaded: readonly LoadFailure[];
}

export interface LoadedFunction {
  readonly name: string;
  /** `callable`, `HTTP`, `schedule every day 03:00`, or the type of the event. */
  readonly trigger: string;
  /** Of functions that a client calls. */
  readonly url?: string;
}

/** The codebases of a stack's Functions emulator; none without one. */
export async function listBackends({
  ports,
  servers,
}: {
  readonly ports: Pick<Ports, 'functions'>;
  readonly servers: readonly string[];
}): Promise<readonly Backend[]> {
  if (!servers.includes('functions')) return [];
  const response = await fetchServer('The Functions emulator', `${serverUrl(ports.functions)}/backends`);
  return ((await response.json()) as { backends: readonly Backend[] }).backends;
}

/** The functions of a stack. */
export async function listFunctions(
  { id }: Pick<Project, 'id'>,
  stack: StackServers,
): Promise<StackFunctions> {
  const backends = await listBackends(stack);
  const emulator = serverUrl(stack.ports.functions);
  return {
    loaded: backends
      .flatMap(({ functionTriggers }) => functionTriggers)
      .map((trigger) => ({
        name: trigger.name,
        trigger: describeTrigger(trigger),
        ...(trigger.httpsTrigger !== undefined && {
          url: `${emulator}/${id}/${trigger.region}/${trigger.name}`,
        }),
      })),
    unloaded: backends.flatMap(({ unloaded }) => unloaded ?? []),
  };
}

/** `callable`, `HTTP`, `schedule every day 03:00`, or the type of the event. */
export function describeTrigger(trigger: Trigger): string {
  if (trigger.schedule !== undefined) return `schedule ${trigger.schedule.schedule}`;
  if (trigger.eventTrigger !== undefined) return trigger.eventTrigger.eventType;
  if (trigger.taskQueueTrigger !== undefined) return 'task queue';
  if (trigger.blockingTrigger !== undefined) return trigger.blockingTrigger.eventType;
  return isCallable(trigger) ? 'callable' : 'HTTP';
}

export function isCallable({ callableTrigger, labels }: Trigger): boolean {
  return callableTrigger !== undefined || labels?.['deployment-callable'] === 'true';
}
