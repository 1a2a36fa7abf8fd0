import { type QueueSettings } from '../queue/queue-settings.ts';
/** Checks the id of a queue that is created. */
export declare function checkQueueId(id: string): void;
/**
 * Reads what the Functions emulator registers for a function: the settings of its queue, with the
 * defaults of a deployment for what it leaves out, and its URL.
 */
export declare function readFunctionQueue(json: unknown): {
    settings: QueueSettings;
    defaultUrl: string | undefined;
};
/** Reads a Queue of the API. */
export declare function readQueue(json: unknown): {
    name: string;
    settings: QueueSettings;
};
