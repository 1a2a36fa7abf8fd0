import type { IndexDefinitions, IndexedField, IndexScope } from './index-definitions.ts';
import type { Query } from './query.ts';
/**
 * Throws FAILED_PRECONDITION, with the JSON to declare and a link to the console, when
 * `definitions` lack an index for `query`. `database` is a full name ('projects/P/databases/D');
 * `aggregated` are the fields to sum or average.
 */
export declare function checkIndexes(query: Query, definitions: IndexDefinitions, database: string, aggregated?: readonly string[]): void;
/**
 * The composite indexes that a query requires; none for one that automatic single-field indexes
 * serve.
 */
export declare function requiredIndexes(query: Query, aggregated?: readonly string[]): readonly RequiredIndex[];
/** An index that a query reads. */
export interface RequiredIndex {
    readonly collectionGroup: string;
    readonly scope: IndexScope;
    /** Fields of equality and array-contains filters, in any order. */
    readonly prefix: readonly IndexedField[];
    /** The fields of the query's order, which must come last in the index. */
    readonly suffix: readonly IndexedField[];
    /**
     * The number of fields at the end of `suffix` that only aggregations read: they may have any
     * order and direction.
     */
    readonly aggregatedCount: number;
}
