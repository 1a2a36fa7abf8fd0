import { type Server } from 'node:http';
import type { RequestGuard } from '@savepoint/server/guard/request-guard';
import type { Json } from './value-json.ts';
/** An evaluation, as clients receive it. */
export interface MonitorRecord {
    /** The storage size of the documents that it holds. */
    readonly bytes: number;
    /** Converts the documents, which costs more than the evaluation itself. */
    create(): Json;
}
/**
 * The WebSocket of the Emulator UI's request monitor: on connect a client receives the retained
 * evaluations as one JSON array, then each new one as an object.
 */
export declare class RequestsWebSocket {
    #private;
    constructor(http: Server);
    /**
     * Listens at `ws://host:port/requests`; port 0 takes a free one. The guard decides who may
     * connect: browsers let every page open WebSockets to any server. Rejects when the port is in
     * use.
     */
    static listen(host: string, port: number, guard: RequestGuard): Promise<RequestsWebSocket>;
    /** The port it listens on. */
    get port(): number;
    /** Retains one evaluation and sends it to every client. It is created when there is a client. */
    publish(record: MonitorRecord): void;
    close(): void;
}
