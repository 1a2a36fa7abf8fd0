// The queues of all projects by resource name, and the request sent by an attempt of a task.
import type { Clock } from '@savepoint/server/core/clock';
import type { QueueSettings } from './queue-settings.ts';
import { type Task, TaskQueue } from './task-queue.ts';

/** The request of a task, set at its creation. */
export interface TaskRequest {
  /** '' stands for the URL of the queue. */
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly deadlineSeconds: number;
  /** From the request that created the task; its attempts belong to that trace. */
  readonly traceparent: string | undefined;
}

/** A queue, and the default URL for its tasks: that of its function. */
export interface NamedQueue {
  /** `projects/P/locations/L/queues/Q`. */
  readonly name: string;
  readonly queue: TaskQueue<TaskRequest>;
  readonly defaultUrl: string | undefined;
}

/** One attempt of a task. */
export interface Attempt {
  readonly queueId: string;
  /** The resource name of the task. */
  readonly taskName: string;
  /** 1 for the first. */
  readonly number: number;
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly deadlineMs: number;
  readonly traceparent: string | undefined;
}

/** Makes an attempt. `done` receives the status, or undefined if there was no response in time. */
export type Dispatch = (attempt: Attempt, done: (status: number | undefined) => void) => void;

interface QueuesOptions {
  readonly clock: Clock;
  readonly dispatch: Dispatch;
  /** Receives a line about each task that is given up. */
  readonly log: (line: string) => void;
}

/** All queues of an emulator. */
export class Queues {
  readonly clock: Clock;
  readonly #dispatch: Dispatch;
  readonly #log: (line: string) => void;
  readonly #queues = new Map<string, NamedQueue>();

  constructor({ clock, dispatch, log }: QueuesOptions) {
    this.clock = clock;
    this.#dispatch = dispatch;
    this.#log = log;
  }

  find(name: string): NamedQueue | undefined {
    return this.#queues.get(name);
  }

  /** All queues in creation order. */
  list(): NamedQueue[] {
    return [...this.#queues.values()];
  }

  /** Creates a queue, or changes the settings and the URL of an existing one. */
  put(name: string, settings: QueueSettings, defaultUrl?: string): NamedQueue {
    const existing = this.#queues.get(name)?.queue;
    existing?.update(settings);
    const queue =
      existing ??
      new TaskQueue<TaskRequest>({
        settings,
        clock: this.clock,
        dispatch: (task, done) => this.#dispatch(this.#attempt(name, task), done),
        onGivenUp: (task) => this.#log(givenUpLine(name, task)),
      });
    const named = { name, queue, defaultUrl };
    this.#queues.set(name, named);
    return named;
  }

  /** Deletes a queue with its tasks. */
  delete(name: string): void {
    this.#queues.get(name)?.queue.clear();
    this.#queues.delete(name);
  }

  /** Deletes all tasks and releases their names, but keeps the queues. */
  clear(): void {
    for (const { queue } of this.#queues.values()) queue.clear();
  }

  #attempt(name: string, task: Task<TaskRequest>): Attempt {
    const { url, headers, body, deadlineSeconds, method, traceparent } = task.request;
    return {
      queueId: idOf(name),
      taskName: `${name}/tasks/${task.id}`,
      number: task.attempts,
      // Read at each attempt, because a reloaded function may have another URL.
      url: url === '' ? (this.#queues.get(name)?.defaultUrl ?? '') : url,
      method,
      headers: { ...headers, ...attemptHeaders(name, task) },
      body,
      deadlineMs: deadlineSeconds * 1000,
      traceparent,
    };
  }
}

/** The headers from which firebase-functions creates the context of a task. */
function attemptHeaders(
  queueName: string,
  { id, attempts, executions, dueMs, previousResponse }: Task<TaskRequest>,
): Record<string, string> {
  return {
    'user-agent': 'Google-Cloud-Tasks',
    'x-cloudtasks-queuename': idOf(queueName),
    'x-cloudtasks-taskname': id,
    'x-cloudtasks-taskretrycount': String(attempts - 1),
    'x-cloudtasks-taskexecutioncount': String(executions),
    // Seconds since 1970.
    'x-cloudtasks-tasketa': (dueMs / 1000).toFixed(6),
    ...(previousResponse !== undefined && {
      'x-cloudtasks-taskpreviousresponse': String(previousResponse),
    }),
  };
}

function givenUpLine(queueName: string, { id, attempts, previousResponse }: Task<TaskRequest>): string {
  const last = previousResponse === undefined ? 'no response' : `response ${previousResponse}`;
  const count = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
  return `task ${id} of ${idOf(queueName)} abandoned after ${count}: ${last}`;
}

function idOf(queueName: string): string {
  return queueName.slice(queueName.lastIndexOf('/') + 1);
}
