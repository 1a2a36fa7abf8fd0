import { type HttpExchange } from '@savepoint/server/http/http-exchange';
import type { FirestoreService } from '../rpc/firestore-service.ts';
/**
 * Handles a REST call; resolves to false for other paths. Rejects with an RpcError where no
 * response has begun.
 */
export declare function handleRest(service: FirestoreService, exchange: HttpExchange): Promise<boolean>;
