import type { Database } from '../database/database.ts';
import type { IndexDefinitions } from '../query/index-definitions.ts';
/**
 * Deletes the documents of `database` that have expired by its clock. One that stays locked by a
 * transaction, or changes meanwhile, is left to the next call. Resolves with the number of deleted
 * documents.
 */
export declare function deleteExpired(database: Database, expiryFields?: IndexDefinitions['expiryFields']): Promise<number>;
