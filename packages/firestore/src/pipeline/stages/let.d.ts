import type { StageDefinition } from '../parser.ts';
/**
 * let({name: expression}), which the SDKs call define(): variables of each row for the stages that
 * follow.
 */
export declare const letVariables: StageDefinition;
