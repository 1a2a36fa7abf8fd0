import { type Token } from './lexer.ts';
import type { Name } from './syntax.ts';
/**
 * The parser's position in the source, with one token of lookahead. Every `expect*` method throws a
 * RulesSyntaxError at the unexpected token.
 */
export declare class TokenCursor {
    #private;
    constructor(text: string);
    get current(): Token;
    /** True for a word that cannot be the name of a variable or a function. */
    static isReserved(name: string): boolean;
    /** The end offset of the previous token. */
    get previousEnd(): number;
    /** Consumes the current token and returns it. */
    advance(): Token;
    /** Makes the token at or after an offset the current one. */
    seek(offset: number): void;
    isAtEnd(): boolean;
    /** True when the current token is this symbol or name. */
    at(text: string): boolean;
    /** Consumes the current token if it is this symbol or name; returns whether it was. */
    accept(text: string): boolean;
    expect(text: string): Token;
    /** Consumes a name that is not a reserved word. */
    expectName(): Name;
    /** Consumes any name, reserved words included: a member after a dot. */
    expectAnyName(): Name;
    /**
     * Returns the literal path segment that starts exactly at an offset; an error when there is none.
     */
    expectPathSegmentAt(offset: number): string;
    /** The literal path segment that starts exactly at an offset; undefined when there is none. */
    pathSegmentAt(offset: number): string | undefined;
    /** The offset after white space and comments. */
    skipSpace(offset: number): number;
}
