// The file through which `firebase emulators:export` finds the hub of a running stack.
// firebase-tools writes it to the temporary folder, but a stack has its own temporary folder, so
// the kit writes it.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverUrl } from '../config/environment.ts';
import { packagePath } from '../config/kit-files.ts';
import { systemProcessTable } from '../processes/process-table.ts';

/** The format of firebase-tools. The process id shows whether the file is stale. */
interface HubLocator {
  readonly version: string;
  readonly origins: readonly string[];
  readonly pid: number;
}

/**
 * Lets firebase-tools find the hub, unless it already finds other running emulators for this
 * project id, or the file belongs to another user.
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
    // Others can write to this folder: `wx` does not follow their links.
    writeFileSync(file, JSON.stringify(locator), { flag: 'wx' });
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Removes the file if this process has written it. */
export function removeHubLocator(projectId: string): void {
  const file = locatorFile(projectId);
  if (readLocator(file)?.pid === process.pid) rmSync(file, { force: true });
}

function locatorFile(projectId: string): string {
  return join(tmpdir(), `hub-${projectId}.json`);
}

/** The content of the file, or undefined if it cannot be read. */
function readLocator(file: string): HubLocator | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as HubLocator;
  } catch {
    return undefined;
  }
}
