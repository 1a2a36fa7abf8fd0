import type { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import { type ListCollectionIdsRequest, type ListCollectionIdsResponse, type ListDocumentsRequest, type ListDocumentsResponse, type PartitionQueryRequest, type PartitionQueryResponse } from '../gen/google/firestore/v1/firestore_pb.js';
import type { CallContext } from './firestore-service.ts';
/** ListDocuments of google.firestore.v1.Firestore. */
export declare function listDocuments(emulator: FirestoreEmulator, request: ListDocumentsRequest, call: CallContext): Promise<ListDocumentsResponse>;
/**
 * ListCollectionIds of google.firestore.v1.Firestore, for the owner only where the database has
 * rules.
 */
export declare function listCollectionIds(emulator: FirestoreEmulator, request: ListCollectionIdsRequest, call: CallContext): Promise<ListCollectionIdsResponse>;
/**
 * PartitionQuery of google.firestore.v1.Firestore: cursors that split a collection group, in name
 * order, into partitions of about equal size.
 */
export declare function partitionQuery(emulator: FirestoreEmulator, request: PartitionQueryRequest, call: CallContext): Promise<PartitionQueryResponse>;
