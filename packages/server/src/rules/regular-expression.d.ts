/**
 * Compiles RE2 regular expressions, which match in time linear in the length of the text, and
 * caches them.
 */
import { RE2JS } from 're2js';
/** The result of compiling an invalid regular expression. */
export declare class InvalidRegularExpression {
    readonly reason: string;
    constructor(reason: string);
}
/** The message of an invalid regular expression. */
export declare function invalidPattern(pattern: string, reason: string): string;
/** Compiles a regular expression, or returns it from the cache. */
export declare function compileRegularExpression(pattern: string): RE2JS | InvalidRegularExpression;
/**
 * The cost of matching `text`, which the size of the program multiplies, in the unit of value
 * costs. Finding all matches costs more than one match of the whole text.
 */
export declare function matchingCost(pattern: string, text: string, findsAll: boolean): number;
