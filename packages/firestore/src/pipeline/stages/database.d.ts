import type { StageDefinition } from '../parser.ts';
/** database(): all documents of the database. */
export declare const database: StageDefinition;
