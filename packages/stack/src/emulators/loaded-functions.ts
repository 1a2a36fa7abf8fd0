import { serverUrl } from '../config/environment.ts';
import type { Ports } from '../config/ports.ts';
import type { Project } from '../config/project.ts';
import { fetchServer } from '../processes/fetch-server.ts';
import type { LoadFailure } from './load-failure.ts';

/** The fields of the Functions emulator's description of a function that the kit reads. */
export interface Trigger {
  /** Name of the export: `group.name`. */
  readonly entryPoint: string;
  /** Name in the URL: `group-name`. */
  readonly name: string;
  readonly region: string;
  /** Present if clients call the function. */
  readonly httpsTrigger?: object;
  readonly callableTrigger?: object;
  readonly labels?: Readonly<Record<string, string>>;
  readonly schedule?: { readonly schedule: string };
  readonly eventTrigger?: { readonly eventType: string };
  readonly blockingTrigger?: { readonly eventType: string };
  readonly taskQueueTrigger?: object;
  readonly secretEnvironmentVariables?: readonly { readonly key: string }[] | null;
}

/** A codebase as described by the Functions emulator. */
export interface Backend {
  /** Absolute path of its source. */
  readonly directory: string;
  readonly functionTriggers: readonly Trigger[];
  /** The reason why its functions are not loaded. */
  readonly unloaded?: LoadFailure;
}

export interface StackServers {
  readonly ports: Ports;
  readonly servers: readonly string[];
}

/**
 * The functions of the project that the stack has loaded, and the codebases that it could not load.
 */
export interface StackFunctions {
  readonly loaded: readonly LoadedFunction[];
  /** The reasons why codebases are not loaded. */
  readonly unloaded: readonly LoadFailure[];
}

export interface LoadedFunction {
  readonly name: string;
  /** `callable`, `HTTP`, `schedule every day 03:00`, or the type of the event. */
  readonly trigger: string;
  /** Present if clients call the function. */
  readonly url?: string;
}

/** The codebases of a stack's Functions emulator; none if it has no such emulator. */
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
