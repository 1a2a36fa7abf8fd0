import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { writeFileAtomically } from '../config/atomic-file.ts';
import { unknownName } from '../config/unknown-name.ts';
import { UserError } from '../user-error.ts';
import type { StackData } from './stack-data.ts';

const FORMAT = 1;
/** Files without this extension are the remains of a killed save. */
const EXTENSION = '.json';
/** The Auth emulator stores passwords in plain text. */
const PRIVATE = 0o600;

/** Writes a snapshot atomically. */
export function writeSnapshot(file: string, state: StackData): void {
  writeFileAtomically(file, JSON.stringify({ format: FORMAT, ...state }), PRIVATE);
}

/** The names of the snapshots in a folder, which may not exist yet. */
export function listSnapshots(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith(EXTENSION));
  return files.map((file) => basename(file, EXTENSION));
}

/**
 * Reads a snapshot.
 * @throws UserError when the file does not exist or is not a snapshot
 */
export function readSnapshot(file: string): StackData {
  if (!existsSync(file)) {
    const names = listSnapshots(dirname(file));
    const remedy = 'Save one with: npx savepoint snapshot save NAME';
    throw unknownName('snapshot', basename(file, EXTENSION), names, remedy);
  }
  try {
    const snapshot = JSON.parse(readFileSync(file, 'utf8')) as Partial<StackData> & { format: number };
    // Snapshots of earlier versions lack some fields.
    const { documents = null, accounts = null, objects = [], tenants = [], databases = [] } = snapshot;
    const lists = [documents, accounts, objects, tenants, databases];
    if (snapshot.format === FORMAT && lists.every((list) => Array.isArray(list))) {
      return { documents, accounts, objects, tenants, databases } as StackData;
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new UserError(`${file} is not a snapshot of this version`, 'Save a new one.');
}
