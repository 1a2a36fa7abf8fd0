import type { StageDefinition } from '../parser.ts';
/**
 * collection_group(ancestor, id): the documents of all collections with one id below a document; ''
 * is the root.
 */
export declare const collectionGroup: StageDefinition;
