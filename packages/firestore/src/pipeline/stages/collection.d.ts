import type { StageDefinition } from '../parser.ts';
/** collection(reference): the documents of one collection, e.g. '/rooms/r1/messages'. */
export declare const collection: StageDefinition;
