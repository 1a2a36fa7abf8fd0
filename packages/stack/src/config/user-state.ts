import { homedir } from 'node:os';
import { join } from 'node:path';
import { processEnvironment } from './process-environment.ts';

/**
 * Absolute path of a file in the kit's folder for this user: SAVEPOINT_STATE_FOLDER, or the state
 * folder of the XDG base directories.
 */
export function userStatePath(...segments: string[]): string {
  const { XDG_STATE_HOME, SAVEPOINT_STATE_FOLDER } = processEnvironment();
  const base = XDG_STATE_HOME || join(homedir(), '.local', 'state');
  return join(SAVEPOINT_STATE_FOLDER || join(base, 'savepoint'), ...segments);
}
