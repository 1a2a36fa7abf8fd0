import type { StageDefinition } from '../parser.ts';
/** documents(reference...): those of the named documents that exist. */
export declare const documents: StageDefinition;
