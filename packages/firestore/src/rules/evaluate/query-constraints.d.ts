import { type StructuredQuery } from '../../gen/google/firestore/v1/query_pb.js';
import { type RulesMap } from '../runtime/value.ts';
/** One disjunct of a query, as rules see it. */
export interface QueryDisjunct {
    /** The synthetic `resource`: only the fields that the filters restrict. */
    readonly resource: RulesMap;
    /** The document path, when an equality filter on `__name__` fixes it. */
    readonly documentPath: readonly string[] | undefined;
}
/**
 * The disjuncts of a query: one without a filter, undefined when there are more than
 * MAXIMUM_DISJUNCTS.
 */
export declare function queryDisjuncts(query: StructuredQuery | undefined, databaseId: string): readonly QueryDisjunct[] | undefined;
