import type { StageDefinition } from '../parser.ts';
/**
 * subcollection(path): the documents of a collection below the document for which a subquery runs.
 */
export declare const subcollection: StageDefinition;
