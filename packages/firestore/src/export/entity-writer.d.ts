import type { Document } from '../gen/google/firestore/v1/document_pb.js';
/**
 * Encodes a document as an EntityProto (see entity-proto.ts). The format has no create and update
 * times; timestamps have microsecond precision.
 */
export declare function encodeEntity(document: Document): Uint8Array;
