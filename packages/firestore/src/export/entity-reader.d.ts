import { type Document } from '../gen/google/firestore/v1/document_pb.js';
/**
 * Decodes an EntityProto (see entity-proto.ts) to a document of `databaseName`. References within
 * the exported database are rewritten to `databaseName`; others are unchanged. Throws for malformed
 * bytes.
 */
export declare function decodeEntity(bytes: Uint8Array, databaseName: string): Document;
