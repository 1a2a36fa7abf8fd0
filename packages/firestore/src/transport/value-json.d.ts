import type { Timestamp } from '@bufbuild/protobuf/wkt';
import type { Document, Value } from '../gen/google/firestore/v1/document_pb.js';
/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | {
    readonly [name: string]: Json;
};
/** A timestamp in RFC 3339, with 0, 3, 6 or 9 fractional digits. */
export declare function timestampToJson(time: Timestamp): string;
/** Bytes in standard base64. */
export declare function bytesToJson(bytes: Uint8Array): string;
/** A map of values. The result has no prototype, so that a field may be called `__proto__`. */
export declare function fieldsToJson(fields: {
    readonly [name: string]: Value;
}): {
    [name: string]: Json;
};
/** One value, e.g. `{"integerValue":"5"}`. An unset value is `{}`. */
export declare function valueToJson({ valueType }: Value): Json;
/** A document; empty members are omitted, as in protobuf's JSON mapping. */
export declare function documentToJson(document: Document): Json;
