// firebase-tools writes the Firestore emulator's output to a file in the run's folder, with one
// line per request.
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { printableLine } from '../config/printable.ts';

const LOG_FILE = 'firestore-debug.log';
const TAIL_LINES = 8;

/** The last lines of the Firestore log in the folder; empty when there is none. */
export function readFirestoreLogTail(folder: string): string {
  const file = join(folder, LOG_FILE);
  if (!existsSync(file)) return '';
  return readFileSync(file, 'utf8').trim().split('\n').slice(-TAIL_LINES).map(printableLine).join('\n');
}

/**
 * Calls `onLine` for each line that is appended to the Firestore log in the folder, until `stop`.
 */
export function followFirestoreLog(folder: string, onLine: (line: string) => void): { stop(): void } {
  const file = join(folder, LOG_FILE);
  let position = 0;
  let rest = '';
  const read = () => {
    if (!existsSync(file)) return;
    const size = statSync(file).size;
    if (size <= position) return;
    const bytes = Buffer.alloc(size - position);
    const descriptor = openSync(file, 'r');
    readSync(descriptor, bytes, 0, bytes.length, position);
    closeSync(descriptor);
    position = size;
    const lines = (rest + bytes.toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(printableLine(line));
  };
  const watcher = watch(folder, (_event, name) => {
    if (name === LOG_FILE) read();
  });
  watcher.on('error', () => undefined);
  return { stop: () => watcher.close() };
}
