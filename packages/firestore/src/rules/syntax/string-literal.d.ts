/** Escape sequences of string and bytes literals: decoding and quoting. */
/** Decodes the body of a string literal; undefined when it contains an invalid escape sequence. */
export declare function unescapeString(body: string): string | undefined;
/**
 * Decodes the body of a bytes literal: source text is encoded as UTF-8, `\xHH` and `\ooo` are one
 * raw byte. Undefined when it contains an invalid escape sequence, `\u` included.
 */
export declare function unescapeBytes(body: string): Uint8Array | undefined;
/** Formats a string as a single-quoted literal that parses back to the same string. */
export declare function quoteString(text: string): string;
/** Formats bytes as a literal that parses back to the same bytes. */
export declare function quoteBytes(bytes: Uint8Array): string;
