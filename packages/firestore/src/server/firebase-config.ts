// The "firestore" section of firebase.json, which contains one database or a list of them.
// firebase-tools deploys each, but passes only one database's rules to an emulator, and no indexes.

import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from '@savepoint/server/process/command-line';
import { parseDatabaseName } from '../core/resource-name.ts';
import { unusablePath } from './command-line.ts';

/** The files of one database, as absolute paths. */
export interface DatabaseConfig {
  readonly databaseId: string;
  readonly rules: string | undefined;
  readonly indexes: string | undefined;
}

type JsonObject = { readonly [name: string]: unknown };

function isObject(json: unknown): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/**
 * Reads one entry of the section. `where` is its path in the file. Throws an Error with the reason.
 */
function parseDatabase(json: unknown, where: string, isList: boolean, folder: string): DatabaseConfig {
  if (!isObject(json)) throw new Error(`${where} is not an object`);
  if (json.target !== undefined) {
    throw new Error(`${where} has a "target", which is for deployments only: name its "database" instead`);
  }
  const databaseId = json.database ?? (isList ? undefined : '(default)');
  if (typeof databaseId !== 'string') throw new Error(`${where} has no "database", which names its id`);
  parseDatabaseName(`projects/p/databases/${databaseId}`);
  const file = (name: 'rules' | 'indexes'): string | undefined => {
    const path = json[name];
    if (path === undefined) return undefined;
    if (typeof path === 'string' && path !== '') return resolve(folder, path);
    throw new Error(`${where}.${name} is not the path of a file`);
  };
  return { databaseId, rules: file('rules'), indexes: file('indexes') };
}

/**
 * The databases in the firebase.json at `path`; none if it has no "firestore" section. Throws
 * UsageError for an invalid file.
 */
export function readFirebaseConfig(path: string): readonly DatabaseConfig[] {
  try {
    const json: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (!isObject(json)) throw new Error('it is not a JSON object');
    const { firestore = [] } = json;
    const isList = Array.isArray(firestore);
    const entries: readonly unknown[] = isList ? firestore : [firestore];
    const databases = entries.map((entry, index) =>
      parseDatabase(entry, isList ? `firestore[${index}]` : 'firestore', isList, dirname(resolve(path))),
    );
    const ids = databases.map(({ databaseId }) => databaseId);
    const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
    if (repeated !== undefined) throw new Error(`the database "${repeated}" is listed twice`);
    return databases;
  } catch (error) {
    throw unusablePath('config', path, error);
  }
}

/**
 * Calls `task` for each database. Errors about its files also name the database and the
 * firebase.json.
 */
export function forEachDatabase(
  config: string,
  databases: readonly DatabaseConfig[],
  task: (database: DatabaseConfig) => void,
): void {
  for (const database of databases) {
    try {
      task(database);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      throw new UsageError(`--config ${config}: database "${database.databaseId}": ${error.message}`);
    }
  }
}
