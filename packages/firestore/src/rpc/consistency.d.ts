import type { Consistency } from '../database/read-snapshot.ts';
import type { TransactionMode } from '../database/transaction.ts';
import type { TransactionOptions } from '../gen/google/firestore/v1/common_pb.js';
import type { RunQueryRequest } from '../gen/google/firestore/v1/firestore_pb.js';
type Selector = RunQueryRequest['consistencySelector'];
/** Decodes a request's consistency_selector; unset, it selects the current state. */
export declare function parseConsistency(selector: Selector): Consistency;
/** Decodes TransactionOptions: read-write unless read_only is set. */
export declare function parseTransactionMode(options: TransactionOptions | undefined): TransactionMode;
export {};
