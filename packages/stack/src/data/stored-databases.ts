// Exports, imports and deletes the data of all Realtime Database instances through REST.

import { serverUrl } from '../config/environment.ts';
import { fetchServer } from '../processes/fetch-server.ts';
import { UserError } from '../user-error.ts';
import { callServer } from './call-server.ts';

const LABEL = 'The Realtime Database';
const OWNER = { authorization: 'Bearer owner' };

/** The data of one instance. */
export interface StoredDatabase {
  readonly name: string;
  /** In export format, with priorities. */
  readonly data: unknown;
}

/** Reads the data of all instances that are not empty. */
export async function exportDatabases(port: number): Promise<StoredDatabase[]> {
  const listed = await fetchServer(LABEL, `${serverUrl(port)}/.inspect/databases.json`, { headers: OWNER });
  const databases: StoredDatabase[] = [];
  for (const { name } of (await listed.json()) as { name: string }[]) {
    const response = await fetchServer(LABEL, dataUrl(port, name, 'format=export'), { headers: OWNER });
    const data = await response.json();
    if (data !== null) databases.push({ name, data });
  }
  return databases;
}

/** The number of strings, numbers and booleans in data in export form. */
export function countValues(data: unknown): number {
  if (data === null) return 0;
  if (typeof data !== 'object') return 1;
  return Object.entries(data).reduce(
    (sum, [key, child]) => sum + (key === '.priority' ? 0 : countValues(child)),
    0,
  );
}

/** Writes the data of instances without triggering functions. */
export async function importDatabases(port: number, databases: readonly StoredDatabase[]): Promise<void> {
  for (const { name, data } of databases) {
    const url = dataUrl(port, name, 'disableTriggers=true&print=silent');
    const response = await fetchServer(LABEL, url, {
      method: 'PUT',
      headers: OWNER,
      body: JSON.stringify(data),
    });
    if (!response.ok) {
      const { error } = (await response.json()) as { error: string };
      throw new UserError(`The data of ${name} were not written: ${error}`);
    }
  }
}

/** Deletes the data of all instances. */
export async function clearDatabases(port: number): Promise<void> {
  await callServer(LABEL, 'POST', `${serverUrl(port)}/_savepoint/reset`);
}

function dataUrl(port: number, name: string, parameters: string): string {
  return `${serverUrl(port)}/.json?ns=${encodeURIComponent(name)}&${parameters}`;
}
