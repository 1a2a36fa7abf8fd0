/** A resource below a database: its database name and its path ('' is the root). */
interface ResourceName {
    readonly database: string;
    readonly path: string;
}
interface DatabaseName {
    readonly projectId: string;
    readonly databaseId: string;
}
/** Parses 'projects/P/databases/D'. Throws INVALID_ARGUMENT for anything else. */
export declare function parseDatabaseName(name: string): DatabaseName;
/**
 * Throws INVALID_ARGUMENT when `id` is not a valid id of a project, database or trigger: empty,
 * '.', '..', reserved ('__.+__'), or with a character that has a meaning in paths and URLs, such as
 * '/', '%' or NUL.
 */
export declare function checkResourceId(kind: 'Project' | 'Database' | 'Trigger', id: string): void;
/**
 * Parses the name of a document. Throws INVALID_ARGUMENT when it is not one or an id exceeds a
 * limit.
 */
export declare function parseDocumentName(name: string): ResourceName;
/** Parses a `parent`: a document name, or '.../documents' for the root. Throws INVALID_ARGUMENT. */
export declare function parseParentName(name: string): ResourceName;
/**
 * Throws INVALID_ARGUMENT when `segments` are not the path of a document or collection: one of them
 * is empty, contains '/' or is not a valid id.
 */
export declare function checkPath(segments: readonly string[]): void;
/**
 * Throws INVALID_ARGUMENT when `id` is not a valid collection or document id: '.', '..', longer
 * than 1,500 bytes or reserved ('__.+__', except numeric ids of 64 bits, '__id7__'). NUL is valid:
 * the Admin SDK's recursiveDelete ends its range with it.
 */
export declare function checkId(kind: 'Collection' | 'Document', id: string): void;
/**
 * The full resource name of a path: 'projects/P/databases/D/documents/c/d' for 'c/d',
 * '.../documents' for ''.
 */
export declare function resourceName(database: string, path: string): string;
/** The path without its last segment: 'c' for 'c/d', '' for 'c'. */
export declare function parentPath(path: string): string;
/** The last segment of a path. */
export declare function lastId(path: string): string;
/**
 * True when `path` is a descendant of `ancestor` at any depth. Everything descends from the root,
 * ''.
 */
export declare function isDescendant(path: string, ancestor: string): boolean;
/** Compares ids: numeric ids ('__id7__') first and by number, the rest by UTF-8 bytes. */
export declare function compareIds(left: string, right: string): number;
/** Compares paths segment by segment; a parent sorts before its descendants. */
export declare function comparePaths(left: string, right: string): number;
export {};
