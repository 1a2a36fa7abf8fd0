import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Json, type Outcome, type ParityCase, type RequestStep, STATE_REQUEST } from './parity-case.ts';
import { runCase } from './run-case.ts';
import type { Server } from './server.ts';

const DATABASE = 'projects/{project}/databases/(default)';
const EXPORT_NAME = 'firestore_export';

function emulatorRequest(method: string, body: Json): RequestStep {
  return { verb: 'POST', path: `/emulator/v1/projects/{project}:${method}`, body };
}

/** Stores the documents on `server`, exports them into `folder`, and returns the outcomes. */
async function exportFrom(
  server: Server,
  steps: ParityCase['steps'],
  projectId: string,
  folder: string,
): Promise<Outcome[]> {
  mkdirSync(folder, { recursive: true });
  const request = emulatorRequest('export', {
    database: DATABASE,
    export_directory: folder,
    export_name: EXPORT_NAME,
  });
  return runCase({ area: 'exports', steps: [...steps, request] }, server, projectId);
}

/**
 * The documents of `server` after it imported the export in `folder`. Their times are those of the
 * import.
 */
async function importInto(server: Server, projectId: string, folder: string): Promise<Outcome[]> {
  const metadata = join(folder, EXPORT_NAME, `${EXPORT_NAME}.overall_export_metadata`);
  const request = emulatorRequest('import', { database: DATABASE, export_directory: metadata });
  return runCase({ area: 'exports', steps: [request, STATE_REQUEST] }, server, projectId);
}

function withoutTimes(outcome: Outcome): Outcome {
  const text = JSON.stringify(outcome.result)?.replaceAll(/,?"(create|update)Time":"<time \d+>"/g, '');
  return text === undefined
    ? outcome
    : { ...outcome, result: JSON.parse(text.replaceAll('{,', '{')) as Json };
}

/**
 * Executes a case whose last step is an exchange: each server exports its documents and imports the
 * other's export. Returns the outcomes of ours and of Google's; the last two are the import and the
 * documents after it.
 */
export async function exchangeExports(
  { steps }: ParityCase,
  { ours, google }: { readonly ours: Server; readonly google: Server },
  projectId: string,
  folder: string,
): Promise<[Outcome[], Outcome[]]> {
  const [ownFolder, googleFolder] = [join(folder, `${projectId}-ours`), join(folder, `${projectId}-google`)];
  const stored = steps.filter((step) => !('exchange' in step));
  try {
    const [own, other] = await Promise.all([
      exportFrom(ours, stored, projectId, ownFolder),
      exportFrom(google, stored, projectId, googleFolder),
    ]);
    const [ownImport, otherImport] = await Promise.all([
      importInto(ours, projectId, googleFolder),
      importInto(google, projectId, ownFolder),
    ]);
    const join2 = (exported: Outcome[], imported: Outcome[]) => [...exported, ...imported].map(withoutTimes);
    return [join2(own, ownImport), join2(other, otherImport)];
  } finally {
    for (const each of [ownFolder, googleFolder]) rmSync(each, { recursive: true, force: true });
  }
}
