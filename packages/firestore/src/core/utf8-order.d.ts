/** Negative, 0 or positive as `left` sorts before, with or after `right` by their UTF-8 bytes. */
export declare function compareUtf8(left: string, right: string): number;
/** The length of `text` in UTF-8 bytes, computed without encoding it. */
export declare function utf8Length(text: string): number;
/**
 * Lexicographic order of bytes; a prefix sorts before what it is a prefix of. Negative, 0 or
 * positive.
 */
export declare function compareBytes(left: Uint8Array, right: Uint8Array): number;
