// The file by which `firebase emulators:export` finds the hub of a running stack: firebase-tools
// writes it into the temporary folder, and that of a stack is its own.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverUrl } from '../config/environment.ts';
import { packagePath } from '../config/kit-files.ts';
import { systemProcessTable } from '../processes/process-table.ts';

/** As firebase-tools reads it: the process tells whether the file has been left behind. */
interface HubLocator {
  readonly version: string;
  readonly origins: readonly string[];
  readonly pid: number;
}

/**
 * Lets firebase-tools find the hub, unless emulators that run already are those which it finds for
 * this project id, or the file belongs to another user.
 */
export function writeHubLocator(projectId: string, port: number): void {
  const file = locatorFile(projectId);
  const found = readLocator(file);
  if (found !== undefined && systemProcessTable.startTimeOf(found.pid) !== undefined) return;
  const { version } = JSON.parse(readFileSync(packagePath('firebase-tools', 'package.json'), 'utf8')) as {
    version: string;
  };
  const locator: HubLocator = { version, origins: [serverUrl(port)], pid: process.pid };
  try {
    rmSync(file, { force: true });
    // A folder that others can write to: not through a link of theirs.
    writeFileSync(file, JSON.stringify(locator), { flag: 'wx' });
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Removes the file that this process has written. */
export function removeHubLocator(projectId: string): void {
  const file = locatorFile(projectId);
  if (readLocator(file)?.pid === process.pid) rmSync(file, { force: true });
}

function locatorFile(projectId: string): string {
  return join(tmpdir(), `hub-${projectId}.json`);
}

/** The file's content, or undefined when there is none that can be read. */
function readLocator(file: string): HubLocator | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as HubLocator;
  } catch {
    return undefined;
  }
}
