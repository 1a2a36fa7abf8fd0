import type { HttpExchange } from '@savepoint/server/http/http-exchange';
import { sendJson } from '@savepoint/server/http/http-exchange';
import { checkResourceId, parseDatabaseName } from '../core/resource-name.ts';

/** The fields of google.firestore.admin.v1.Database that apply to an emulator. */
function database(name: string): Record<string, string> {
  return {
    name,
    type: 'FIRESTORE_NATIVE',
    databaseEdition: 'STANDARD',
    concurrencyMode: 'PESSIMISTIC',
    locationId: 'nam5',
  };
}

/**
 * Handles GetDatabase and ListDatabases of google.firestore.admin.v1 (GET
 * /v1/projects/P/databases[/D]), and lists the projects of `databaseNames` at
 * /emulator/v1/projects. Resolves to false for other paths. Throws INVALID_ARGUMENT for an invalid
 * id. Every database exists, because it is created on first use. The list contains (default) and
 * the project's databases among `databaseNames`.
 */
export async function handleDatabaseInfo(
  databaseNames: () => Iterable<string>,
  { request, response, segments }: HttpExchange,
): Promise<boolean> {
  const [version, projects, project, databases, databaseId, ...rest] = segments;
  if (request.method === 'GET' && segments.join('/') === 'emulator/v1/projects') {
    const projects = new Set(Array.from(databaseNames(), (name) => name.split('/')[1]));
    sendJson(response, { projects: [...projects] });
    return true;
  }
  if (request.method !== 'GET' || version !== 'v1' || projects !== 'projects' || databases !== 'databases')
    return false;
  if (project === undefined || rest.length > 0) return false;
  const parent = `projects/${project}/databases/`;
  checkResourceId('Project', project);
  if (databaseId !== undefined) {
    parseDatabaseName(parent + databaseId);
    sendJson(response, database(parent + databaseId));
  } else {
    const names = new Set([`${parent}(default)`, ...databaseNames()]);
    sendJson(response, { databases: [...names].filter((name) => name.startsWith(parent)).map(database) });
  }
  return true;
}
