import { serverUrl } from '../config/environment.ts';
import type { Ports } from '../config/ports.ts';
import { commandText, projectId } from '../config/project.ts';
import type { Run } from '../processes/run.ts';
import { UserError } from '../user-error.ts';
import { createAccounts } from './accounts.ts';
import { loadSeed } from './seed.ts';
import { readSnapshot } from './snapshot-file.ts';
import { type DataPorts, importData } from './stack-data.ts';

/** A running stack, as far as its data depend on it. */
export interface StackRecord {
  readonly ports: Ports;
  /** The emulators and services that it has. */
  readonly servers: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** A snapshot of the data that it has imported at its start. */
  readonly importedData?: string;
  /** Whether these stand for the seed of the configuration, too; its accounts exist in any case. */
  readonly replacesSeed?: boolean;
}

/** The ports of those servers of a stack that store data. */
export function dataPorts({ ports, servers }: Pick<StackRecord, 'ports' | 'servers'>): DataPorts {
  const portOf = (name: 'auth' | 'firestore' | 'storage' | 'tasks' | 'pubsub') =>
    servers.includes(name) ? ports[name] : undefined;
  return {
    auth: portOf('auth'),
    firestore: portOf('firestore'),
    storage: portOf('storage'),
    tasks: portOf('tasks'),
    pubsub: portOf('pubsub'),
  };
}

/** Returns a running stack to its initial data: deletes all documents, accounts and files, then loads the seed and the accounts. */
export async function resetData(run: Run, stack: StackRecord): Promise<void> {
  await clearData(dataPorts(stack));
  await loadInitialData(run, stack);
}

/** Loads the seed and the accounts into a running stack without deleting anything; imported documents replace those of the same name. */
export async function loadInitialData(run: Run, stack: StackRecord): Promise<void> {
  const ports = dataPorts(stack);
  if (stack.importedData !== undefined) await importData(ports, readSnapshot(stack.importedData));
  if (!stack.replacesSeed) await loadSeed(run, stack.environment);
  await createAccounts(ports);
}

/** Deletes all documents, accounts, files, tasks and messages of a project. A task that is left would run on data that are gone. */
export async function clearData(
  { auth, firestore, storage, tasks, pubsub }: DataPorts,
  id: string = projectId(),
): Promise<void> {
  const project = `emulator/v1/projects/${id}`;
  await Promise.all([
    firestore && call('DELETE', `${serverUrl(firestore)}/${project}/databases/(default)/documents`),
    auth && call('DELETE', `${serverUrl(auth)}/${project}/accounts`),
    storage && call('POST', `${serverUrl(storage)}/internal/reset`),
    tasks && call('DELETE', `${serverUrl(tasks)}/${project}/tasks`),
    pubsub && call('POST', `${serverUrl(pubsub)}/_savepoint/reset`),
  ]);
}

async function call(method: string, url: string): Promise<void> {
  const response = await fetch(url, { method, headers: { authorization: 'Bearer owner' } });
  if (!response.ok)
    throw new UserError(
      `${method} ${url} returned ${response.status}`,
      `See the output of ${commandText('start')}.`,
    );
}
