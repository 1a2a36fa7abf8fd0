// The messages between firebase-tools and its workers that extend firebase-tools' own protocol.

/**
 * The header with the invocation of a request to a worker. Only firebase-tools can reach a worker,
 * which listens on a Unix socket.
 */
export const INVOCATION_HEADER = 'x-savepoint-invocation';

/** Types of a worker's log entries that are for firebase-tools rather than for people. */
export const ENVIRONMENT_READ = 'environment-read';
export const WORKER_EXIT = 'worker-exit';

/** A line printed by a function, as an entry of firebase-tools' log. */
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
  /** Unique within a worker. */
  readonly id: number;
  /** The entry point, `orders.create`. */
  readonly target: string;
  /** `http`, `event` or `cloudevent`. */
  readonly signature: string;
  /** The name of the function. */
  readonly service: string;
  /** The source of events that it publishes. */
  readonly eventSource: string | undefined;
  /** True if it has waited for its worker to start. */
  readonly isColdStart: boolean;
}

/** The code that ends its worker. Without id and name, no request runs that code. */
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
