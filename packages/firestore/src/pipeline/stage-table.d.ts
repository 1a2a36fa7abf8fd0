import type { StageDefinition } from './parser.ts';
/** All stages, by their names in the protocol. */
export declare const STAGES: {
    readonly [name: string]: StageDefinition;
};
