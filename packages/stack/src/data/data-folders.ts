// The folders of `--import` and `--export-on-exit`, in the format of `firebase emulators:export`.
// firebase-tools reads and writes them. This module checks them before anything starts, and
// replaces an earlier export only with a complete one.
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { serverUrl } from '../config/environment.ts';
import { displayPath, readJsonFile } from '../config/json-file.ts';
import { UserError } from '../user-error.ts';

/** Absolute paths. */
export interface DataFolders {
  /** The export to load at the start. */
  readonly import: string | undefined;
  /** Where to write the data when the stack ends. */
  readonly export: string | undefined;
  /** Set if there is nothing to import. */
  readonly warning?: string;
}

const METADATA = 'firebase-export-metadata.json';
/** The metadata file in an export of a production Firestore. */
const FIRESTORE_METADATA = '.overall_export_metadata';
const SECTION_FOLDER = /^(firestore|database|auth|storage|dataconnect)_export$/;
/** The parts of an export that a stack can load. */
const PARTS: readonly string[] = ['auth', 'firestore', 'database', 'storage'];
/**
 * An export is replaced in three steps: the new one is copied to the first folder, which is renamed
 * to the second when it is complete; the earlier export is deleted and the second folder is renamed
 * to the third; its files are moved. A start that finds an interrupted replacement finishes it.
 */
const COPYING = '.savepoint-export';
const COMPLETE = '.savepoint-export.complete';
const MOVING = '.savepoint-export.moving';
const IMPORT_REMEDY = 'Name a folder that --export-on-exit or "firebase emulators:export" wrote.';
const EXPORT_REMEDY = 'Name a folder that does not exist, is empty or holds an earlier export.';

/**
 * Checks the values of `--import` and `--export-on-exit`, relative to the current folder. As in
 * firebase-tools, an export without a folder goes to the folder of the import, and that folder may
 * be missing, unless `isStrict` is set or the export would then replace other data.
 * @param servers the names of the emulators that start
 * @throws UserError when there is no export to import, or when the export could not be written or
 * would delete something else
 */
export function checkDataFolders(
  flags: {
    readonly import: string | undefined;
    readonly exportOnExit: string | undefined;
    readonly isStrict: boolean;
  },
  servers: readonly string[],
): DataFolders {
  if (flags.exportOnExit === '' && flags.import === undefined) {
    throw new UserError(
      '--export-on-exit has no folder to write to',
      'Name one: --export-on-exit DIR. If omitted, it is that of --import DIR.',
    );
  }
  const imported = flags.import === undefined ? undefined : resolve(flags.import);
  const exported =
    flags.exportOnExit === undefined ? undefined : resolve(flags.exportOnExit || flags.import || '');
  for (const folder of [imported, exported]) if (folder !== undefined) finishReplacement(folder);
  const isFirstRun = imported !== undefined && imported === exported && isAbsentOrEmpty(imported);
  const replacesExport = exported !== undefined && !isAbsentOrEmpty(exported);
  const isMissing = imported !== undefined && !flags.isStrict && !replacesExport && !existsSync(imported);
  if (imported !== undefined && !isFirstRun && !isMissing) checkImport(imported);
  if (exported !== undefined) checkExport(exported, servers);
  if (isFirstRun) return { import: undefined, export: exported };
  if (!isMissing) return { import: imported, export: exported };
  const warning = `Nothing is imported: --import names ${displayPath(imported)}, which does not exist.`;
  return { import: undefined, export: exported, warning };
}

function isAbsentOrEmpty(folder: string): boolean {
  return !existsSync(folder) || (statSync(folder).isDirectory() && exportedNames(folder).length === 0);
}

/**
 * The folder's entries, without the remains of an interrupted export and without hidden files such
 * as `.gitkeep`, which are kept.
 */
function exportedNames(folder: string): string[] {
  return readdirSync(folder).filter((name) => !name.startsWith('.'));
}

function checkImport(folder: string): void {
  const fail = (problem: string): never => {
    throw new UserError(`--import names ${displayPath(folder)}, which ${problem}`, IMPORT_REMEDY);
  };
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) fail('does not exist');
  if (!stats?.isDirectory()) fail('is not a folder');
  const names = readdirSync(folder);
  if (names.includes(METADATA)) checkMetadata(folder);
  else if (!names.some((name) => name.endsWith(FIRESTORE_METADATA))) fail(`has no ${METADATA}`);
}

/** @throws UserError with the line of a part whose data are missing */
function checkMetadata(folder: string): void {
  const { value, locate } = readJsonFile(join(folder, METADATA), IMPORT_REMEDY);
  const metadata = (value ?? {}) as Record<string, Record<string, unknown> | undefined>;
  for (const part of PARTS) {
    if (metadata[part] === undefined) continue;
    const field = part === 'firestore' ? 'metadata_file' : 'path';
    const path = metadata[part][field];
    if (typeof path === 'string' && existsSync(join(folder, path))) continue;
    const problem = typeof path === 'string' ? `names ${path}, which does not exist` : 'must be a path';
    throw new UserError(`${locate([part, field])}: "${part}.${field}" ${problem}`, IMPORT_REMEDY);
  }
}

