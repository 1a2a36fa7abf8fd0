// Exports, imports and deletes all data of a stack (documents, accounts and files) through REST, so
// it works with any emulators.
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

/** The ports of the stack's servers that store data. */
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
  /** Instances of the Realtime Database; absent if there are none. */
  readonly databases?: readonly StoredDatabase[];
}

/**
 * Reads the documents of all databases of a project, the accounts of all tenants, the files of all
 * buckets, and the data of all Realtime Database instances. The read is not atomic: nothing may
 * write meanwhile.
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
 * Writes the data into an empty stack. Data for servers that the stack does not have are ignored.
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

/** Options for protecting data during a change. */
export interface ProtectionOptions {
  /** Saves data that could not be written back. Returns a sentence that says where they are. */
  readonly keep?: (data: StackData) => string;
}

/**
 * The change failed and the earlier data could not be written back, so the stack is in neither
 * state.
 */
export class DataLossError extends UserError {}

/**
 * Runs a change of the data. If it fails, the earlier data are restored, except that users have to
 * sign in again.
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

/** Empties the stack and runs `write`, protected like in `protectData`. */
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
  // Remaining tasks or messages would run on deleted data. They cannot be written back, so they are
  // deleted last.
  await clearQueues(ports);
}

/**
 * Replaces all data of a stack.
 * @throws UserError when the data belong to another project, before anything is deleted; otherwise
 * like `protectData`
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
