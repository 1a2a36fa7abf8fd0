import type { StageDefinition } from '../parser.ts';
/**
 * replace_with(map, mode): rows whose fields are those of the map. The row stays the same document.
 * ABSENT is an empty map, as in the documentation's example of a city without a location.
 */
export declare const replaceWith: StageDefinition;
