// What firebase-tools and its workers tell each other beyond firebase-tools' own protocol.

/**
 * The header of a request to a worker with its invocation. Nobody else reaches a worker: it listens
 * on a Unix socket.
 */
export const INVOCATION_HEADER = 'x-savepoint-invocation';

/** The types of log entries of a worker that are for firebase-tools and not for a person. */
export const ENVIRONMENT_READ = 'environment-read';
export const WORKER_EXIT = 'worker-exit';

/** A line that a function prints, as an entry of firebase-tools' log. */
export interface NamedOutput {
  readonly level: 'USER';
  readonly type: 'function-log';
  readonly text: string;
  readonly data: { readonly function: string };
}

export function namedOutput(name: string, text: string): NamedOutput {
  return { level: 'USER', type: 'function-log', text, data: { function: name } };
}

export interface Invocation {
  /** Unique among those of one worker. */
  readonly id: number;
  /** The entry point, `orders.create`. */
  readonly target: string;
  /** `http`, `event` or `cloudevent`. */
  readonly signature: string;
  /** The name of the function. */
  readonly service: string;
  /** The source of the events that it publishes. */
  readonly eventSource: string | undefined;
  /** Whether it has waited for the start of its worker. */
  readonly isColdStart: boolean;
}

/** Which code ends its worker. Without an id and a name, no request runs it. */
export interface ExitReport {
  readonly kind: 'threw' | 'exited';
  readonly id?: number | undefined;
  readonly name?: string | undefined;
  /** `FILE:LINE`. */
  readonly place?: string | undefined;
  readonly message?: string | undefined;
  readonly code?: number | undefined;
}

export function isExitReport(data: object | undefined): data is ExitReport {
  return data !== undefined && 'kind' in data && (data.kind === 'threw' || data.kind === 'exited');
}

export function encodeInvocation(invocation: Invocation): string {
  return encodeURIComponent(JSON.stringify(invocation));
}

export function decodeInvocation(header: string): Invocation {
  return JSON.parse(decodeURIComponent(header));
}
