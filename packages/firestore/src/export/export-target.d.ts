/** The file of an export that its name is part of. */
export declare const OVERALL_SUFFIX = ".overall_export_metadata";
/**
 * The path of the export `name` in `directory`, which may be relative to `root`. Throws
 * INVALID_ARGUMENT for a name that is not one path segment, and FAILED_PRECONDITION for a directory
 * outside `root`, also through symbolic links.
 */
export declare function resolveExportTarget(root: string, directory: string, name: string): Promise<string>;
/**
 * The path of an export to import: a folder, or the overall metadata file of one. Throws
 * FAILED_PRECONDITION for a path outside `root`, also through symbolic links, whether or not
 * anything is there.
 */
export declare function resolveExportSource(root: string, path: string): Promise<string>;
/**
 * Whether there is an earlier export at `target`, the path of the export `name`. Throws
 * FAILED_PRECONDITION when there is anything else, or anything besides the export.
 */
export declare function isEarlierExport(target: string, name: string): Promise<boolean>;
