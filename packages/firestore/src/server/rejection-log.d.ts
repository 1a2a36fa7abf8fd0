import { type RpcError } from '../core/rpc-error.ts';
import type { FirestoreService } from '../rpc/firestore-service.ts';
/** Logs rejected requests, each once, wherever its error passes. */
export declare class RejectionLog {
    #private;
    constructor(log: (line: string) => void);
    /**
     * Logs the failure of `request`, a method or an HTTP method and path, unless it is a result or
     * was logged before.
     */
    report(request: string, error: RpcError): void;
    /**
     * `service`, whose failed calls are reported, e.g. as `commit (grpc) → rejected: UNAUTHENTICATED:
     * …`.
     */
    observe(service: FirestoreService): FirestoreService;
}
