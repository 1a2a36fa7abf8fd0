import { type Filter } from './filter.ts';
/**
 * Throws INVALID_ARGUMENT when Firestore does not support the combination of filters in one query.
 */
export declare function checkFilter(filter: Filter): void;
