/**
 * The lexer of the rules language. It reads tokens on demand, because paths have other lexical
 * rules than expressions: only the parser knows where a path segment can start.
 */
import type { SourceRange } from '@savepoint/server/rules/source-text';
import { RulesSyntaxError } from '@savepoint/server/rules/syntax-error';
type TokenKind = 'name' | 'integer' | 'float' | 'string' | 'bytes' | 'symbol' | 'end';
/** A token and its range in the source. */
export interface Token extends SourceRange {
    readonly kind: TokenKind;
    /** The source text; empty at the end of the file. */
    readonly text: string;
    /** The decoded value of a string or bytes literal. */
    readonly value: string | Uint8Array | undefined;
}
/** The error of a token that is not allowed at its position. */
export declare function unexpectedToken(token: Token): RulesSyntaxError;
/** Reads tokens at any offset; it has no position of its own. */
export declare class Lexer {
    #private;
    constructor(text: string);
    /**
     * The next token at or after an offset. Throws a RulesSyntaxError for text that is not a token.
     */
    tokenAt(offset: number): Token;
    /** The literal path segment that starts exactly at an offset, if any. */
    pathSegmentAt(offset: number): string | undefined;
    /**
     * The offset after white space and comments. Throws a RulesSyntaxError for a comment that is
     * never closed.
     */
    skipSpace(offset: number): number;
}
export {};
