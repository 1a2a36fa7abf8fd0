// Exports, imports and deletes all data of a stack, documents, accounts and files, through REST, so
// that it works with any emulators.
import { serverUrl } from '../config/environment.ts';
import { UserError } from '../user-error.ts';
import { callServer } from './call-server.ts';
import { clearAccounts, exportAccounts, importAccounts, type StoredAccounts } from './stored-accounts.ts';
import { clearDatabases, exportDatabases, importDatabases, type StoredDatabase } from './stored-databases.ts';
import {
  clearDocuments,
  exportDocuments,
  importDocuments,
  isOfProject,
  type StoredDocument,
} from './stored-documents.ts';
import { exportObjects, importObjects, type StoredObject } from './stored-objects.ts';

/** The ports of the servers that store data, of those that a stack has. */
export interface DataPorts {
  readonly auth?: number | undefined;
  readonly firestore?: number | undefined;
  readonly database?: number | undefined;
  readonly storage?: number | undefined;
  readonly tasks?: number | undefined;
  readonly pubsub?: number | undefined;
  readonly messaging?: number | undefined;
}

export interface StackData extends StoredAccounts {
  readonly documents: readonly StoredDocument[];
  readonly objects: readonly StoredObject[];
  /** Of the Realtime Database; none when absent. */
  readonly databases?: readonly StoredDatabase[];
}

/**
 * Reads the documents of all databases of a project, the accounts of all tenants, the files of all
 * buckets, and the data of all instances of the Realtime Database. This is not one consistent read:
 * nothing may write meanwhile.
 */
export async function exportData(
  id: string,
  { auth, firestore, storage, database }: DataPorts,
): Promise<StackData> {
  return {
    documents: firestore === undefined ? [] : await exportDocuments(firestore, id),
    ...(auth === undefined ? { accounts: [], tenants: [] } : await exportAccounts(auth, id)),
    objects: storage === undefined ? [] : await exportObjects(storage),
    ...(database !== undefined && { databases: await exportDatabases(database) }),
  };
}

/**
 * Writes the data into an empty stack. Data of a server that the stack does not have are left out.
 */
export async function importData(
  id: string,
  { auth, firestore, storage, database }: DataPorts,
  data: StackData,
): Promise<void> {
  if (firestore !== undefined) await importDocuments(firestore, data.documents);
  if (auth !== undefined) await importAccounts(auth, id, data);
  if (storage !== undefined) await importObjects(storage, data.objects);
  if (database !== undefined) await importDatabases(database, data.databases ?? []);
}

/** Deletes all documents, accounts, files, tasks and messages of a project. */
export async function clearData(id: string, ports: DataPorts): Promise<void> {
  await Promise.all([clearStoredData(id, ports), clearQueues(ports)]);
}

/** Options for protecting data while they are changed. */
export interface ProtectionOptions {
  /** Keeps data that could not be written back; returns a sentence about where they are. */
  readonly keep?: (data: StackData) => string;
}

/** The change failed, and the data from before could not be written back: the stack has neither. */
export class DataLossError extends UserError {}

/**
 * Runs a change of the data. When it fails, the stack has the data from before again, except that
 * accounts have to sign in again.
 * @throws the error of the change; DataLossError when the data could not be written back
 */
export async function protectData(
  id: string,
  ports: DataPorts,
  change: () => Promise<void>,
  { keep }: ProtectionOptions = {},
): Promise<void> {
  const before = await exportData(id, ports);
  try {
    await change();
  } catch (error) {
    try {
      await clearStoredData(id, ports);
      await importData(id, ports, before);
    } catch (second) {
      const problem = `${(error as Error).message} The data from before could not be written back: ${(second as Error).message}`;
      throw new DataLossError(problem, keep?.(before));
    }
    throw error;
  }
}

/** Empties the stack and runs `write`, as `protectData` does. */
export async function replaceData(
  id: string,
  ports: DataPorts,
  write: () => Promise<void>,
  options: ProtectionOptions = {},
): Promise<void> {
  const change = async () => {
    await clearStoredData(id, ports);
    await write();
  };
  await protectData(id, ports, change, options);
  // A task or message that is left would run on data that are gone. They cannot be written back, so
  // they go last.
  await clearQueues(ports);
}

/**
 * Replaces all data of a stack by these.
 * @throws UserError when they are those of another project, before anything is deleted; otherwise
 *   as `protectData`
 */
export async function restoreData(
  id: string,
  ports: DataPorts,
  data: StackData,
  options: ProtectionOptions = {},
): Promise<void> {
  const other = data.documents.find((document) => !isOfProject(document, id));
  if (other !== undefined) throw new UserError(`The data are not those of ${id}: they have ${other.name}`);
  await replaceData(id, ports, () => importData(id, ports, data), options);
}

async function clearStoredData(id: string, { auth, firestore, storage, database }: DataPorts): Promise<void> {
  await Promise.all([
    firestore && clearDocuments(firestore, id),
    auth && clearAccounts(auth, id),
    database && clearDatabases(database),
    storage && callServer('Storage', 'POST', `${serverUrl(storage)}/internal/reset`).then(() => undefined),
  ]);
}

async function clearQueues({ tasks, pubsub, messaging }: DataPorts): Promise<void> {
  await Promise.all([
    tasks && callServer('Cloud Tasks', 'POST', `${serverUrl(tasks)}/_savepoint/reset`),
    pubsub && callServer('Pub/Sub', 'POST', `${serverUrl(pubsub)}/_savepoint/reset`),
    messaging && callServer('Cloud Messaging', 'POST', `${serverUrl(messaging)}/_savepoint/reset`),
  ]);
}
