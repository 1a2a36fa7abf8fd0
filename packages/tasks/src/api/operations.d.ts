import type { NamedQueue, Queues } from '../queue/queues.ts';
/** A call of an operation. */
interface Call {
    readonly queues: Queues;
    readonly target: NamedQueue;
    /** '' for an operation on the queue. */
    readonly taskId: string;
    readonly query: Readonly<Record<string, string>>;
    readonly body: unknown;
}
type Operation = (call: Call) => object | Promise<object>;
/** By method, resource and verb: `POST task:run`. */
export declare const OPERATIONS: Readonly<Record<string, Operation>>;
export {};
