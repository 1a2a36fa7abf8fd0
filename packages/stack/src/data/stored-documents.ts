// Exports, imports and deletes the documents of all databases through Firestore's REST API.

import { serverUrl } from '../config/environment.ts';
import { fetchServer } from '../processes/fetch-server.ts';
import { batchesOf } from './batches.ts';
import { callServer } from './call-server.ts';

/** A document may be as large as 1 MiB. */
const PAGE_SIZE = 100;
/**
 * A request may have 10 MiB and 500 writes. Fields are longer as JSON than in the server's size
 * calculation.
 */
const COMMIT_LIMITS = { items: 400, bytes: 4 * 1024 * 1024 };
const DATABASE = /^projects\/[^/]+\/databases\/[^/]+(?=\/documents\/)/;

export interface StoredDocument {
  /** `projects/PROJECT/databases/DATABASE/documents/PATH`. */
  readonly name: string;
  /** In the REST format of Firestore. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** Reads the documents of all databases of a project. */
export async function exportDocuments(port: number, project: string): Promise<StoredDocument[]> {
  const documents: StoredDocument[] = [];
  for (const database of await listDatabases(port, project)) {
    for await (const page of readPages(port, database)) documents.push(...page);
  }
  return documents;
}

async function* readPages(port: number, database: string): AsyncGenerator<StoredDocument[]> {
  const url = `${serverUrl(port)}/v1/${database}/documents:runQuery`;
  let last: string | undefined;
  do {
    const structuredQuery = {
      from: [{ allDescendants: true }],
      orderBy: [{ field: { fieldPath: '__name__' } }],
      limit: PAGE_SIZE,
      ...(last !== undefined && { startAt: { values: [{ referenceValue: last }], before: false } }),
    };
    const rows = (await callServer('Firestore', 'POST', url, { structuredQuery })) as unknown as {
      document?: StoredDocument;
    }[];
    const page = rows.flatMap(({ document }) =>
      document === undefined ? [] : [{ name: document.name, fields: document.fields ?? {} }],
    );
    yield page;
    last = page.length < PAGE_SIZE ? undefined : page.at(-1)?.name;
  } while (last !== undefined);
}

/** The resource names of the databases. Google's emulator cannot list them. */
async function listDatabases(port: number, project: string): Promise<string[]> {
  const parent = `projects/${project}/databases`;
  const defaultDatabase = `${parent}/(default)`;
  const response = await fetchServer('Firestore', `${serverUrl(port)}/v1/${parent}`, {
    headers: { authorization: 'Bearer owner' },
  });
  if (!response.ok) return [defaultDatabase];
  const { databases = [] } = (await response.json()) as { databases?: { name: string }[] };
  return databases.length === 0 ? [defaultDatabase] : databases.map(({ name }) => name);
}

/** Writes the documents, replacing documents of the same name. */
export async function importDocuments(port: number, documents: readonly StoredDocument[]): Promise<void> {
  for (const [database, ofDatabase] of Map.groupBy(documents, ({ name }) => DATABASE.exec(name)?.[0])) {
    const writes = ofDatabase.map(({ name, fields = {} }) => ({ update: { name, fields } }));
    for (const batch of batchesOf(writes, COMMIT_LIMITS)) {
      await callServer('Firestore', 'POST', `${serverUrl(port)}/v1/${database}/documents:commit`, {
        writes: batch,
      });
    }
  }
}

/** Deletes the documents of all databases of a project. */
export async function clearDocuments(port: number, project: string): Promise<void> {
  for (const database of await listDatabases(port, project)) {
    await callServer('Firestore', 'DELETE', `${serverUrl(port)}/emulator/v1/${database}/documents`);
  }
}

export function isOfProject({ name }: StoredDocument, project: string): boolean {
  return name.startsWith(`projects/${project}/`) && DATABASE.test(name);
}
