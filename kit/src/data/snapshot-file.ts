import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { commandText } from '../config/project.ts';
import { UserError } from '../user-error.ts';
import type { StackData } from './stack-data.ts';

const FORMAT = 1;

/** Writes a snapshot atomically. */
export function writeSnapshot(file: string, state: StackData): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.part`, JSON.stringify({ format: FORMAT, ...state }));
  renameSync(`${file}.part`, file);
}

/**
 * Reads a snapshot.
 * @throws UserError when the file does not exist or is not a snapshot
 */
export function readSnapshot(file: string): StackData {
  if (!existsSync(file))
    throw new UserError(`${file} does not exist`, `See: ${commandText('snapshot', 'list')}`);
  try {
    const {
      format,
      documents,
      accounts,
      objects = [],
    } = JSON.parse(readFileSync(file, 'utf8')) as StackData & {
      format: number;
    };
    // Snapshots of versions without Storage have no objects.
    const isSnapshot = [documents, accounts, objects].every((list) => Array.isArray(list));
    if (format === FORMAT && isSnapshot) return { documents, accounts, objects };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new UserError(`${file} is not a snapshot of this version`, 'Save a new one.');
}