/** The path of the Firestore data in an export, as a Firestore emulator imports them. */
export function findFirestoreExport(folder: string): string | undefined {
  const file = join(folder, METADATA);
  if (existsSync(file)) {
    const { firestore } = readJsonFile(file, IMPORT_REMEDY).value as {
      firestore?: { metadata_file?: string };
    };
    return firestore?.metadata_file === undefined ? undefined : join(folder, firestore.metadata_file);
  }
  if (!existsSync(folder)) return undefined;
  const name = readdirSync(folder).find((each) => each.endsWith(FIRESTORE_METADATA));
  return name === undefined ? undefined : join(folder, name);
}

/** The folder of the Realtime Database in an export. It has one file per instance. */
export function findDatabaseExport(folder: string): string | undefined {
  const file = join(folder, METADATA);
  if (!existsSync(file)) return undefined;
  const { database } = readJsonFile(file, IMPORT_REMEDY).value as { database?: { path?: string } };
  return database?.path === undefined ? undefined : join(folder, database.path);
}

function checkExport(folder: string, servers: readonly string[]): void {
  const fail = (problem: string, remedy = EXPORT_REMEDY): never => {
    throw new UserError(`--export-on-exit names ${displayPath(folder)}: ${problem}`, remedy);
  };
  const existing = nearestExisting(folder);
  const name = existing === folder ? 'it' : displayPath(existing);
  if (!statSync(existing).isDirectory()) fail(`${name} is not a folder`);
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
  } catch {
    fail(`${name} cannot be written to`, 'Change its permissions, or name another folder.');
  }
  if (existing !== folder) return;
  const names = exportedNames(folder);
  if (names.length === 0) return;
  if (!names.includes(METADATA)) fail('it holds files that are not an export');
  const other = names.find((each) => each !== METADATA && !SECTION_FOLDER.test(each));
  if (other !== undefined) fail(`it holds ${other}, which is not part of an export`);
  const parts = PARTS.filter((part) => servers.includes(part)).map((part) => `${part}_export`);
  const lost = names.find((each) => each !== METADATA && !parts.includes(each));
  if (lost !== undefined) {
    fail(`it holds ${lost}, which this stack has no emulator for and would delete`, 'Name another folder.');
  }
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}

/**
 * Writes all documents, accounts and files of a running stack to a folder that `checkDataFolders`
 * has accepted. The earlier export is removed once the new one is complete. The folder itself is
 * kept, because it may be a mount point.
 * @param temporary an existing folder for intermediate files
 * @throws UserError with the reason of the emulators or of the system. The earlier export still
 * exists then. If the new one cannot be copied, it is kept and the error names its path
 */
export async function exportTo(
  folder: string,
  { hub, temporary }: { readonly hub: number; readonly temporary: string },
): Promise<void> {
  const complete = join(temporary, 'export');
  rmSync(complete, { recursive: true, force: true });
  await requestExport(hub, complete).catch((error: Error) => {
    throw exportError(folder, error.message);
  });
  const copy = join(folder, COPYING);
  try {
    rmSync(copy, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    cpSync(complete, copy, { recursive: true });
    renameSync(copy, join(folder, COMPLETE));
    finishReplacement(folder);
  } catch (error) {
    rmSync(copy, { recursive: true, force: true });
    throw exportError(folder, (error as Error).message, keepExport(complete));
  }
}

/**
 * Makes the hub of a running stack export data to a folder, from all emulators or from `targets`.
 * @throws Error with the hub's reason
 */
export async function requestExport(hub: number, path: string, targets?: readonly string[]): Promise<void> {
  const response = await fetch(`${serverUrl(hub)}/_admin/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path, initiatedBy: 'exit', targets }),
  }).catch((error: Error) => {
    throw new Error(
      `the emulators do not respond (${(error.cause as Error | undefined)?.message ?? error.message})`,
    );
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text.slice(0, 300));
}

/**
 * Finishes the interrupted replacement of an export. An incomplete copy stays until the next
 * export.
 */
function finishReplacement(folder: string): void {
  const [complete, moving] = [join(folder, COMPLETE), join(folder, MOVING)];
  if (existsSync(complete)) {
    for (const name of exportedNames(folder)) rmSync(join(folder, name), { recursive: true });
    rmSync(join(folder, COPYING), { recursive: true, force: true });
    renameSync(complete, moving);
  }
  if (!existsSync(moving)) return;
  for (const name of readdirSync(moving)) renameSync(join(moving, name), join(folder, name));
  rmSync(moving, { recursive: true });
}

/**
 * Moves a complete export out of the run's temporary folder. Returns a sentence that says where it
 * is.
 */
function keepExport(complete: string): string {
  const folder = `${mkdtempSync(join(tmpdir(), 'savepoint-export-'))}/data`;
  renameSync(complete, folder);
  return `They are in ${folder}: pass it to --import, or copy it.`;
}

function exportError(folder: string, reason: string, remedy?: string): UserError {
  return new UserError(`The data were not exported to ${displayPath(folder)}: ${reason}`, remedy);
}
