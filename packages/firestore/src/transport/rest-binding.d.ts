import type { JsonObject } from '@bufbuild/protobuf';
import { Firestore } from '../gen/google/firestore/v1/firestore_pb.js';
/** A method of google.firestore.v1.Firestore, in lowerCamelCase. */
type MethodName = keyof typeof Firestore.method;
/**
 * The google.api.http binding of a request: its method, the fields from its path, and where the
 * body goes.
 */
export interface RestBinding {
    readonly method: (typeof Firestore.method)[MethodName];
    readonly pathFields: JsonObject;
    /** As in google.api.HttpRule: '*' is the complete message, otherwise one field, or 'none'. */
    readonly body: '*' | 'document' | 'none';
}
/**
 * The binding of `/v1/projects/P/databases/D/documents…` or the same in v1beta1, after the
 * google.api.http options of firestore.proto; undefined for other paths.
 * `/v1/projects/p/databases/d/documents/a/b:runQuery` → runQuery with parent `…/documents/a/b`.
 * Throws UNIMPLEMENTED for an unknown custom verb.
 */
export declare function bindPath(httpMethod: string, segments: readonly string[]): RestBinding | undefined;
export {};
