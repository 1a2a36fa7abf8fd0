import { type FieldValue } from '../core/value.ts';
import type { StructuredQuery_Filter } from '../gen/google/firestore/v1/query_pb.js';
import type { Filter } from './filter.ts';
/**
 * Parses a StructuredQuery.Filter. References on __name__ must be in `database`
 * ('projects/P/databases/D'). Throws INVALID_ARGUMENT.
 */
export declare function parseFilter(message: StructuredQuery_Filter, database: string, depth?: number): Filter;
/**
 * The path of a reference used as an operand or cursor value on __name__. Throws INVALID_ARGUMENT.
 */
export declare function parseReferencePath(value: FieldValue, database: string): string;
