import type { Clock } from '@savepoint/server/core/clock';
import { type QueueSettings } from './queue-settings.ts';
/** A task of a queue; `request` is what its attempts send. */
export interface Task<Request> {
    readonly id: string;
    readonly request: Request;
    readonly createdMs: number;
    /** The time of the next attempt; of the current one while it is dispatched. */
    readonly dueMs: number;
    readonly attempts: number;
    /** Attempts with a response below 500. */
    readonly executions: number;
    readonly firstAttemptMs?: number;
    readonly lastAttemptMs?: number;
    /** The status of the last response. */
    readonly previousResponse?: number;
}
/** How many tasks have left a queue. */
export interface TaskCounts {
    readonly succeeded: number;
    readonly failed: number;
}
interface TaskQueueOptions<Request> {
    readonly settings: QueueSettings;
    readonly clock: Pick<Clock, 'nowMs' | 'setTimer'>;
    /**
     * Makes one attempt; `done` takes the HTTP status, or undefined when there was no response in
     * time.
     */
    readonly dispatch: (task: Task<Request>, done: (status: number | undefined) => void) => void;
    /** Called with a task that has failed for good. */
    readonly onGivenUp?: (task: Task<Request>) => void;
}
/**
 * Tasks that wait are sorted by schedule time, then by creation. A task leaves the queue when an
 * attempt succeeds, when it is given up or deleted.
 */
export declare class TaskQueue<Request> {
    #private;
    constructor({ settings, clock, dispatch, onGivenUp }: TaskQueueOptions<Request>);
    get settings(): QueueSettings;
    get isPaused(): boolean;
    get dispatchedCount(): number;
    /** How many tasks have been executed, and given up. */
    get counts(): TaskCounts;
    /** All tasks in the order of their schedule times. */
    list(): Task<Request>[];
    find(id: string): Task<Request> | undefined;
    /** Replaces limits and retries; tasks, names and the pause stay. */
    update(settings: QueueSettings): void;
    /**
     * Adds a task, for dispatch not before `dueMs`: at once when it is absent or past. Returns
     * undefined when the name belongs to a task, or did within the last hour.
     */
    create(id: string, request: Request, dueMs?: number): Task<Request> | undefined;
    /** Deletes a task; an attempt that is under way is its last. Returns whether there was one. */
    delete(id: string): boolean;
    /**
     * Makes an attempt now, whatever the limits, the schedule time and the pause say. Returns whether
     * there is such a task.
     */
    run(id: string): boolean;
    /** Starts no further attempts until `resume`. */
    pause(): void;
    resume(): void;
    /** Deletes all tasks. */
    purge(): void;
    /** Deletes all tasks and forgets the names of the former ones. */
    clear(): void;
    /**
     * Runs all tasks, those that are created meanwhile included, without waiting for their schedule
     * and retry times. The limits stay. Calls `done` when the queue is empty.
     */
    drain(done: (counts: TaskCounts) => void): void;
}
export {};
