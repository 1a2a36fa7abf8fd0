import type { SeedConfig } from '../config/define-config.ts';
import type { Ports } from '../config/ports.ts';
import type { Project } from '../config/project.ts';
import type { Run } from '../processes/run.ts';
import type { ServerProcess } from '../processes/server-process.ts';
import { createAccounts } from './accounts.ts';
import { describeInitialData } from './initial-data.ts';
import { loadSeed } from './seed.ts';
import { readSnapshot } from './snapshot-file.ts';
import { clearData, type DataPorts, importData, type ProtectionOptions, replaceData } from './stack-data.ts';

/** The properties of a running stack that its data depend on. */
export interface StackRecord {
  readonly ports: Ports;
  /** The emulators and services that it has. */
  readonly servers: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Its servers. Some may not be running. */
  readonly processes?: readonly ServerProcess[];
  /** Path of the snapshot that was imported at the start. */
  readonly importedData?: string;
  /**
   * If true, the snapshot also replaces the seed. The configured accounts are created in any case.
   */
  readonly replacesSeed?: boolean;
}

/** The ports of the stack's servers that store data. */
export function dataPorts({ ports, servers }: Pick<StackRecord, 'ports' | 'servers'>): DataPorts {
  const portOf = (name: keyof DataPorts) => (servers.includes(name) ? ports[name] : undefined);
  return {
    auth: portOf('auth'),
    firestore: portOf('firestore'),
    storage: portOf('storage'),
    database: portOf('database'),
    tasks: portOf('tasks'),
    pubsub: portOf('pubsub'),
    messaging: portOf('messaging'),
  };
}

/** Overrides of the initial data that the stack was started with. */
export interface SeedOptions {
  /** The section of the configuration, which may have changed since the start. */
  readonly seed?: SeedConfig | undefined;
  readonly signal?: AbortSignal;
}

/**
 * Returns a running stack to its initial data: deletes everything, then loads the seed and the
 * accounts.
 */
export async function resetData(
  project: Project,
  run: Run,
  stack: StackRecord,
  options: SeedOptions & ProtectionOptions = {},
): Promise<void> {
  const { seed = project.config.seed } = options;
  const ports = dataPorts(stack);
  // Without initial data, nothing can fail after the deletion.
  if (describeInitialData(seed, stack) === undefined) return clearData(project.id, ports);
  const load = () => loadInitialData(project, run, stack, options);
  await replaceData(project.id, ports, load, options);
}

/**
 * Loads the seed and the accounts into a running stack without deleting anything. Imported
 * documents replace documents of the same name.
 */
export async function loadInitialData(
  project: Project,
  run: Run,
  stack: StackRecord,
  { seed = project.config.seed, signal }: SeedOptions = {},
): Promise<void> {
  const ports = dataPorts(stack);
  if (stack.importedData !== undefined) await importData(project.id, ports, readSnapshot(stack.importedData));
  if (!stack.replacesSeed) await loadSeed(project, run, stack.environment, { seed, signal });
  await createAccounts(project, ports, seed);
}
