// Studio for the archive of a failed browser test: only an event log and a Firestore emulator, with
// the recorded rows and documents.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverUrl } from '../config/environment.ts';
import { packagePath } from '../config/kit-files.ts';
import type { Ports } from '../config/ports.ts';
import { type Archive, otlpRequests } from '../data/archive.ts';
import { importData } from '../data/stack-data.ts';
import type { Run } from '../processes/run.ts';
import { waitForHttp } from '../processes/wait-for-http.ts';
import { canRecord, eventLogProcess } from '../servers/event-log.ts';
import { buildStudioIfStale, hasStudio, studioProcess } from '../servers/studio.ts';
import { UserError } from '../user-error.ts';

interface ArchivedStack {
  /** Folder of the project whose test failed. */
  readonly folder: string;
  readonly run: Run;
  readonly ports: Ports;
  readonly archive: Archive;
  readonly onLine: (line: string) => void;
}

/**
 * Starts Studio with an archive. Resolves with its address once it responds.
 * @throws UserError when this installation has no Studio or records nothing, and when a row is
 * rejected
 */
export async function startArchivedStack({
  folder,
  run,
  ports,
  archive,
  onLine,
}: ArchivedStack): Promise<string> {
  const { environment } = run;
  if (!hasStudio(environment) || !canRecord(environment)) {
    throw new UserError(
      'Studio or the event log is not part of this installation',
      'Run the command in a clone of the repository, without SAVEPOINT_EVENT_LOG=0 or SAVEPOINT_STUDIO=0.',
    );
  }
  run.start({
    name: 'event log',
    ...eventLogProcess({ environment, ports, folder: join(run.folder, 'event-log') }),
    onLine: () => undefined,
  });
  run.start({
    name: 'firestore',
    command: process.execPath,
    args: [
      packagePath('savepoint-firestore', 'bin', 'savepoint-firestore.js'),
      ...['--port', String(ports.firestore), '--project', archive.projectId],
    ],
    cwd: run.folder,
    onLine: () => undefined,
  });
  const isEnding = () => run.isEnding;
  await Promise.all([
    waitForHttp('The event log', ports.eventLog, isEnding),
    waitForHttp('Firestore', ports.firestore, isEnding),
  ]);
  for (const { path, body } of otlpRequests(archive)) await post(`${serverUrl(ports.eventLog)}${path}`, body);
  await importData(archive.projectId, { firestore: ports.firestore }, { ...archive.data, tenants: [] });
  const description = join(run.folder, 'studio.json');
  writeFileSync(
    description,
    JSON.stringify({
      projectId: archive.projectId,
      folder,
      firestore: { url: serverUrl(ports.firestore), rulesFile: '' },
      eventLog: { url: serverUrl(ports.eventLog) },
    }),
  );
  run.start({
    name: 'studio',
    ...studioProcess(description, ports),
    onLine,
  });
  void buildStudioIfStale(run);
  await waitForHttp('Studio', ports.studio, isEnding);
  return serverUrl(ports.studio);
}

async function post(url: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok)
    throw new UserError(`The archive cannot be shown: ${text.slice(0, 300)}`, 'Is it damaged?');
}
