// Owns the little of the Firestore Admin API that tools ask of an emulator: what databases there are and what they are.

import type { HttpExchange } from './http-exchange.ts';
import { sendJson } from './http-exchange.ts';

/** google.firestore.admin.v1.Database, as far as it means something here. */
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
 * Answers GET /v1/projects/P/databases[/D]; false for other paths. Every database exists: the first write to one makes
 * it. The list holds those of `databaseNames` that belong to the project.
 */
export async function handleDatabaseInfo(
  databaseNames: () => Iterable<string>,
  { request, response, segments }: HttpExchange,
): Promise<boolean> {
  const [version, projects, project, databases, databaseId, ...rest] = segments;
  if (request.method !== 'GET' || version !== 'v1' || projects !== 'projects' || databases !== 'databases')
    return false;
  if (rest.length > 0) return false;
  const parent = `projects/${project}/databases/`;
  if (databaseId !== undefined) {
    sendJson(response, database(parent + databaseId));
  } else {
    const names = new Set([`${parent}(default)`, ...databaseNames()]);
    sendJson(response, { databases: [...names].filter((name) => name.startsWith(parent)).map(database) });
  }
  return true;
}
