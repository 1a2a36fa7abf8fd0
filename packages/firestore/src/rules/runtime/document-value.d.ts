/** Conversion of stored documents, query operands and token claims to rules values. */
import type { Value } from '../../gen/google/firestore/v1/document_pb.js';
import { RulesMap, RulesPath, RulesTimestamp, type RulesValue } from './value.ts';
/** A document as rules see it. */
export interface RulesDocument {
    /** Segments after `/documents`. */
    readonly path: readonly string[];
    readonly fields: {
        readonly [name: string]: Value;
    };
    /** Its storage size, where it is known. */
    readonly bytes?: number;
}
/** The path `/databases/<database>/documents/<segments>`. */
export declare function documentPath(databaseId: string, segments: readonly string[]): RulesPath;
/** Converts a stored value. The values of a map are converted when they are read. */
export declare function fromStoredValue({ valueType }: Value): RulesValue;
/** Converts a google.protobuf.Timestamp. */
export declare function fromTimestamp(time: {
    readonly seconds: bigint;
    readonly nanos: number;
}): RulesTimestamp;
/** A map of JSON values and dates; each is converted when it is read. */
export declare class JsonMap extends RulesMap {
    #private;
    constructor(json: Readonly<Record<string, unknown>>);
    lookup(key: string): RulesValue | undefined;
    keys(): readonly string[];
}
/** A document as the value of `resource`: a map of `data`, `id` and `__name__`. */
export declare class ResourceMap extends RulesMap {
    #private;
    constructor(document: RulesDocument, databaseId: string);
    lookup(key: string): RulesValue | undefined;
    keys(): readonly string[];
}
