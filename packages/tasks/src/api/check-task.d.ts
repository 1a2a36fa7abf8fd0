import type { NamedQueue, TaskRequest } from '../queue/queues.ts';
/** A task that can be created. */
interface NewTask {
    readonly id: string;
    readonly request: Omit<TaskRequest, 'traceparent'>;
    readonly dueMs: number;
}
/** Reads a Task of the API for a queue. */
export declare function readTask(json: unknown, queue: NamedQueue, nowMs: number): NewTask;
export {};
