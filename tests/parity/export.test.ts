// Exports of Google's emulator and of ours, read by both. recorded-export/ is the export of
// EXPORTED_DOCUMENTS by Google's emulator 1.19.9, so that its format is checked even if the jar is
// not installed.

import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readLevelDbLog } from '../../packages/firestore/src/export/leveldb-log.ts';
import { type RunningEmulator, startEmulator } from '../../packages/firestore/src/server/start-emulator.ts';
import { IS_DEEP_RUN } from '../support/deep-run.ts';
import { findGoogleEmulatorJar, startGoogleEmulator } from '../support/google-emulator.ts';
import { EXPORTED_DATABASE, EXPORTED_DOCUMENTS } from './export-documents.ts';

// Java takes seconds to start on a machine that runs other suites at the same time.
vi.setConfig({ testTimeout: 120_000 });

const RECORDED = fileURLToPath(new URL('./recorded-export', import.meta.url));
const NAME = 'recorded';
const METADATA = join(NAME, `${NAME}.overall_export_metadata`);
const OUTPUT = join(NAME, 'all_namespaces', 'all_kinds', 'output-0');
const PROJECT = EXPORTED_DATABASE.split('/')[1] as string;
const jar = findGoogleEmulatorJar();

let folder: string;
let ours: RunningEmulator;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'savepoint-parity-export-'));
  mkdirSync(join(folder, 'ours'));
  mkdirSync(join(folder, 'googles'));
  ours = await startEmulator({ exportRoot: folder, log: () => {} });
});

afterEach(async () => {
  await ours.close();
  rmSync(folder, { recursive: true });
});

async function send(host: string, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`http://${host}${path}`, {
    method,
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    signal: AbortSignal.timeout(30_000),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  expect(response.status, `${method} ${path}: ${text}`).toBe(200);
  return JSON.parse(text);
}

async function writeDocuments(host: string): Promise<void> {
  const writes = Object.entries(EXPORTED_DOCUMENTS).map(([path, fields]) => ({
    update: { name: `${EXPORTED_DATABASE}/documents/${path}`, fields },
  }));
  await send(host, 'POST', `/v1/${EXPORTED_DATABASE}/documents:commit`, { writes });
}

/** The fields of all documents of `database`, by path. */
async function readDocuments(host: string, database = EXPORTED_DATABASE): Promise<object> {
  const query = { structuredQuery: { from: [{ allDescendants: true }] } };
  const found = (await send(host, 'POST', `/v1/${database}/documents:runQuery`, query)) as {
    document?: { name: string; fields?: object };
  }[];
  const documents = found.flatMap(({ document }) => (document === undefined ? [] : [document]));
  return Object.fromEntries(
    documents.map(({ name, fields = {} }) => [name.slice(`${database}/documents/`.length), fields]),
  );
}

function exportTo(host: string, directory: string): Promise<unknown> {
  return send(host, 'POST', `/emulator/v1/projects/${PROJECT}:export`, {
    database: EXPORTED_DATABASE,
    export_directory: directory,
    export_name: NAME,
  });
}

function importFrom(host: string, metadata: string): Promise<unknown> {
  return send(host, 'POST', `/emulator/v1/projects/${PROJECT}:import`, {
    database: EXPORTED_DATABASE,
    export_directory: metadata,
  });
}

/** The encoded documents of an export, in the order of their bytes. */
function entities(directory: string): string[] {
  return [...readLevelDbLog(readFileSync(join(directory, OUTPUT)))]
    .map((entity) => entity.toString('latin1'))
    .sort();
}

describe("the recorded export of Google's emulator", () => {
  it('is imported at start with every value', async () => {
    const started = await startEmulator({
      importFrom: join(RECORDED, METADATA),
      projectId: PROJECT,
      log: () => {},
    });
    try {
      expect(await readDocuments(started.host)).toEqual(EXPORTED_DOCUMENTS);
    } finally {
      await started.close();
    }
  });

  it('has the same bytes for each document as our export', async () => {
    await writeDocuments(ours.host);
    await exportTo(ours.host, join(folder, 'ours'));
    expect(entities(join(folder, 'ours'))).toEqual(entities(RECORDED));
  });
});

describe.runIf(IS_DEEP_RUN && jar !== undefined)("Google's emulator, where it is installed", () => {
  it('writes an export that ours imports with every value', async () => {
    const google = await startGoogleEmulator({ jar: jar as string });
    try {
      const host = `127.0.0.1:${google.port}`;
      await writeDocuments(host);
      expect(await readDocuments(host)).toEqual(EXPORTED_DOCUMENTS);
      await exportTo(host, join(folder, 'googles'));
      await importFrom(ours.host, join(folder, 'googles', METADATA));
      expect(await readDocuments(ours.host)).toEqual(EXPORTED_DOCUMENTS);
    } finally {
      await google.stop();
    }
  });

  it('imports our export with every value', async () => {
    await writeDocuments(ours.host);
    await exportTo(ours.host, join(folder, 'ours'));
    const google = await startGoogleEmulator({ jar: jar as string });
    try {
      const host = `127.0.0.1:${google.port}`;
      await importFrom(host, join(folder, 'ours', METADATA));
      expect(await readDocuments(host)).toEqual(EXPORTED_DOCUMENTS);
    } finally {
      await google.stop();
    }
  });
});
