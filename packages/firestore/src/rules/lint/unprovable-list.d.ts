/**
 * Detects allow statements that can never grant a list. A query does not determine the id of its
 * documents, so a condition that cannot be true without reading the last wildcard of its match path
 * is an error for every query.
 */
import type { ScopedMatch } from '../syntax/declarations.ts';
import { type AllowStatement } from '../syntax/syntax.ts';
/**
 * True when the condition is an error or false whenever the last wildcard of the match path is
 * unbound.
 */
export declare function isUnprovableList(match: ScopedMatch, { condition }: AllowStatement): boolean;
