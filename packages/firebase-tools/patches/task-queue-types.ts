// The types of task-queue.cjs, which is JavaScript because it is loaded into firebase-tools as it
// is.

export interface QueueSettings {
  readonly retryConfig: {
    readonly maxAttempts: number;
    readonly maxRetrySeconds: number;
    readonly minBackoffSeconds: number;
    readonly maxBackoffSeconds: number;
    readonly maxDoublings: number;
  };
  readonly rateLimits: {
    readonly maxConcurrentDispatches: number;
    readonly maxDispatchesPerSecond: number;
  };
}

/** A task as `dispatch` receives it. */
export interface Attempt {
  readonly id: string;
  readonly attempts: number;
  readonly executions: number;
  readonly dueMs: number;
  readonly previousResponse?: number;
}

interface Queue {
  readonly counts: { succeeded: number; failed: number };
  create(id: string, request: object, dueMs?: number): Attempt | undefined;
  find(id: string): Attempt | undefined;
  list(): Attempt[];
  delete(id: string): boolean;
  run(id: string): boolean;
  update(settings: QueueSettings): void;
  pause(): void;
  resume(): void;
  purge(): void;
  clear(): void;
  drain(done: (counts: { succeeded: number; failed: number }) => void): void;
}

export interface TaskQueueModule {
  readonly DEFAULT_SETTINGS: QueueSettings;
  readonly TaskQueue: new (options: {
    settings: QueueSettings;
    clock: { nowMs(): number; setTimer(callback: () => void, delayMs: number): () => void };
    dispatch: (task: Attempt, done: (status: number | undefined) => void) => void;
    onGivenUp?: (task: Attempt) => void;
  }) => Queue;
  retryDelaySeconds(
    config: Pick<QueueSettings['retryConfig'], 'minBackoffSeconds' | 'maxBackoffSeconds' | 'maxDoublings'>,
    retry: number,
  ): number;
}
