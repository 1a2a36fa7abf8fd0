/**
 * The segments of a field path; at least one, none empty. The text form is 'a.b' or '`odd name`.c'.
 */
export type FieldPath = readonly string[];
/** The field path that means the document name in queries. */
export declare const NAME_FIELD = "__name__";
/** True for the path that means the document name. */
export declare function isNamePath(path: FieldPath): boolean;
/**
 * Parses the text form of a field path. Throws INVALID_ARGUMENT with the message that Firestore
 * uses, also for a reserved name ('__.+__') other than `__name__` alone.
 */
export declare function parseFieldPath(text: string): FieldPath;
/**
 * Parses a field path that is only read in a pipeline: reserved names are valid there, although no
 * document has such a field. Throws INVALID_ARGUMENT.
 */
export declare function parseFieldReference(text: string): FieldPath;
/** Compares field paths by their segments, each by its UTF-8 bytes. */
export declare function compareFieldPaths(left: FieldPath, right: FieldPath): number;
/** The text form of a field path, quoted where needed: the inverse of `parseFieldPath`. */
export declare function formatFieldPath(path: FieldPath): string;
