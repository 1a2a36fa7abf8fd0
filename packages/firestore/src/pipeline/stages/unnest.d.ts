import type { StageDefinition } from '../parser.ts';
/**
 * unnest(array, field): a row for each element of the array, which the field holds; with the option
 * index_field, another holds the index. A row whose expression is no array stays as it is, with a
 * null index; one with an empty array goes.
 * @see https://firebase.google.com/docs/firestore/pipelines/stages/transformation/unnest
 */
export declare const unnest: StageDefinition;
