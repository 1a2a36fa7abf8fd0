import type { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import * as writes from './commit.ts';
import { executePipeline } from './execute-pipeline.ts';
import type { FirestoreService } from './firestore-service.ts';
import { listCollectionIds, listDocuments, partitionQuery } from './list.ts';
import { batchGetDocuments, getDocument } from './read-documents.ts';
import { runAggregationQuery, runQuery } from './run-query.ts';
import { listen, write } from './streams.ts';

/** The google.firestore.v1.Firestore service over `emulator`, for all transports. */
export function createFirestoreService(emulator: FirestoreEmulator): FirestoreService {
  return {
    getDocument: (request, call) => getDocument(emulator, request, call),
    listDocuments: (request, call) => listDocuments(emulator, request, call),
    createDocument: (request, call) => writes.createDocument(emulator, request, call),
    updateDocument: (request, call) => writes.updateDocument(emulator, request, call),
    deleteDocument: (request, call) => writes.deleteDocument(emulator, request, call),
    beginTransaction: (request, call) => writes.beginTransaction(emulator, request, call),
    commit: (request, call) => writes.commit(emulator, request, call),
    rollback: (request) => writes.rollback(emulator, request),
    batchWrite: (request, call) => writes.batchWrite(emulator, request, call),
    listCollectionIds: (request, call) => listCollectionIds(emulator, request, call),
    partitionQuery: (request, call) => partitionQuery(emulator, request, call),
    batchGetDocuments: (request, call) => batchGetDocuments(emulator, request, call),
    runQuery: (request, call) => runQuery(emulator, request, call),
    runAggregationQuery: (request, call) => runAggregationQuery(emulator, request, call),
    executePipeline: (request, call) => executePipeline(emulator, request, call),
    listen: (requests, call) => listen(emulator, requests, call),
    write: (requests, call) => write(emulator, requests, call),
  };
}
