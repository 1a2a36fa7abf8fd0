import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
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
  if (!existsSync(file)) throw new UserError(`${file} does not exist`, 'See: npm run snapshot -- list');
  try {
    const { format, documents, accounts } = JSON.parse(readFileSync(file, 'utf8')) as StackData & {
      format: number;
    };
    if (format === FORMAT && Array.isArray(documents) && Array.isArray(accounts))
      return { documents, accounts };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new UserError(`${file} is not a snapshot of this version`, 'Save a new one.');
}
