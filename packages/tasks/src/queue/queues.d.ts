import type { Clock } from '@savepoint/server/core/clock';
import type { QueueSettings } from './queue-settings.ts';
import { TaskQueue } from './task-queue.ts';
/** What a task sends, as it was created. */
export interface TaskRequest {
    /** '' for the URL of the queue. */
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Buffer;
    readonly deadlineSeconds: number;
    /** Of the request that created the task; its attempts belong to that trace. */
    readonly traceparent: string | undefined;
}
/** A queue, and the URL of tasks that have none: that of the function behind the queue. */
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
/** Makes an attempt; `done` takes the status, or undefined when there was no response in time. */
export type Dispatch = (attempt: Attempt, done: (status: number | undefined) => void) => void;
interface QueuesOptions {
    readonly clock: Clock;
    readonly dispatch: Dispatch;
    /** Receives a line about each task that is given up. */
    readonly log: (line: string) => void;
}
/** All queues of an emulator. */
export declare class Queues {
    #private;
    readonly clock: Clock;
    constructor({ clock, dispatch, log }: QueuesOptions);
    find(name: string): NamedQueue | undefined;
    /** All queues in the order of their creation. */
    list(): NamedQueue[];
    /** Creates a queue, or changes the settings and the URL of the one with this name. */
    put(name: string, settings: QueueSettings, defaultUrl?: string): NamedQueue;
    /** Deletes a queue with its tasks. */
    delete(name: string): void;
    /** Deletes all tasks and forgets their names; the queues stay. */
    clear(): void;
}
export {};
