import { Bound, type IndexShape } from '../core/index-shape.ts';
import type { Query } from './query.ts';
/** A scan of one range of one index, forwards or in reverse. */
export interface RangeRead {
    readonly kind: 'range';
    readonly shape: IndexShape;
    /** The number of leading fields of the shape that equality filters fix. */
    readonly equalityCount: number;
    readonly lower: Bound | undefined;
    readonly upper: Bound | undefined;
    readonly reverse: boolean;
}
/** A read of one document by its path. */
interface DocumentRead {
    readonly kind: 'document';
    readonly path: string;
}
/** A read of a query plan. */
export type PlannedRead = RangeRead | DocumentRead;
/** Plans a query. Its results are the merge of all reads in the query's order, filtered. */
export declare function planQuery(query: Query): readonly PlannedRead[];
export {};
