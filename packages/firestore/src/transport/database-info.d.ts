import type { HttpExchange } from '@savepoint/server/http/http-exchange';
/**
 * Handles GetDatabase and ListDatabases of google.firestore.admin.v1 (GET
 * /v1/projects/P/databases[/D]), and lists the projects of `databaseNames` at
 * /emulator/v1/projects; resolves to false for other paths. Throws INVALID_ARGUMENT for an invalid
 * id. Every database exists, because it is created on first use.
 * The list contains (default) and the project's databases among `databaseNames`.
 */
export declare function handleDatabaseInfo(databaseNames: () => Iterable<string>, { request, response, segments }: HttpExchange): Promise<boolean>;
