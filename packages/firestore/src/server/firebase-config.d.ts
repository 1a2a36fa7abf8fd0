/** The files of one database, as absolute paths. */
export interface DatabaseConfig {
    readonly databaseId: string;
    readonly rules: string | undefined;
    readonly indexes: string | undefined;
}
/**
 * The databases of the firebase.json at `path`; none when it has no "firestore" section. Throws
 * UsageError for a file that cannot be used.
 */
export declare function readFirebaseConfig(path: string): readonly DatabaseConfig[];
/**
 * Calls `task` for each database. An error of its files names the database and the firebase.json
 * too.
 */
export declare function forEachDatabase(config: string, databases: readonly DatabaseConfig[], task: (database: DatabaseConfig) => void): void;
