import { type HttpExchange } from '@savepoint/server/http/http-exchange';
import type { FirestoreService } from '../rpc/firestore-service.ts';
/** All WebChannel sessions of one server. */
export declare class WebChannelSessions {
    #private;
    constructor(service: FirestoreService);
    /** The number of open sessions. */
    get size(): number;
    /** Ends every session and stream. */
    close(): void;
    /**
     * Handles a WebChannel request; resolves to false for other paths. Rejects with INVALID_ARGUMENT
     * for an invalid one.
     */
    handle(exchange: HttpExchange): Promise<boolean>;
}
