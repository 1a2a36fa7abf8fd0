import type { NamedQueue, TaskRequest } from '../queue/queues.ts';
import type { Task } from '../queue/task-queue.ts';
/** The view of a task: FULL has its body. */
export type TaskView = 'BASIC' | 'FULL';
/** A Queue. */
export declare function queueResource({ name, queue }: NamedQueue): object;
/** A Task. */
export declare function taskResource(queueName: string, task: Task<TaskRequest>, view: TaskView): object;
/**
 * The numbers of each queue, by its name, in the form of firebase-tools' emulator.
 */
export declare function queueStatistics(queues: readonly NamedQueue[]): object;
