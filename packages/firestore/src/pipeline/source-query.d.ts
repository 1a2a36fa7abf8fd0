import type { Pipeline_Stage } from '../gen/google/firestore/v1/document_pb.js';
import { type StructuredQuery } from '../gen/google/firestore/v1/query_pb.js';
import type { DocumentSource } from './expression.ts';
/** A source as a query below `parent`, the path of a document or '' for the root. */
export interface SourceQuery {
    readonly parent: string;
    readonly query: StructuredQuery;
}
/** The query of a source of collections. `stages` are those after it. */
export declare function sourceQuery(source: Exclude<DocumentSource, {
    readonly kind: 'documents';
}>, stages: readonly Pipeline_Stage[]): SourceQuery;
