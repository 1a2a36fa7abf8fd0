import type { DescMethod, JsonObject } from '@bufbuild/protobuf';
/**
 * Sets message fields from the query string, e.g. `mask.fieldPaths=a&mask.fieldPaths=b`. Throws
 * INVALID_ARGUMENT for an unknown field.
 */
export declare function bindQuery(method: DescMethod, query: URLSearchParams, into: JsonObject): void;
/** Whether the client requests enums as numbers, e.g. by `?$alt=json;enum-encoding=int`. */
export declare function wantsNumericEnums(query: URLSearchParams): boolean;
